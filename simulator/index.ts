/** The deterministic reference API: on plain values (`createSimulator`) or as a server (`startServer`). */

export { type Connection, connect } from './control/connect.ts';
export { createChance } from './core/chance.ts';
export type { ApiRequest, ApiResponse, Handler, Middleware } from './core/wire.ts';
export { createDryRunSimulator } from './dry-run.ts';
export type { AskedFault as Fault, FaultName, StreamStyle } from './faults/faults.ts';
export type { Charge, ChargeLine, KeyRecord, Ledger } from './ledger/ledger.ts';
export type { SimulatorOptions } from './pipeline/options.ts';
export { listen, type StandIn } from './server/listen.ts';
export { type RunningServer, type ServerOptions, startServer } from './server/server.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export type { JournalEntry } from './stores/journal.ts';
export { createMemoryLedger } from './stores/memory-ledger.ts';
export { styles } from './stream/stream-styles.ts';
