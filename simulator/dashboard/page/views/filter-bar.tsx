import { clearJournal, exchanges, filter, heldBack, pausedAt, shown, togglePause } from '../state/journal.ts';
import { closeRequest, openId } from '../state/route.ts';
import { endpointPaths, type Filter } from '../text/outcome.ts';
import { optionsOf } from './field.tsx';
import { filterId } from './keyboard.ts';

const outcomes: readonly (readonly [Filter['outcome'], string])[] = [
  ['', 'All outcomes'],
  ['ok', 'OK'],
  ['refused', 'Refused'],
  ['failed', 'Failed'],
  ['fault', 'Fault struck'],
  ['left', 'Client left'],
  ['running', 'Running'],
];

const none: Filter = { text: '', endpoint: '', outcome: '' };

function change(part: Partial<Filter>): void {
  filter.value = { ...filter.value, ...part };
}

/** The filter of the journal, with the buttons to pause and clear it. */
export function FilterBar() {
  const { text, endpoint, outcome } = filter.value;
  const isFiltered = text !== '' || endpoint !== '' || outcome !== '';
  return (
    <search class="bar-tools">
      <input
        id={filterId}
        type="search"
        aria-label="Filter requests"
        placeholder="Filter by path, status, key, fault"
        value={text}
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      <select
        aria-label="Endpoint"
        value={endpoint}
        onChange={(event) => change({ endpoint: event.currentTarget.value as Filter['endpoint'] })}
      >
        <option value="">All endpoints</option>
        {optionsOf([...Object.keys(endpointPaths), 'other'].map((name) => [name, name]))}
      </select>
      <select
        aria-label="Outcome"
        value={outcome}
        onChange={(event) => change({ outcome: event.currentTarget.value as Filter['outcome'] })}
      >
        {optionsOf(outcomes)}
      </select>
      {isFiltered && (
        <button
          type="button"
          onClick={() => {
            filter.value = none;
          }}
        >
          Reset filter
        </button>
      )}
      <span class="bar-count">
        {isFiltered ? `${shown.value.length} of ${exchanges.value.length}` : `${shown.value.length} shown`}
      </span>
      <PauseButton />
      <button
        type="button"
        onClick={() => {
          clearJournal();
          if (openId.value !== null) closeRequest();
        }}
      >
        Clear
      </button>
    </search>
  );
}

function PauseButton() {
  const isPaused = pausedAt.value !== null;
  return (
    <button type="button" class={isPaused ? 'strong' : ''} aria-pressed={isPaused} onClick={togglePause}>
      {isPaused ? `Paused, ${heldBack.value} new` : 'Pause'}
    </button>
  );
}
