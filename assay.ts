#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { registerFixtures } from './fixtures/command.ts';
import { registerServe } from './simulator/command.ts';
import { UserError } from './spec/user-error.ts';
import { registerSuites } from './suites/command.ts';
import { registerProof } from './suites/proof/command.ts';
import { version } from './suites/version.ts';

/** Exit code of a fault of our own, apart from everything a target can cause. */
const OWN_FAULT = 70;

/** Commands whose output is all that comes of them; others write files, or answer by their exit code what they print. */
const OUTPUT_ONLY = ['rules', 'explain', 'plan', 'diff', 'mutants'];

/** The front door: it dispatches to the rooms' commands and turns errors into exit codes. */
async function main(): Promise<void> {
  // A reader that leaves early (`assay rules | head`, `assay serve | head -1`) is no error, and no reason to stop working.
  let told = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // What cannot be shown changes no verdict: the exit code is still the gate's, where reports are written.
      if (error.code === 'EPIPE' || stream === process.stderr || told) return;
      told = true;
      if (OUTPUT_ONLY.includes(process.argv[2] ?? '') || process.argv.includes('--list'))
        process.once('exit', (code) => {
          if (code === 0) process.exitCode = 2;
        });
      process.stderr.write(
        `assay: Cannot write the output: ${error.code ?? error.message}. Make room on the disk, or send it elsewhere.\n`,
      );
    });
  }
  const program = new Command('assay')
    .description('Certify or simulate a medical AI API: conformance suites and a deterministic reference simulator')
    .version(version, '--version', 'print the version');
  const io = { stdout: process.stdout, stderr: process.stderr, env: process.env };
  const exit = (code: number): void => {
    process.exitCode = code;
  };
  registerSuites(program, io, exit);
  registerProof(program, io, exit);
  registerServe(program);
  registerFixtures(program, process.stdout);
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'assay' : `assay ${command.name()}`;
    command.exitOverride().configureOutput({ outputError: errorLine(name) });
  }
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = codeFor(error);
  }
}

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

function codeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    process.stderr.write(`assay: ${error.message}\n`);
    return 2;
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  process.stderr.write(`assay: a fault of assay itself: ${reason}. Please report it with the command line.\n`);
  return OWN_FAULT;
}

await main();
// A socket that a target keeps open must not keep a finished command alive.
setTimeout(() => process.exit(), 2_000).unref();
