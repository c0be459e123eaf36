import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { assay } from '../../cli.test-support.ts';

/** Runs a command with its output going to a disk that is full. */
const toFullDisk = (command: string) => {
  const { status, stderr } = spawnSync('sh', ['-c', `"$0" ${command} > /dev/full`, assay], { encoding: 'utf8' });
  return [status, stderr];
};

it.each(['rules', 'rules --json', 'explain rerank.top-n-min', 'clients --list'])(
  'a command whose output is all that comes of it fails where it cannot be written: %s',
  (command) => expect(toFullDisk(command)).toEqual([2, expect.stringContaining('Cannot write the output: ENOSPC')]),
);
