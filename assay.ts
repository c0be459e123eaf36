#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { ReportsUnwritable, ReportUnreadable } from './reports/index.ts';
import { registerServe } from './simulator/command.ts';
import { version } from './suites/cli/check.ts';
import { UsageError } from './suites/cli/options.ts';
import { registerSuites } from './suites/command.ts';
import { RecordingUnreadable } from './suites/engine/recorded-transport.ts';
import { ProfileUnusable } from './suites/profile/profile.ts';

/** Exit code of a fault of our own, apart from everything a target can cause. */
const OWN_FAULT = 70;

/** Errors whose message is meant for the user: wrong usage, exit code 2. */
const FOR_USERS = [UsageError, ProfileUnusable, ReportUnreadable, ReportsUnwritable, RecordingUnreadable];

/** The front door: it dispatches to the rooms' commands and turns errors into exit codes. */
async function main(): Promise<void> {
  // A reader that leaves early (`assay rules | head`) is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
  const program = new Command('assay')
    .description('Certify or simulate a medical AI API: conformance suites and a deterministic reference simulator')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(see --help)')
    .exitOverride();
  registerSuites(program, { stdout: process.stdout, stderr: process.stderr, env: process.env }, (code) => {
    process.exitCode = code;
  });
  registerServe(program);
  for (const command of program.commands)
    command.exitOverride().showHelpAfterError(`(see assay ${command.name()} --help)`);
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = codeFor(error);
  }
}

function codeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (FOR_USERS.some((kind) => error instanceof kind)) {
    process.stderr.write(`assay: ${(error as Error).message}\n`);
    return 2;
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  process.stderr.write(`assay: a fault of assay itself: ${reason}. Please report it with the command line.\n`);
  return OWN_FAULT;
}

await main();
