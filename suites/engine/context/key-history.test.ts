import { expect, it } from 'vitest';
import type { Authorization, Exchange } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { toWire } from '../../http/exchange/wire.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { broken } from '../../judges/judgement.ts';
import { evidenceOf } from '../failure/evidence.ts';
import { namedKeys } from '../failure/key-names.ts';
import { KeyHistory } from './key-history.ts';

const base = 'http://target.example';
const hex = (digit: string): string => `svc_test_${digit.repeat(32)}`;
const keys = namedKeys({ keys: { active: hex('1') } });

/** A call of the control API with its response. */
function controlCall(method: string, path: string, at: number, order?: object, response: object = {}): LoggedRequest {
  const body = order === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(order)) };
  return {
    to: 'control',
    request: { method, url: `${base}/_control${path}`, headers: {}, ...body },
    response: exchangeOf({ endpoint: 'finder' }, response, { status: method === 'DELETE' ? 204 : 201 }),
    startedAt: at,
    endedAt: at + 5,
  };
}

const made = (key: string, at: number, order: object): LoggedRequest =>
  controlCall('POST', '/keys', at, order, { key });

function apiRequest(authorization: Authorization, at: number): LoggedRequest & { readonly response: Exchange } {
  const call = { endpoint: 'finder', body: { query: 'a' }, authorization } as const;
  const request = toWire(call, base, hex('1'));
  return { to: 'api', request, response: { ...exchangeOf(call, {}), request }, call, startedAt: at, endedAt: at + 10 };
}

/** The evidence for a request that is alone in its log, after a history of the run. */
function stepsAfter(history: readonly LoggedRequest[], last: ReturnType<typeof apiRequest>, kept = true) {
  const log = new KeyHistory();
  for (const entry of history) log.add(entry);
  const steps = log.withKeySetup(kept ? [last] : [], last.response);
  const failure = evidenceOf(broken('Due.', 'Came.'), last.response, 1, '', steps, undefined, keys);
  return (failure.steps ?? []).map(({ method, url, headers, body, at_ms }) => ({
    asked: `${method} ${url.slice(base.length)}`,
    ...(headers.authorization === undefined ? {} : { with: headers.authorization }),
    ...(body === undefined ? {} : { body }),
    at_ms,
  }));
}

it('a key that another rule made is made by the first steps, as it was ordered, and has its name from that', () => {
  const order = { environment: 'live', balance_micros: 0 };
  const history = [made(hex('2'), 0, {}), made(hex('3'), 10, order)];
  expect(stepsAfter(history, apiRequest({ kind: 'key', key: hex('3') }, 60_000))).toEqual([
    { asked: 'POST /_control/keys', body: JSON.stringify(order), at_ms: 0 },
    { asked: 'POST /v1/finder', with: 'Bearer $LIVE_EMPTY_KEY_1', body: '{"query":"a"}', at_ms: 5 },
  ]);
});

it('a key that another rule made is revoked where it was, and what was done to it later is left out', () => {
  const key = hex('2');
  const history = [
    made(key, 0, {}),
    controlCall('DELETE', `/keys/${key}`, 10),
    controlCall('DELETE', `/faults?key=${key}`, 70_000),
  ];
  const header = apiRequest({ kind: 'header', value: `bearer ${key}` }, 60_000);
  expect(stepsAfter(history, header).map((step) => [step.asked, step.with])).toEqual([
    ['POST /_control/keys', undefined],
    ['DELETE /_control/keys/$REVOKED_KEY_1', undefined],
    ['POST /v1/finder', 'bearer $REVOKED_KEY_1'],
  ]);
});

it('a key that another rule made is made where the journal does not hold the request itself', () => {
  const asked = stepsAfter([made(hex('2'), 0, {})], apiRequest({ kind: 'key', key: hex('2') }, 0), false);
  expect(asked.map((step) => step.with)).toEqual([undefined, 'Bearer $KEY_1']);
});

it('a key that another rule made is left alone where no request uses it', () => {
  expect(stepsAfter([made(hex('2'), 0, {})], apiRequest({ kind: 'active' }, 100))).toHaveLength(1);
});
