import { totals } from '../state/journal.ts';
import { connection } from '../state/live.ts';
import { type View, view, views } from '../state/route.ts';
import { baseUrl } from '../state/server.ts';
import { type Theme, theme, themes } from '../state/theme.ts';
import { dollars } from '../text/format.ts';
import { CopyButton } from './copy-button.tsx';
import { optionsOf } from './field.tsx';
import { showShortcuts } from './shortcuts.tsx';

const titles: Readonly<Record<View, string>> = { journal: 'Journal', keys: 'Keys', faults: 'Faults' };

/** The header of the page: views, connection, and totals. */
export function Header() {
  return (
    <header class="header">
      <h1 class="brand">
        <span class="brand-mark" aria-hidden="true" />
        assay <span class="brand-part">simulator</span>
      </h1>
      <nav class="nav" aria-label="Views">
        {views.map((name) => (
          <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>
            {titles[name]}
          </a>
        ))}
        <a href="docs/">API docs</a>
      </nav>
      <Connection />
      <Totals />
      <div class="header-tools">
        <ThemeSwitch />
        <button type="button" class="quiet" aria-label="Keyboard shortcuts" onClick={showShortcuts}>
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}

function Connection() {
  const state = connection.value;
  return (
    <div class="server">
      <span class={`connection connection-${state}`}>
        <span aria-hidden="true">{state === 'connected' ? '●' : '○'}</span> {state}
      </span>
      <code>{baseUrl()}</code>
      <CopyButton label="Copy address" text={baseUrl} />
    </div>
  );
}

function Totals() {
  const { requests, errors, faults, chargedMicros } = totals.value;
  const facts = [
    ['requests', requests.toLocaleString('en')],
    ['errors', errors.toLocaleString('en')],
    ['faults', faults.toLocaleString('en')],
    ['charged', dollars(chargedMicros)],
  ] as const;
  return (
    <dl class="totals" aria-label="Totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dd>{value}</dd>
          <dt>{name}</dt>
        </div>
      ))}
    </dl>
  );
}

function ThemeSwitch() {
  return (
    <select
      aria-label="Theme"
      value={theme.value}
      onChange={(event) => {
        theme.value = event.currentTarget.value as Theme;
      }}
    >
      {optionsOf(themes.map((name) => [name, name]))}
    </select>
  );
}
