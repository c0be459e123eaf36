import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedKey } from '../../messages.ts';
import { newestKey, paidNames, revokeKey } from '../state/keys.ts';
import { dollars, shortKey } from '../text/format.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { CopyButton } from './copy-button.tsx';
import { KeyCharges, TopUp } from './key-details.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

type Part = 'credit' | 'charges';

/** A key with its buttons, and below it the opened form or list. */
export function KeyRow({ record }: { readonly record: ListedKey }) {
  const [open, setOpen] = useState<Part | null>(null);
  const { problem, run } = useAction();
  const buttons = { credit: useRef<HTMLButtonElement>(null), charges: useRef<HTMLButtonElement>(null) };
  const { key, environment, balance_micros, spent_micros, requests, permissions, revoked, role } = record;
  const short = shortKey(key);
  const body = useRef<HTMLTableSectionElement>(null);
  const isNew = newestKey.value === key;
  useEffect(() => {
    if (isNew) body.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  const close = (): void => {
    if (open !== null) buttons[open].current?.focus();
    setOpen(null);
  };
  const opener = (part: Part, name: string) => (
    <button
      ref={buttons[part]}
      type="button"
      aria-label={`${name} ${short}`}
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? null : part)}
    >
      {name}
    </button>
  );
  return (
    <tbody ref={body} class={`${revoked ? 'is-revoked' : ''} ${isNew ? 'is-new' : ''}`}>
      <tr>
        <th scope="row">
          <code>{short}</code> <CopyButton label={`Copy key ${short}`} text={() => key} />
          <Role name={role ?? null} />
        </th>
        <td data-label="Environment">{environment}</td>
        <td data-label="Balance" class="number">
          {dollars(balance_micros)}
        </td>
        <td data-label="Spent" class="number">
          {dollars(spent_micros)}
        </td>
        <td data-label="Requests" class="number">
          {requests.toLocaleString('en')}
        </td>
        <td data-label="Permissions">
          {permissions.length === paidNames.length ? 'all' : permissions.length === 0 ? 'none' : permissions.join(', ')}
        </td>
        <td data-label="State">{revoked ? '✕ revoked' : balance_micros <= 0 ? '▲ no credits' : '● active'}</td>
        <td class="actions">
          {opener('credit', 'Top up')}
          {opener('charges', 'Charges')}
          {!revoked && (
            <ConfirmButton
              label={`Revoke ${short}`}
              short="Revoke"
              question="For good?"
              yes="Revoke key"
              onConfirm={() => {
                // This button disappears, so the focus must move.
                void run(() => revokeKey(key)).then(() => buttons.charges.current?.focus());
              }}
            />
          )}
          <Problem text={problem} />
        </td>
      </tr>
      {open !== null && (
        <tr>
          <td
            class="key-details"
            colSpan={8}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
            }}
          >
            {open === 'credit' ? <TopUp record={record} onDone={close} /> : <KeyCharges record={record} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Role({ name }: { readonly name: string | null }) {
  return name === null ? null : <span class="role">{name}</span>;
}
