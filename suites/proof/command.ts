import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { list, wholeNumber } from '../cli/input/options.ts';
import type { Io } from '../cli/run/io.ts';
import type { MutantsOptions } from './mutants.ts';

interface Options extends MutantsOptions {
  readonly profile?: string;
  readonly key?: string;
}

/** Adds `mutants` to the program. `exit` takes the command's exit code. */
export function registerProof(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('mutants')
    .description(
      'prove the suites: break the embedded simulator, or the server at BASE_URL, in every way and show that each is seen',
    )
    .argument('[BASE_URL]', 'address of a server that conforms; the differences are made on the wire, in front of it')
    .option('--profile <file-or-url>', 'description of the server: address, keys, capabilities; - reads standard input')
    .option('--key <key>', 'active API key (or the environment variable ASSAY_KEY)')
    .option('--only <ids>', 'mutants to try: ids, or prefixes ending in *, separated by commas', list)
    .option('--sample <n>', 'try only so many, spread over all: for servers that bill', wholeNumber(1, 100_000))
    .option('--json', 'print JSON')
    .option('--jobs <n>', 'threads, on the embedded simulator', wholeNumber(1, 32), availableParallelism())
    .action(async (baseUrl: string | undefined, options: Options) => {
      const { mutantsOfSimulator, mutantsOfTarget } = await import('./mutants.ts');
      if (baseUrl === undefined && options.profile === undefined) return exit(await mutantsOfSimulator(options, io));
      const { resolveTarget } = await import('../cli/input/target.ts');
      const neverBooted = () => Promise.reject(new Error('a target was given'));
      const { profile } = await resolveTarget(baseUrl, options, io.env, neverBooted);
      exit(await mutantsOfTarget(profile, options, io));
    });
}
