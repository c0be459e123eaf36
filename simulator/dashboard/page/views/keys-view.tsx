import { useEffect } from 'preact/hooks';
import { keys, newestKey } from '../state/keys.ts';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';

const columns = ['Key', 'Environment', 'Balance', 'Spent', 'Requests', 'Permissions', 'State', 'Actions'];
const numbers = ['Balance', 'Spent', 'Requests'];

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
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" class={numbers.includes(name) ? 'number' : ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {all.map((record) => (
            <KeyRow key={record.key} record={record} />
          ))}
        </table>
      )}
    </div>
  );
}
