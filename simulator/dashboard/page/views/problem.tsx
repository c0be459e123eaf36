/** An error message, next to the control that caused it. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p class="problem" role="alert">
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}
