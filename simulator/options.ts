import type { AttachmentReader } from './attachments/index.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Ledger, NewKey } from './ledger.ts';
import type { PaceOptions, Pacer } from './pace.ts';
import type { Prices } from './price.ts';
import type { Recall } from './recall.ts';
import type { Store } from './stores/store.ts';
import type { RequestEntry, Watcher } from './trace.ts';
import type { Middleware } from './wire.ts';
import type { ClockName, World } from './world.ts';

/** How a simulator differs from the usual one; everything may be left out. */
export interface SimulatorOptions extends PaceOptions {
  /** Changes ids, new keys, phrases around quotes, and which requests are slow; equal seeds give equal answers in equal order. 1 unless told. */
  readonly seed?: number;
  /** `fixed` (2026-01-01) unless told. */
  readonly clock?: ClockName;
  /** Where PDFs are fetched from: our own fixtures (`simulated`, unless told) or the internet (`real`). */
  readonly network?: 'simulated' | 'real';
  /** A difference to show: something on the wire, in front of everything, the control API too. */
  readonly deviation?: { readonly id: string; readonly wire: Middleware };
  /** The price list; the specification's unless told (readings R18). */
  readonly prices?: Prices;
  /** Keeps accounts and money; in memory unless told. */
  readonly createLedger?: (initial: readonly NewKey[]) => Ledger;
  /** Where accounts, money, faults and journal are, in place of this process's memory. Whoever opened it closes it. */
  readonly store?: Store;
  /** Which one of several simulators this is: the ids and keys that it makes depend on it. That of its store, unless told. */
  readonly replica?: number;
  /** Reads PDFs in place of the usual reader. */
  readonly reader?: (usual: AttachmentReader) => AttachmentReader;
  /** Whether `/_control` is served. True unless told. */
  readonly control?: boolean;
  /** Whether the text of a request may ask for a fault (`{{assay: rate_limit}}`). True in `listen()` and `createHandlers()`, else false, unless told. */
  readonly directives?: boolean;
  /** What calls of the control API must carry when it is served on a port. */
  readonly controlToken?: string;
  /** Address for the profile; without it, the one in the Host header. */
  readonly baseUrl?: string;
  /** Told of each request to the API once its answer has ended. */
  readonly onRequest?: (entry: RequestEntry) => void;
  /** Sees each request to the API pass. */
  readonly watcher?: Watcher;
  /** Told of each error that became a 500 unasked: a defect of ours. */
  readonly onUnexpected?: (error: unknown) => void;
}

/** What one simulator is made of; two simulators share nothing. */
export interface Parts {
  readonly prices: Prices;
  readonly world: World;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly reader: AttachmentReader;
  readonly pacer: Pacer;
  readonly recall: Recall;
  readonly directives: boolean;
  /** Ends of the streams that are open, in order, with an `error` event. */
  readonly openStreams: Set<() => void>;
}
