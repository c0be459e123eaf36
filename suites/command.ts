import { type Command, Option } from 'commander';
import { startEmbedded } from '../simulator/server/embedded.ts';
import type { DiffFormat } from './cli/commands/diff.ts';
import { clientProtocol, diffCodes, exitCodes, verifyCodes } from './cli/commands/help.ts';
import type { MergeOptions } from './cli/commands/merge.ts';
import type { PlanOptions } from './cli/commands/plan.ts';
import type { VerifyOptions } from './cli/commands/verify.ts';
import { type CheckOptions, depth, dollars, FORMATS, formats, list, shard, wholeNumber } from './cli/input/options.ts';
import type { Boot } from './cli/input/target.ts';
import type { OpenDryRunTarget } from './cli/run/dry-run.ts';
import { watchInterruption } from './cli/run/interruption.ts';
import type { Io } from './cli/run/io.ts';
import type { ClientsOptions } from './clients/clients.ts';
import type { BootStage } from './clients/play.ts';
import { defaults } from './engine/context/settings.ts';
import type { JudgeFileOptions } from './passive/judge-file.ts';
import type { ProxyCommandOptions } from './passive/run-proxy.ts';

/** Starts the embedded simulator if no server is named. */
export const boot: Boot = startEmbedded;

/** The simulator, loaded only when a command needs it: `--help` must answer at once. */
const simulator = () => import('../simulator/index.ts');

/** A simulator in this process that only counts: for `plan`, and for what `check` says before it starts. */
const openDryRunTarget: OpenDryRunTarget = async () => {
  const [{ createDryRunSimulator }, { dryRunTargetOf }] = await Promise.all([
    simulator(),
    import('./cli/run/dry-run.ts'),
  ]);
  return dryRunTargetOf(createDryRunSimulator());
};

/** The clock for issuing and verifying certificates. */
const now = (): Date => new Date();

const seed = wholeNumber(0, 2_147_483_647);

/** Options of the commands that select rules and generate requests. */
const withCases = (command: Command): Command =>
  command
    .option('--rules <ids>', 'ids of rules, or prefixes such as chat.*, separated by commas (default all)', list)
    .option('--seed <n>', `seed of the generated requests (default ${defaults.seed})`, seed)
    .option(
      '--depth <name>',
      'how many circumstances valid requests combine: quick (all pairs), standard (all triples) or thorough (all fours); default standard where a control API makes requests free, else quick',
      depth,
    )
    .option('--runs <n>', 'generated cases per property', wholeNumber(1, 10_000))
    .option(
      '--concurrency <n>',
      `requests under way at once (default ${defaults.concurrency}; ${defaults.embeddedConcurrency} on the embedded simulator)`,
      wholeNumber(1, 64),
    )
    .option('--budget <usd>', 'never send what could cost more than this, in US dollars', dollars)
    .option(
      '--free-refusals',
      'the server bills no refused request: the budget counts none (the specification leaves it open)',
    );

/** Options of the commands that write reports. */
const withFiles = (command: Command, replayFolder = ''): Command =>
  command
    .option('--out <dir>', `folder for the reports (default reports/out${replayFolder})`)
    .addOption(
      new Option('--format <names>', 'report files to write: json, junit, html, markdown, sarif')
        .argParser(formats)
        .default(FORMATS, FORMATS.join()),
    )
    .option('--verbose', 'show every failure in full, what the run could reach, and how open questions were answered')
    .addHelpText('after', exitCodes);

const validDays = (): Option =>
  new Option('--valid-days <n>', 'with --sign: days until the certificate expires (default 90)').argParser(
    wholeNumber(1, 3_650),
  );

/** Options of the commands that write reports, and `--strict`. */
const withReports = (command: Command, replayFolder = ''): Command =>
  withFiles(command, replayFolder).option(
    '--strict',
    'warnings fail, rules that saw nothing are inconclusive, and an entry of known_failures that is no longer needed is an error',
  );

/**
 * Adds the commands of the suites to the program. `args` is the command line; `exit` takes each command's exit code.
 */
