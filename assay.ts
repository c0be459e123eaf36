#!/usr/bin/env node
import { runCommand } from './suites/run-command.ts';

/** Commands whose output is all that comes of them; others write files, or answer by their exit code what they print. */
const OUTPUT_ONLY = ['rules', 'explain', 'plan', 'diff', 'mutants'];

const { stdout, stderr, env } = process;
const args = process.argv.slice(2);

// A reader that leaves early (`assay rules | head`, `assay serve | head -1`) is no error, and no reason to stop working.
let told = false;
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // What cannot be shown changes no verdict: the exit code is still the gate's, where reports are written.
    if (error.code === 'EPIPE' || stream === stderr || told) return;
    told = true;
    if (OUTPUT_ONLY.includes(args[0] ?? '') || args.includes('--list'))
      process.once('exit', (code) => {
        if (code === 0) process.exitCode = 2;
      });
    stderr.write(
      `assay: Cannot write the output: ${error.code ?? error.message}. Make room on the disk, or send it elsewhere.\n`,
    );
  });
}

process.exitCode = await runCommand(args, { stdout, stderr, env });
// A socket that a target keeps open must not keep a finished command alive.
setTimeout(() => process.exit(), 2_000).unref();
