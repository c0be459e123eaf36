import { useState } from 'preact/hooks';
import type { PaidEndpoint } from '../../../../spec/index.ts';
import { createKey, paidNames } from '../state/keys.ts';
import { readDollars } from '../text/format.ts';
import { Field } from './field.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

/** Makes a key. */
export function KeyForm() {
  const { problem, isBusy, run } = useAction();
  const [environment, setEnvironment] = useState<'test' | 'live'>('test');
  const [balance, setBalance] = useState('100');
  const [permissions, setPermissions] = useState<readonly PaidEndpoint[]>(paidNames);
  const micros = readDollars(balance);
  const submit = (): void => {
    void run(async () => {
      if (micros === null)
        throw new Error('The balance must be an amount like 100 or 0.25, with at most six decimals.');
      await createKey({ environment, balance_micros: micros, permissions });
    });
  };
  const toggle = (name: PaidEndpoint): void =>
    setPermissions(paidNames.filter((one) => (one === name) !== permissions.includes(one)));
  return (
    <form
      class="form"
      aria-label="New key"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Environment">
        {(id) => (
          <select
            id={id}
            value={environment}
            onChange={(event) => setEnvironment(event.currentTarget.value === 'live' ? 'live' : 'test')}
          >
            <option value="test">test</option>
            <option value="live">live</option>
          </select>
        )}
      </Field>
      <Field label="Balance in dollars">
        {(id) => (
          <input
            id={id}
            type="text"
            inputMode="decimal"
            class="short"
            value={balance}
            aria-invalid={micros === null}
            onInput={(event) => setBalance(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="field checks">
        <legend>Permissions</legend>
        {paidNames.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={permissions.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="strong" disabled={isBusy}>
        Make key
      </button>
      <Problem text={problem} />
    </form>
  );
}