export function registerSuites(program: Command, args: readonly string[], io: Io, exit: (code: number) => void): void {
  withReports(withCases(program.command('check')), '; with --replay, reports/out/replay')
    .description('judge a server by every rule of the specification; without BASE_URL, the embedded simulator')
    .argument('[BASE_URL]', 'address of the server; endpoints are BASE_URL/v1/…')
    .option('--profile <file-or-url>', 'description of the server: address, keys, capabilities; - reads standard input')
    .option('--key <key>', 'active API key (or the environment variable ASSAY_KEY)')
    .option(
      '--timeout <ms>',
      `milliseconds a request may take (default ${defaults.timeoutMs})`,
      wholeNumber(1, 600_000),
    )
    .option(
      '--wait <seconds>',
      'wait so long for a server that is still starting, or being deployed (default 0)',
      wholeNumber(0, 3_600),
    )
    .option('--baseline <report.json>', 'fail only for rules that this earlier report does not fail')
    .option('--record <file>', 'write every exchange to this file, keys redacted; its folder is made')
    .option(
      '--sign <keyfile>',
      'write a signed certificate.json and badge.svg beside the reports where the verdict is conforming; the run is recorded, in recording.ndjson there unless --record says otherwise',
    )
    .addOption(validDays())
    .option('--replay <report.json>', 'try only the failures of this report again, on the target that it names')
    .option('--shard <i/n>', 'judge only the i-th of n parts of the rules', shard)
    .option(
      '--targets <file>',
      'judge many servers: a JSON array or lines, each a profile or the file or URL of one; a folder each under --out, and not again what has its verdict',
    )
    .option('--parallel <n>', 'with --targets: servers judged at once (default: processors)', wholeNumber(1, 64))
    .action(async (baseUrl: string | undefined, options: CheckOptions) => {
      // First of all, so that a run that is interrupted while it starts leaves a report, too.
      const interruption = watchInterruption();
      if (options.targets !== undefined) {
        const { checkTargets, optionsToPass } = await import('./cli/commands/check-targets.ts');
        const { targets, out, parallel } = options;
        const list = { targets, ...(out !== undefined && { out }), ...(parallel !== undefined && { parallel }) };
        const passed = optionsToPass(baseUrl, options, args.slice(1));
        exit(await checkTargets(list, passed, io, interruption).finally(() => interruption.stop()));
        return;
      }
      const target = baseUrl ?? options.profile ?? options.replay;
      // The simulator starts while the checks are loaded here.
      const early = target === undefined ? boot(interruption.noteFault) : undefined;
      early?.catch(() => undefined);
      const { check } = await import('./cli/commands/check.ts');
      const means = { boot: () => early ?? boot(interruption.noteFault), openDryRunTarget, interruption, now };
      exit(
        await check(baseUrl, options, io, means).finally(async () => {
          interruption.stop();
          await early?.then(({ close }) => close()).catch(() => undefined);
        }),
      );
    });

  withReports(program.command('clients'))
    .description(
      'judge a client by what the specification asks of clients: it is run against the simulator, once a scenario',
    )
    .argument('[COMMAND...]', 'the client, behind two dashes: assay clients -- node client.js')
    .option(
      '--scenarios <ids>',
      'scenarios: ids, or prefixes ending in * such as embeddings.*, separated by commas (default all)',
      list,
    )
    .option('--timeout <ms>', 'bound of one run of the client in milliseconds (default 30000)', wholeNumber(1, 600_000))
    .option('--list', 'print the scenarios with their rules and clauses')
    .addHelpText('after', clientProtocol)
    .action(async (command: readonly string[], options: ClientsOptions) => {
      const interruption = watchInterruption();
      const [{ clients }, { startServer }] = await Promise.all([import('./clients/clients.ts'), simulator()]);
      const bootStage: BootStage = (wire) =>
        startServer({ deviation: { id: 'a journal', wire }, onUnexpected: interruption.noteFault });
      exit(await clients(command, options, io, { boot: bootStage, interruption }).finally(interruption.stop));
    });

  withReports(program.command('judge'))
    .description('judge a recorded run again, or the traffic of others, without sending anything')
    .argument(
      '<FILE>',
      'a recording made with `assay check --record FILE` or `assay proxy --record FILE`, or an HTTP archive (.har)',
    )
    .option('--rules <ids>', 'rules: ids, or prefixes ending in *, separated by commas (default all recorded)', list)
    .option('--har <file>', 'write the recording to this file as an HTTP archive (HAR 1.2), and judge nothing')
    .action(async (file: string, options: JudgeFileOptions) => {
      const interruption = watchInterruption();
      const { judgeFile } = await import('./passive/judge-file.ts');
      exit(await judgeFile(file, options, io, interruption).finally(interruption.stop));
    });

  withReports(program.command('proxy'))
    .description('forward requests to a server unchanged, and judge its answers as they pass')
    .requiredOption('--target <url>', 'address of the server; a path in it is put before each request')
    .option('--port <n>', 'port to listen on; 0 takes any free one', wholeNumber(0, 65_535), 4011)
    .option('--host <addr>', 'address to listen on', '127.0.0.1')
    .option('--timeout <ms>', 'milliseconds until the server begins to answer (default 30000)', wholeNumber(1, 600_000))
    .option('--record <file>', 'write every exchange with the API to this file, keys redacted, for `assay judge`')
    .addHelpText(
      'after',
      '\nIt runs until SIGINT or SIGTERM, which is its end: the exit code is that of the verdict, not 130 or 143.',
    )
    .option('--mutant <id>', 'put a deviation in between, as `assay mutants` does: for clients to be tested on')
    .action(async ({ mutant, ...options }: ProxyCommandOptions & { readonly mutant?: string }) => {
      const interruption = watchInterruption();
      const { runProxy } = await import('./passive/run-proxy.ts');
      const difference =
        mutant === undefined ? undefined : (await import('./proof/index.ts')).findDeviation(mutant).wire;
      exit(await runProxy(options, io, { interruption, difference }).finally(interruption.stop));
    });

  program
    .command('keygen')
    .description('make a pair of Ed25519 keys to sign certificates with')
    .requiredOption('--out <file>', 'file of the private key; the public one goes to FILE.pub; neither may exist')
    .action(async ({ out }: { out: string }) => {
      const { keygen } = await import('./cli/commands/key-files.ts');
      exit(await keygen(out, io));
    });

  program
    .command('verify')
    .description('verify a certificate: its signature, its expiry, whose it is, and that the recording bears it out')
    .argument('<CERTIFICATE>', 'a certificate.json that `assay check --sign KEYFILE` wrote')
    .option('--recording <file>', 'the recording that it names: it is compared, then judged again, sending nothing')
    .option('--public-key <file>', 'the public key of the one who must have signed it')
    .addHelpText('after', verifyCodes)
    .action(async (file: string, options: VerifyOptions) => {
      const interruption = watchInterruption();
      const { verifyCertificate } = await import('./cli/commands/verify.ts');
      exit(await verifyCertificate(file, options, io, { interruption, now }).finally(interruption.stop));
    });

  program
    .command('diff')
    .description('compare two reports: what failed anew, what was fixed, which other verdicts and branches changed')
    .argument('<BEFORE>', 'the earlier report.json')
    .argument('<AFTER>', 'the later one')
    .addOption(new Option('--format <name>', 'how to print it').choices(['text', 'markdown', 'json']).default('text'))
    .addHelpText('after', diffCodes)
    .action(async (before: string, after: string, { format }: { format: DiffFormat }) => {
      const { diff } = await import('./cli/commands/diff.ts');
      exit(diff([before, after], format, io));
    });

  withFiles(program.command('merge'))
    .description(
      'join the reports of the shards of one run (check --shard I/N) into one, and gate by it; their recordings (--record), too, into recording.ndjson beside it',
    )
    .argument('<REPORT...>', 'the report.json of each shard')
    .option(
      '--sign <keyfile>',
      'write a signed certificate.json and badge.svg beside the joined report where the verdict is conforming and every shard was recorded',
    )
    .addOption(validDays())
    .action(async (files: readonly string[], options: MergeOptions) => {
      const interruption = watchInterruption();
      const { merge } = await import('./cli/commands/merge.ts');
      exit(await merge(files, options, io, { interruption, now }).finally(interruption.stop));
    });

  withCases(program.command('plan'))
    .description('show what check would send, what it may cost and what is skipped; sends nothing')
    .argument('[BASE_URL]', 'address of the server')
    .option('--profile <file-or-url>', 'description of the server; - reads standard input')
    .option('--key <key>', 'not needed: nothing is sent')
    .option('--mutants', 'what `assay mutants` would send instead')
    .option('--sample <n>', 'with --mutants: so many of them', wholeNumber(1, 100_000))
    .option('--json', 'print JSON')
    .action(async (baseUrl: string | undefined, options: PlanOptions) => {
      if (options.mutants) {
        const { planMutants } = await import('./proof/mutants.ts');
        return exit(await planMutants(baseUrl, options, io, openDryRunTarget));
      }
      const { plan } = await import('./cli/commands/plan.ts');
      exit(await plan(baseUrl, options, io, openDryRunTarget));
    });

  program
    .command('rules')
    .description('list the rules and whether they are judged')
    .argument('[FILTER...]', 'ids, areas or prefixes such as chat.*, and words to look for (default every rule)')
    .option('--json', 'print JSON')
    .option('--html <file>', 'write them to this file as a page, with all that `explain` says of each')
    .action(async (filters: readonly string[], options: { json?: boolean; html?: string }) => {
      const { listRules, writeRuleBook } = await import('./cli/commands/rules.ts');
      if (options.html === undefined) return exit(listRules(filters, options, io));
      const { deviations } = await import('./proof/index.ts');
      exit(await writeRuleBook(options.html, filters, deviations, io));
    });

  program
    .command('explain')
    .description('explain one rule: its clause, what is accepted, how it is checked, what breaks it')
    .argument('<RULE>', 'id of the rule')
    .action(async (id: string) => {
      if (id.startsWith('client.')) {
        const { explainClientRule } = await import('./clients/explain.ts');
        return exit(explainClientRule(id, io));
      }
      const { explainRule } = await import('./cli/commands/rules.ts');
      const { deviations } = await import('./proof/index.ts');
      exit(explainRule(id, deviations, io));
    });
}
