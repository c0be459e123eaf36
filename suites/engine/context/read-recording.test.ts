import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { UserError } from '../../../spec/index.ts';
import { put } from '../../generate/edit.ts';
import { RECORDING_END, recordedResponse } from '../../http/transport/recording.ts';
import { readRecording } from './read-recording.ts';

const folder = newFolder();
const profile = {
  ...{ name: 'acme', base_url: 'https://api.example', keys: { active: 'svc_test_redacted-1' } },
  ...{ deterministic: false, known_failures: [], limits: {} },
};
const settings = { profile, seed: 1, concurrency: 8, timeoutMs: 30_000, rules: ['rerank.response.search-count'] };
const header = { assay_recording: 1, version: '1.0.0', settings };
const exchange = {
  scope: 'shared',
  identity: '0123456789abcdef',
  request: { method: 'GET', url: 'https://api.example/v1/domains', headers: { accept: '*/*' } },
  answer: { status: 200, headers: [['content-type', 'application/json']], body: '{}', chunks: [[3, 2]] },
};

function read(...lines: readonly unknown[]) {
  const file = join(folder, 'run.ndjson');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return readRecording(file);
}

function messageOf(...lines: readonly unknown[]): string {
  try {
    read(...lines);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message.replace(folder, '');
  }
  throw new Error('was accepted');
}

it('a recording is read back, whatever a later version writes beside', () => {
  const recording = read({ ...header, later: 1 }, exchange, '', exchange, '');
  expect(recording.settings).toEqual(settings);
  expect(recording.exchanges.map((one) => recordedResponse(one).chunks)).toEqual(Array(2).fill([{ at: 3, length: 2 }]));
});

it('a recording has come to its end where its last line says so', () => {
  expect([read(header, exchange, RECORDING_END).complete, read(header, exchange).complete]).toEqual([true, false]);
  expect(read(header, exchange, RECORDING_END, '').exchanges).toHaveLength(1);
});

const noRecording = [
  ['an empty file', ['']],
  ['a report', [JSON.stringify({ tool: { name: 'assay', version: '1' }, rules: [] }, null, 2)]],
  ['a text', ['hello']],
  ['only the rest of one', [exchange]],
  ['JSON of another kind', [[1, 2]]],
] as const;

it.each(noRecording)('a recording is told from %s', (_, lines) => {
  expect(messageOf(...lines)).toMatch(
    /^Cannot read recording \/run\.ndjson: .+ Record anew with `assay check --record/,
  );
});

it('a recording that was cut off names the line', () => {
  expect(messageOf(header, '', exchange, JSON.stringify(exchange).slice(0, 80))).toBe(
    'Cannot read recording /run.ndjson: line 4 is no JSON. Was the run cut off while writing? Remove that line.',
  );
});

it('a recording that is wrong names line, field and value, and never shows a key', () => {
  const wrong = { ...exchange, answer: { ...exchange.answer, status: '200' } };
  expect(messageOf(header, exchange, wrong)).toContain(
    'line 3: field "answer.status" is "200", but must be a whole number. Record anew',
  );
  const profileOf = (keys: unknown) => ({ ...header, settings: { ...settings, profile: { ...profile, keys } } });
  expect(messageOf(profileOf('svc_live_0123'))).toContain('field "settings.profile.keys" is a string, but');
});

it('a recording of rules that this version does not have says so', () => {
  const message = messageOf({ ...header, settings: { ...settings, rules: ['chat.gone'] } });
  expect(message).toContain('this version has no rule "chat.gone". Record anew');
});

it('a recording that is spoilt anywhere is read, or refused in one harmless line', () => {
  const places = ['scope', 'identity', 'request', 'answer', 'status', 'headers', 'chunks', 'body', 'failure', 0, 1];
  const spoilt = fc.tuple(fc.array(fc.constantFrom(...places), { minLength: 1, maxLength: 4 }), fc.jsonValue());
  fc.assert(
    fc.property(spoilt, ([place, value]) => {
      try {
        read(header, put(exchange, place, value)).exchanges.map(recordedResponse);
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        expect((error as Error).message).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});
