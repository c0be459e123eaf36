import { useEffect, useRef } from 'preact/hooks';
import type { FaultList } from '../../../control/control-calls.ts';
import type { Fault, FaultName } from '../../../faults/faults.ts';
import { armFault, chosenFault } from '../state/faults.ts';
import { keys } from '../state/keys.ts';
import { jsonFields, numberFields, styleTexts } from '../text/fault-texts.ts';
import { shortKey } from '../text/format.ts';
import { Field, optionsOf } from './field.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

interface FaultFormProps {
  readonly name: FaultName;
  readonly kind: FaultList['kinds'][FaultName];
}

/** Arms one fault; shows only its own fields. */
export function FaultForm({ name, kind: { touches, fields } }: FaultFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { problem, isBusy, run } = useAction();
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  return (
    <form
      ref={form}
      class="form fault-form"
      aria-label={`Arm ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const order = readForm(name, new FormData(event.currentTarget));
        void run(() => armFault(order));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') chosenFault.value = null;
      }}
    >
      {fields.map((field) => {
        if (field === 'style') return <StyleField key={field} />;
        return jsonFields[field] ? <JsonField key={field} name={field} /> : <NumberField key={field} name={field} />;
      })}
      <Field label="Endpoint">
        {(id) => (
          <select id={id} name="endpoint">
            <option value="">{touches.length === 1 ? `any (only ${touches[0]} has it)` : 'any'}</option>
            {optionsOf(touches.map((endpoint) => [endpoint, endpoint]))}
          </select>
        )}
      </Field>
      <Field label="Key">
        {(id) => (
          <select id={id} name="key">
            <option value="">any</option>
            {optionsOf(
              (keys.value ?? [])
                .filter(({ revoked }) => !revoked)
                .map(({ key, role }) => [key, [shortKey(key), role].filter(Boolean).join(' ')]),
            )}
          </select>
        )}
      </Field>
      <Field label="Times">
        {(id) => <input id={id} name="times" type="number" min="1" step="1" class="short" placeholder="1" />}
      </Field>
      <button type="submit" class="strong" disabled={isBusy}>
        Arm
      </button>
      <Problem text={problem} />
    </form>
  );
}

function NumberField({ name }: { readonly name: string }) {
  const { label, usual } = numberFields[name] ?? { label: name, usual: '' };
  return (
    <Field label={label}>
      {(id) => <input id={id} name={name} type="number" min="0" step="1" class="short" placeholder={usual} />}
    </Field>
  );
}

function JsonField({ name }: { readonly name: string }) {
  const { label, example } = jsonFields[name] ?? { label: name, example: '' };
  return <Field label={label}>{(id) => <input id={id} name={name} placeholder={example} />}</Field>;
}

function StyleField() {
  return (
    <Field label="Style">
      {(id) => (
        <select id={id} name="style">
          {optionsOf(Object.entries(styleTexts).map(([name, text]) => [name, `${name}: ${text}`]))}
        </select>
      )}
    </Field>
  );
}

/** The fields that were filled in; the server checks them. */
function readForm(fault: FaultName, data: FormData): Fault {
  const filled = [...data].filter(([, value]) => value !== '');
  const texts = ['style', 'endpoint', 'key'];
  const read = (name: string, value: FormDataEntryValue): unknown => {
    if (texts.includes(name)) return value;
    return jsonFields[name] ? jsonOrText(String(value)) : Number(value);
  };
  const fields = filled.map(([name, value]) => [name, read(name, value)]);
  return { fault, ...(Object.fromEntries(fields) as Omit<Fault, 'fault'>) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
