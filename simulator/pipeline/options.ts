import type { AttachmentReader } from '../attachments/index.ts';
import type { Middleware } from '../core/wire.ts';
import type { ClockName, World } from '../core/world.ts';
import type { Faults } from '../faults/faults.ts';
import type { Ledger, NewKey } from '../ledger/ledger.ts';
import type { Prices } from '../ledger/price.ts';
import type { Journal } from '../stores/journal.ts';
import type { Store } from '../stores/store.ts';
import type { PaceOptions, Pacer } from '../stream/pace.ts';
import type { Recall } from './recall.ts';
import type { RequestEntry, Watcher } from './trace.ts';

/** How a simulator differs from the usual one; everything may be left out. */
export interface SimulatorOptions extends PaceOptions {
  /** Changes ids, new keys, phrases around quotes, the number of sources, and which requests are slow; equal seeds give equal answers in equal order. Default 1. */
  readonly seed?: number;
  /** Default `fixed` (2026-01-01). */
  readonly clock?: ClockName;
  /** Where PDFs are fetched from: our own fixtures (`simulated`, the default) or the internet (`real`). */
  readonly network?: 'simulated' | 'real';
  /** A difference from the specification, applied on the wire in front of everything, also of the control API. */
  readonly deviation?: { readonly id: string; readonly wire: Middleware };
  /** The price list; by default that of the specification (readings R18). */
  readonly prices?: Prices;
  /** Makes what keeps accounts and money; by default in memory. */
  readonly createLedger?: (initial: readonly NewKey[]) => Ledger;
  /** Where accounts, money, faults and journal are kept, instead of in memory. The caller who opened it closes it. */
  readonly store?: Store;
  /** The number of this simulator among several: its ids and keys depend on it. By default that of its store. */
  readonly replica?: number;
  /** Replaces the usual reader of PDFs. */
  readonly reader?: (usual: AttachmentReader) => AttachmentReader;
  /** Whether `/_control` is served. Default true. */
  readonly control?: boolean;
  /** Whether the text of a request may ask for a fault (`{{assay: rate_limit}}`). Default true in `listen()` and `createHandlers()`, else false. */
  readonly directives?: boolean;
  /** What calls of the control API must carry when it is served on a port. */
  readonly controlToken?: string;
  /** Address for the profile; by default the one in the Host header. */
  readonly baseUrl?: string;
  /** Called for each request to the API once its answer has ended. */
  readonly onRequest?: (entry: RequestEntry) => void;
  /** Observes each request to the API. */
  readonly watcher?: Watcher;
  /** Called with each unexpected error that became a 500: a defect of the simulator. */
  readonly onUnexpected?: (error: unknown) => void;
}

/** The parts of one simulator; two simulators share nothing. */
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
  /** For each open stream, a function that ends it with an `error` event. */
  readonly openStreams: Set<() => void>;
}
