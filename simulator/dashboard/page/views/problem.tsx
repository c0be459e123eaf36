/** What went wrong, beside what was tried. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p class="problem" role="alert">
      <span aria-hidden="true">✕ </span>
      {text}
    </p>
  );
}
