/** The deterministic reference API: on plain values (`createSimulator`) or as a server (`startServer`). */

export { createChance } from './chance.ts';
export { type Connection, connect } from './connect.ts';
export { createDryRunSimulator } from './dry-run.ts';
export type { AskedFault as Fault, FaultName, StreamStyle } from './faults.ts';
export type { JournalEntry } from './journal.ts';
export type { Charge, ChargeLine, KeyRecord, Ledger } from './ledger.ts';
export { listen, type StandIn } from './listen.ts';
export { createMemoryLedger } from './memory-ledger.ts';
export type { SimulatorOptions } from './options.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { styles } from './stream-styles.ts';
export type { ApiRequest, ApiResponse, Handler, Middleware } from './wire.ts';
