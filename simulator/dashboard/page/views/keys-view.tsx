import { useEffect } from 'preact/hooks';
import { keys, newestKey } from '../state/keys.ts';
import { type Column, Heads } from './heads.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';

const columns: readonly Column[] = [
  ['Key'],
  ['Environment'],
  ['Balance', 'number'],
  ['Spent', 'number'],
  ['Requests', 'number'],
  ['Permissions'],
  ['State'],
  ['Actions'],
];

/** The keys and their balances. */
export function KeysView() {
  const all = keys.value;
  // A key is new until the view is closed.
  useEffect(
    () => () => {
      newestKey.value = null;
    },
    [],
  );
  return (
    <div class="page">
      <h2>Keys</h2>
      <KeyForm />
      {all === null ? (
        <p class="muted">Reading the keys…</p>
      ) : (
        <table class="keys">
          <caption class="hidden">Keys</caption>
          <Heads columns={columns} />
          {all.map((record) => (
            <KeyRow key={record.key} record={record} />
          ))}
        </table>
      )}
    </div>
  );
}
