import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  /** Makes the control with this id. */
  readonly children: (id: string) => ComponentChildren;
}

/** A form control below its label. The label does not contain it: screen readers would read all choices of a list as the label. */
export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** The choices of a list, each with its label. */
export const optionsOf = (choices: readonly (readonly [value: string, label: string])[]) =>
  choices.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
