import { Command, CommanderError } from 'commander';
import { registerFixtures } from '../fixtures/command.ts';
import { registerServe } from '../simulator/command.ts';
import { UserError } from '../spec/user-error.ts';
import type { Io } from './cli/run/io.ts';
import { registerSuites } from './command.ts';
import { registerProof } from './proof/command.ts';
import { version } from './version.ts';

/** Exit code of a bug of our own, different from everything that a target can cause. */
const OWN_FAULT = 70;

/**
 * Runs a command and turns errors into exit codes. It uses only `io`, not this process, so that tests can run commands.
 */
export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const exit = (code: number): void => {
    exitCode = code;
  };
  const program = new Command('assay')
    .description('Certify or simulate a medical AI API: conformance suites and a deterministic reference simulator')
    .version(version, '--version', 'print the version');
  registerSuites(program, args, io, exit);
  registerProof(program, io, exit);
  registerServe(program, exit, async (id) => (await import('./proof/index.ts')).findDeviation(id));
  registerFixtures(program, io.stdout);
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'assay' : `assay ${command.name()}`;
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: errorLine(name),
    });
  }
  try {
    await program.parseAsync(namesCommand(program, args) ? args : args.slice(0, 1), { from: 'user' });
    return exitCode;
  } catch (error) {
    return codeFor(error, io);
  }
}

/** Whether a command of this name exists; for another one `--help` would show the help of all. */
const namesCommand = ({ commands }: Command, [name = '']: readonly string[]): boolean =>
  name === '' || name.startsWith('-') || ['help', ...commands.map((command) => command.name())].includes(name);

/** Writes an error of the command line as one line that says where help is. */
function errorLine(command: string): (text: string, write: (text: string) => void) => void {
  return (text, write) => {
    const sentence = text
      .trim()
      .replace(/^error: /, '')
      .replaceAll(/\s*\n\s*/g, ' ');
    const end = /[.?!)]$/.test(sentence) ? '' : '.';
    write(`assay: ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${end} See \`${command} --help\`.\n`);
  };
}

function codeFor(error: unknown, { stderr }: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    stderr.write(`assay: ${error.message}\n`);
    return 2;
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  stderr.write(`assay: a fault of assay itself: ${reason}. Please report it with the command line.\n`);
  return OWN_FAULT;
}
