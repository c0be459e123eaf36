import { useEffect, useRef } from 'preact/hooks';
import type { FaultName } from '../../../faults/faults.ts';
import { chosenFault, faultList, resetSimulator } from '../state/faults.ts';
import { faultGroups, faultTexts } from '../text/fault-texts.ts';
import { endpointPaths } from '../text/outcome.ts';
import { ArmedFaults } from './armed-faults.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { FaultForm } from './fault-form.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

/** The kinds of faults, and the armed ones. */
export function FaultsView() {
  const { problem, run } = useAction();
  return (
    <div class="page faults">
      <h2 class="hidden">Faults</h2>
      <div class="faults-side">
        <ArmedFaults />
        <section aria-labelledby="reset-title" class="card">
          <h3 id="reset-title">Start over</h3>
          <p>Removes keys that were made, brings balances back and disarms every fault.</p>
          <ConfirmButton
            label="Back to the beginning"
            question="Keys and charges go."
            yes="Reset simulator"
            onConfirm={() => void run(resetSimulator)}
          />
          <Problem text={problem} />
        </section>
      </div>
      <div class="faults-list">
        {faultGroups.map(({ title, faults }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {faults.map((name) => (
                <FaultKind key={name} name={name} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The operations that a fault applies to: most apply to one or all. */
function touched(endpoints: readonly string[]): string {
  return endpoints.length === Object.keys(endpointPaths).length ? 'any endpoint' : endpoints.join(', ');
}

function FaultKind({ name }: { readonly name: FaultName }) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = chosenFault.value === name;
  const kind = faultList.value?.kinds[name];
  const wasChosen = useRef(false);
  useEffect(() => {
    // Closed, and no other fault chosen instead.
    if (wasChosen.current && chosenFault.value === null) button.current?.focus();
    wasChosen.current = isChosen;
  }, [isChosen]);
  return (
    <li class={isChosen ? 'is-open' : ''}>
      <button
        ref={button}
        type="button"
        class="fault-kind"
        aria-expanded={isChosen}
        disabled={kind === undefined}
        onClick={() => {
          chosenFault.value = isChosen ? null : name;
        }}
      >
        <code>{name}</code>
        <span>{faultTexts[name]}</span>
        <span class="fault-touches">{kind === undefined ? '' : touched(kind.touches)}</span>
      </button>
      {isChosen && kind !== undefined && <FaultForm name={name} kind={kind} />}
    </li>
  );
}
