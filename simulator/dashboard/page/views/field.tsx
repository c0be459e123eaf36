import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** Makes the control that bears this id. */
  readonly children: (id: string) => ComponentChildren;
}

/** A control of a form below its label. Around a list of choices, a label would read them all out. */
export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}
