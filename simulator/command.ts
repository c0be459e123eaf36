import { type Command, InvalidArgumentError, Option } from 'commander';
import { logStyles } from './server/log.ts';
import { type OptionRule, optionRules, wholeNumber } from './server/option-rules.ts';
import type { ServeOptions } from './server/serve.ts';

const helpText = `
The dashboard is at /_control/: requests as they pass, keys, charges, faults, and the API's documentation to try out.

Faults, for clients to be tested on:
  POST /_control/faults {"fault": NAME, "key"?, "endpoint"?, "times"?: 1, …}   for the next requests that match
  {{assay: NAME field=value}} in the text of a request                        for this request
  some of the keys that are printed                                           for each request
For tests: POST /_control/reset begins anew, GET /_control/journal lists the last requests, DELETE /_control/faults disarms all.

  rate_limit (retry_after_s), internal_error, bad_gateway, latency (latency_ms), reset, truncate, stall,
  stream_error, reset_stream, malformed_event, cut_event (each with after_messages, as truncate and stall in a stream),
  no_sources, no_follow_ups, follow_ups_not_invoked, no_results, no_answer, service_unavailable, stale_catalog,
  pace (ttft_ms, event_ms), stream_style (style: split, crlf, comments, unknown_events, unknown_fields,
  late_sources, tiny_deltas, one_delta),
  custom_response (status, headers, body): a response of your own
  pass: none for the next "times" requests, whatever else is armed

Profiles of --latency (median:p99 of the milliseconds until an answer begins, first fragment, tokens a second):
  fast 50:200, 150 ms, 200    typical 150:1000, 600 ms, 60    slow 1000:6000, 3 s, 15

Stores of --store (keys, balances, charges, faults, journal); simulators that name the same one bill as one:
  memory                                 of this process and its --workers (default)
  file:PATH                              of this machine, kept            npm install libsql
  redis://[:PASSWORD@]HOST:PORT[/N]      of a fleet                       npm install ioredis
  postgres://USER[:PASSWORD]@HOST/NAME   of a fleet, kept                 npm install pg
`;

/**
 * Adds the command `serve` to the program. `exit` takes its exit code; `findMutant` gives a mutant by its id, or throws UserError: the proof, which has
 * them, is built on the simulator.
 */
export function registerServe(
  program: Command,
  exit: (code: number) => void,
  findMutant: (id: string) => Promise<NonNullable<ServeOptions['deviation']>>,
): void {
  program
    .command('serve')
    .description('Run the simulator as a server until it is signalled')
    .option('--port <n>', 'port to listen on; 0 takes any free one', numberOf(optionRules.port), 4010)
    .option('--host <addr>', 'address to listen on', '127.0.0.1')
    .option(
      '--seed <n>',
      'changes ids, keys, phrases around quotes, the number of sources, and which requests are slow',
      numberOf(optionRules.seed),
      1,
    )
    .addOption(choice('--clock <name>', 'fixed stands at 2026-01-01', optionRules.clock.choices))
    .addOption(choice('--network <name>', 'where PDFs are fetched from', optionRules.network.choices))
    .option('--ttft <ms>', 'milliseconds until the first fragment of a chat answer', numberOf(optionRules.ttftMs))
    .option('--tokens-per-second <n>', 'how fast its fragments follow', numberOf(optionRules.tokensPerSecond))
    .option('--latency <profile>', 'none, fast, typical, slow, or MEDIAN_MS[:P99_MS] until any answer begins', 'none')
    .addOption(choice('--log <style>', 'how each request is shown on stderr', logStyles))
    .addOption(
      choice(
        '--adapter <name>',
        'what takes the requests: Express, or node:http alone, which costs less',
        optionRules.adapter.choices,
      ),
    )
    .option(
      '--store <where>',
      'memory, file:PATH, redis://… or postgres://…; several simulators can share it',
      'memory',
    )
    .option('--workers <n>', 'processes that answer on the one port', numberOf(wholeNumber(1, 64)), 1)
    .addOption(
      new Option('--cors [origin]', 'let pages of this origin, or of any, call the API from a browser')
        .preset('*')
        .argParser(textOf(optionRules.cors)),
    )
    .option('--mutant <id>', 'break exactly one rule')
    .option('--control', 'serve the control API and the dashboard under /_control (default)')
    .option('--no-control', 'do not serve the control API')
    .option(
      '--control-token <t>',
      'what calls of the control API must carry, 8 to 200 signs; without it, it is closed off loopback',
      textOf(optionRules.controlToken),
    )
    .addHelpText('after', helpText)
    .action(async ({ control = true, mutant, ttft, ...options }: CommandOptions) => {
      // Loaded only now: the front door must answer `--help` without building an index of the corpus.
      const [{ serve }, { terminal }] = await Promise.all([
        import('./server/serve.ts'),
        import('./server/serve-io.ts'),
      ]);
      const deviation = mutant === undefined ? {} : { deviation: await findMutant(mutant) };
      const given = { ...options, ...deviation, ...(ttft !== undefined && { ttftMs: ttft }), control };
      exit(await serve(given, terminal()));
    });
}

type CommandOptions = Omit<ServeOptions, 'control' | 'deviation' | 'ttftMs'> & {
  readonly control?: boolean;
  readonly mutant?: string;
  readonly ttft?: number;
};

/** An option that takes one of some names; the first is the default. */
const choice = (flags: string, text: string, names: readonly string[]): Option =>
  new Option(flags, text).choices(names).default(names[0]);

function textOf({ allows, must }: OptionRule): (text: string) => string {
  return (text) => {
    if (allows(text)) return text;
    throw new InvalidArgumentError(`It must ${must}.`);
  };
}

function numberOf({ allows, must }: OptionRule): (text: string) => number {
  const digits = textOf({ must, allows: (text) => /^\d+$/.test(String(text)) && allows(Number(text)) });
  return (text) => Number(digits(text));
}
