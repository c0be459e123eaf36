import type { Peers } from '../peers.ts';
import { type LiveHistory, mostWaiting, type Page, remembered } from './live-page.ts';

/** How a process shows the requests of its peers, and tells them of its own while somebody looks there. */
export interface LiveOfPeers {
  /** Whether somebody looks at another process. */
  isLookedAt(): boolean;
  /** Passes a message on to those who look. */
  relay(text: string): void;
  /** Begins to show a page what all peers did and do. */
  look(page: Page): Promise<void>;
  /** Nobody looks here any more. */
  leave(): void;
}

/** `history` is what this process did, `pages` are those who look here. */
export function liveOfPeers(peers: Peers, history: LiveHistory, pages: ReadonlySet<Page>): LiveOfPeers {
  /** Characters under way to each process at which somebody looks. */
  const looking = new Map<number, number>();
  /** Pages that wait for what was before, with the processes that have told them: what these say from then on is new. */
  const beginning = new Map<Page, Set<number>>();

  peers.answer('look', (from) => {
    looking.set(from, 0);
    return history;
  });
  peers.hear('look', (_, from) => void looking.set(from, 0));
  peers.hear('leave', (_, from) => void looking.delete(from));
  peers.hear('heard', (length, from) => {
    const waiting = looking.get(from);
    if (waiting !== undefined) looking.set(from, waiting - Number(length));
  });
  peers.hear('live', (text, from) => {
    for (const page of pages) if (beginning.get(page)?.has(from) ?? true) page.show(text as string);
    peers.say('heard', (text as string).length, from);
  });
  // What they missed can be shown to them only from the beginning.
  const beginAgain = (): void => {
    for (const page of pages) page.end();
  };
  peers.hear('lost', beginAgain);
  peers.hear('gone', (_, from) => {
    looking.delete(from);
    beginAgain();
  });
  // One that took the place of another is told who looks.
  peers.hear('hello', (_, from) => {
    if (pages.size > 0) peers.say('look', null, from);
  });
  peers.say('hello');

  return {
    isLookedAt: () => looking.size > 0,
    relay: (text) => {
      for (const [peer, waiting] of looking) {
        if (waiting + text.length > mostWaiting) {
          looking.delete(peer);
          peers.say('lost', null, peer);
        } else {
          looking.set(peer, waiting + text.length);
          peers.say('live', text, peer);
        }
      }
    },
    look: async (page) => {
      const all: LiveHistory = [...history];
      const told = new Set<number>();
      beginning.set(page, told);
      await peers.ask('look', (theirs, from) => {
        all.push(...(theirs as LiveHistory));
        told.add(from);
      });
      beginning.delete(page);
      page.begin(all.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(-remembered));
    },
    leave: () => peers.say('leave'),
  };
}
