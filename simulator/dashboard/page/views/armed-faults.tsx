import { useRef } from 'preact/hooks';
import type { ArmedFault } from '../../../faults/faults.ts';
import { disarmAll, disarmFault, faultList } from '../state/faults.ts';
import { shortKey } from '../text/format.ts';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

/** The list of armed faults. */
export function ArmedFaults() {
  const { problem, run } = useAction();
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its fault, so the focus must move.
  const disarm = async (call: () => Promise<void>): Promise<void> => {
    if (await run(call)) title.current?.focus();
  };
  const armed = faultList.value?.faults ?? [];
  return (
    <section class="card" aria-labelledby="armed-title">
      <div class="card-head">
        <h3 id="armed-title" tabIndex={-1} ref={title}>
          Armed
        </h3>
        {armed.length > 0 && (
          <button type="button" onClick={() => void disarm(disarmAll)}>
            Disarm all
          </button>
        )}
      </div>
      {armed.length === 0 ? (
        <p class="muted">None. Choose a fault from the list: it strikes the next requests that match.</p>
      ) : (
        <ul class="armed">
          {armed.map((fault) => (
            <li key={fault.id}>
              <div>
                <code>{fault.fault}</code>
                <span class="armed-left">{fault.left} left</span>
                <p class="muted">{describe(fault)}</p>
              </div>
              <button
                type="button"
                aria-label={`Disarm ${fault.fault}, ${fault.id}`}
                onClick={() => void disarm(() => disarmFault(fault))}
              >
                Disarm
              </button>
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
    </section>
  );
}

/** Which requests a fault strikes, and its settings. */
function describe({
  fault: _fault,
  id: _id,
  left: _left,
  times: _times,
  key,
  endpoint,
  ...fields
}: ArmedFault): string {
  const settings = Object.entries(fields).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return [endpoint ?? 'any endpoint', key === undefined ? 'any key' : shortKey(key), ...settings].join(' · ');
}
