import type { Peers } from '../stores/peers.ts';
import { type LiveHistory, mostWaiting, type Page, remembered } from './live-page.ts';

/** Shows the requests of a process's peers, and sends them its own while they have open pages. */
export interface LiveOfPeers {
  /** Whether a page is open at another process. */
  isLookedAt(): boolean;
  /** Sends a message to the processes with open pages. */
  relay(text: string): void;
  /** Starts to show a page the earlier and current requests of all peers. */
  look(page: Page): Promise<void>;
  /** The last page here was closed. */
  leave(): void;
}

/** `history` has the requests of this process, `pages` the pages that are open here. */
export function liveOfPeers(peers: Peers, history: LiveHistory, pages: ReadonlySet<Page>): LiveOfPeers {
  /** Characters on their way to each process with open pages. */
  const looking = new Map<number, number>();
  /** Pages that wait for the history, with the processes that have sent theirs: later messages from those are new. */
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
  // Pages that missed messages must start over.
  const beginAgain = (): void => {
    for (const page of pages) page.end();
  };
  peers.hear('lost', beginAgain);
  peers.hear('gone', (_, from) => {
    looking.delete(from);
    beginAgain();
  });
  // A new process, which may replace another, must know that pages are open here.
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
      const answered = new Set<number>();
      beginning.set(page, answered);
      await peers.ask('look', (theirs, from) => {
        all.push(...(theirs as LiveHistory));
        answered.add(from);
      });
      beginning.delete(page);
      page.begin(all.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).slice(-remembered));
    },
    leave: () => peers.say('leave'),
  };
}
