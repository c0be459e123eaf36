import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { wireResponse } from '../exchange/exchange.ts';
import { recordingTransport, replayTransport } from './recorded-transport.ts';
import type { RecordedExchange } from './recording.ts';
import type { Transport } from './transport.ts';

const request = { method: 'POST', url: 'http://assay.test/_control/keys', headers: {} };

/** What two equal requests get that are sent at once. */
const bodiesOf = async ({ send }: Transport): Promise<readonly string[]> => {
  const answers = await Promise.all([send(request, { timeoutMs: 1_000 }), send(request, { timeoutMs: 1_000 })]);
  return answers.map(({ body }) => Buffer.from(body).toString());
};

it('equal requests of a recording get their answers in the order of sending, whichever was answered first', async () => {
  const file = join(newFolder(), 'run.ndjson');
  let sent = 0;
  const slowFirst: Transport = {
    send: async () => {
      sent += 1;
      const body = Buffer.from(`answer ${sent}`);
      await sleep(sent === 1 ? 50 : 0);
      return wireResponse({ status: 201, body });
    },
    close: async () => undefined,
  };
  const live = await bodiesOf(recordingTransport(slowFirst, file, [], () => 'a rule'));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as RecordedExchange);
  const again = await bodiesOf(replayTransport({ exchanges, complete: true }, [], () => 'a rule'));
  expect(exchanges.map(({ answer }) => answer.body)).toEqual(['answer 2', 'answer 1']);
  expect([live, again]).toEqual([
    ['answer 1', 'answer 2'],
    ['answer 1', 'answer 2'],
  ]);
});
