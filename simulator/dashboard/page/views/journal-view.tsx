import { exchanges, openExchange, shown, totals } from '../state/journal.ts';
import { baseUrl, firstKey } from '../state/server.ts';
import { curlCommand } from '../text/curl.ts';
import { CopyButton } from './copy-button.tsx';
import { ExchangePanel } from './exchange-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import { JournalTable } from './journal-table.tsx';

/** The journal: every request, live. */
export function JournalView() {
  const open = openExchange.value;
  return (
    <div class={`journal ${open === undefined ? '' : 'journal-split'}`}>
      <section class="journal-list" aria-labelledby="journal-title">
        <h2 id="journal-title" class="hidden">
          Journal
        </h2>
        <FilterBar />
        {exchanges.value.length === 0 ? <FirstRequest /> : shown.value.length === 0 ? <NoMatch /> : <JournalTable />}
      </section>
      {open !== undefined && <ExchangePanel exchange={open} />}
    </div>
  );
}

function FirstRequest() {
  return (
    <div class="empty">
      <p class="empty-title">{totals.value.requests === 0 ? 'No requests yet' : 'Waiting for the next request'}</p>
      <p>
        Point your client at <code>{baseUrl()}</code>, or paste this into a terminal. Requests appear here as they pass.
      </p>
      <pre class="command">{firstCommand()}</pre>
      <CopyButton label="Copy the first request" text={firstCommand} />
    </div>
  );
}

function firstCommand(): string {
  return curlCommand({
    method: 'POST',
    url: `${baseUrl()}/v1/chat/completions`,
    headers: { authorization: `Bearer ${firstKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'svc-chat-v1',
      stream: true,
      messages: [{ role: 'user', text: 'What helps against asthma?' }],
    }),
    streams: true,
  });
}

function NoMatch() {
  return (
    <div class="empty">
      <p class="empty-title">No request matches the filter</p>
      <p>Change the filter above, or reset it to see all requests again.</p>
    </div>
  );
}
