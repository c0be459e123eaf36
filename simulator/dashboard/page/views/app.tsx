import { useEffect } from 'preact/hooks';
import { announcement } from '../state/announce.ts';
import { view } from '../state/route.ts';
import { FaultsView } from './faults-view.tsx';
import { Header } from './header.tsx';
import { JournalView } from './journal-view.tsx';
import { KeysView } from './keys-view.tsx';
import { Shortcuts } from './shortcuts.tsx';

const pages = {
  journal: { Page: JournalView, title: 'Journal' },
  keys: { Page: KeysView, title: 'Keys' },
  faults: { Page: FaultsView, title: 'Faults' },
};

/** The page. */
export function App() {
  const { Page, title } = pages[view.value];
  useEffect(() => {
    document.title = `${title} · assay simulator`;
  }, [title]);
  return (
    <>
      <Header />
      <main class={`main main-${view.value}`}>
        <Page />
      </main>
      <Announcer />
      <Shortcuts />
    </>
  );
}

function Announcer() {
  return (
    <p class="announcer" role="status" aria-live="polite">
      {announcement}
    </p>
  );
}
