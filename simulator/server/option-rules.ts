import type { ServerOptions } from './server.ts';

// The command line reads this too, so it loads nothing else: `--help` must answer at once.

/** Which values an option may have; `must` ends the sentence «it must …». */
export interface OptionRule {
  readonly must: string;
  allows(value: unknown): boolean;
}

/** A whole number within bounds. */
export const wholeNumber = (min: number, max: number): OptionRule => ({
  must: `be a whole number from ${min} to ${max}`,
  allows: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
});
const oneOf = <Name extends string>(...choices: readonly Name[]) => ({
  must: `be ${choices.join(' or ')}`,
  choices,
  allows: (value: unknown) => choices.some((one) => one === value),
});
const ofType = (type: string, must: string): OptionRule => ({ must, allows: (value) => typeof value === type });
const flag = ofType('boolean', 'be true or false');
const called = ofType('function', 'be a function');
/** An object of this package, recognised by one of its members. */
const having = (member: string, type: string, must: string): OptionRule => ({
  must,
  allows: (value) => typeof (value as Record<string, unknown> | null)?.[member] === type,
});

/** The allowed values of each option, on the command line and in code. */
export const optionRules = {
  seed: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  clock: oneOf('fixed', 'system'),
  network: oneOf('simulated', 'real'),
  ttftMs: wholeNumber(0, 600_000),
  tokensPerSecond: wholeNumber(1, 1_000_000),
  latency: ofType('string', "be a text, as 'typical' or '150:1000'"),
  host: ofType('string', "be an address of this machine, as '127.0.0.1'"),
  port: wholeNumber(0, 65_535),
  adapter: oneOf('express', 'node'),
  cors: {
    must: 'be * or an origin, as http://localhost:5173',
    allows: (value) => value === '*' || (URL.canParse(String(value)) && new URL(String(value)).origin === value),
  },
  control: flag,
  controlToken: {
    must: 'have 8 to 200 letters, digits or signs of -._~',
    allows: (value) => typeof value === 'string' && /^[\w.~-]{8,200}$/.test(value),
  },
  dashboard: flag,
  directives: flag,
  baseUrl: ofType('string', "be a text, as 'https://api.example'"),
  replica: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  prices: having('chatBase', 'object', 'be a whole price list'),
  store: having('ledger', 'object', 'be an opened store; addresses of stores are for `assay serve --store`'),
  deviation: having('wire', 'function', 'be a deviation, with its wire'),
  watcher: having('begin', 'function', 'be a watcher, with its begin'),
  createLedger: called,
  reader: called,
  onRequest: called,
  onUnexpected: called,
} as const satisfies Record<keyof ServerOptions, OptionRule>;
