import { useEffect, useRef, useState } from 'preact/hooks';
import type { Charge, KeyRecord } from '../../../ledger/ledger.ts';
import { chargesOf, creditKey } from '../state/keys.ts';
import { dollars, readDollars, shortKey, words } from '../text/format.ts';
import { Field } from './field.tsx';
import { Heads } from './heads.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

const mostCharges = 50;

/** Adds money to a key. */
export function TopUp({ record: { key }, onDone }: { readonly record: KeyRecord; readonly onDone: () => void }) {
  const [amount, setAmount] = useState('10');
  const { problem, isBusy, run } = useAction();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (): Promise<void> => {
    const isDone = await run(async () => {
      const micros = readDollars(amount);
      if (micros === null) throw new Error('Write an amount like 10 or 0.25; one below zero takes money away.');
      await creditKey(key, micros);
    });
    if (isDone) onDone();
  };
  return (
    <form
      class="form"
      aria-label={`Top up ${shortKey(key)}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Amount in dollars">
        {(id) => (
          <input
            id={id}
            ref={input}
            type="text"
            inputMode="decimal"
            class="short"
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="strong" disabled={isBusy}>
        Add
      </button>
      <button type="button" onClick={onDone}>
        Cancel
      </button>
      <Problem text={problem} />
    </form>
  );
}

/** The charges of a key, newest first. */
export function KeyCharges({ record: { key, spent_micros } }: { readonly record: KeyRecord }) {
  const [charges, show] = useState<readonly Charge[] | null>(null);
  const { problem, run } = useAction();
  useEffect(() => void run(async () => show(await chargesOf(key))), [key, spent_micros]);
  if (problem !== null) return <Problem text={problem} />;
  if (charges === null) return <p class="muted">Reading the charges…</p>;
  if (charges.length === 0)
    return <p class="muted">Nothing was charged yet. Requests that are answered appear here.</p>;
  return (
    <table class="lines">
      <caption>
        Charges of {shortKey(key)}
        {charges.length > mostCharges && `, the last ${mostCharges} of ${charges.length}`}
      </caption>
      <Heads columns={[['Endpoint'], ['Model'], ['Lines'], ['Amount', 'number']]} />
      <tbody>
        {charges
          .slice(-mostCharges)
          .toReversed()
          .map(({ endpoint, model, lines, amount_micros }, index) => (
            <tr key={charges.length - index}>
              <td>{endpoint}</td>
              <td>{model}</td>
              <td>
                {lines
                  .map(({ item, quantity, unit_micros }) => `${words(item)} ${quantity} × ${dollars(unit_micros)}`)
                  .join(', ')}
              </td>
              <td class="number">{dollars(amount_micros)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
