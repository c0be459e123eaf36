/** The deterministic reference API: on plain values (`createSimulator`) or as a server (`startServer`). */
export type { Answers, Behaviour, Exchange } from './behaviour.ts';
export { referenceBehaviour } from './behaviour.ts';
export type { Charge, ChargeLine, KeyRecord, Ledger } from './ledger.ts';
export type { Mutant } from './mutant.ts';
export { findMutant, mutants } from './mutants/index.ts';
export type { SimulatorOptions } from './options.ts';
export { createRehearsal } from './rehearsal.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export type { ApiRequest, ApiResponse, Handler, Middleware } from './wire.ts';
