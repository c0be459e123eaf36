import { describe, expect, it } from 'vitest';
import { paidEndpoints } from '../../spec/index.ts';
import { toWire } from '../http/exchange/wire.ts';
import { violationsOf } from '../model/classify.ts';
import { type CallResources, callIn } from './calls-in-circumstances.ts';
import { circumstanceRows, countCombinations, rowsToPrepare } from './circumstance-rows.ts';
import type { Circumstances } from './circumstance-texts.ts';
import { circumstancesOf } from './read-circumstances.ts';

const offered = ['control_url', 'fixtures_url'];
const key = (environment: string) =>
  ({ kind: 'key', key: `svc_${environment}_${'0123456789abcdef'.repeat(2)}` }) as const;
const means: CallResources = {
  fixtures: 'https://fixtures.assay.test',
  keys: { test: key('test'), live: key('live') },
};

/** Where no text is special, none has a place. */
const withoutPlace = (row: Circumstances): Circumstances =>
  row.length === 'short' && row.script === 'ascii' && row.wording === 'plain' ? { ...row, place: '' } : row;

it('asks the catalogue with a key only where its circumstances have one', () => {
  expect(callIn('domains', {}, means).authorization).toBeUndefined();
  expect(callIn('domains', { key: 'test' }, means).authorization).toEqual(means.keys?.test);
});

it('has long documents beside a long one', () => {
  const { documents } = callIn('rerank', { documents: '10', length: '2000', best: 'middle' }, means).body as {
    readonly documents: readonly string[];
  };
  expect(documents.filter((text) => text.length > 450)).toHaveLength(10);
});

describe.each(paidEndpoints)('a %s request in circumstances', (endpoint) => {
  const rows = circumstanceRows(endpoint, 2, 1, offered);

  it('is valid, and its circumstances can be read off it', () => {
    for (const row of rows) {
      const call = callIn(endpoint, row, means);
      expect(violationsOf(endpoint, call.body), JSON.stringify(row)).toEqual([]);
      const { headers, body } = toWire(call, 'http://target.test', 'svc_test_');
      const text = new TextDecoder().decode(body);
      expect(JSON.parse(text)).toEqual(call.body);
      const read = circumstancesOf({ endpoint, body: call.body, text, headers });
      expect(withoutPlace({ ...row, ...read })).toEqual(withoutPlace({ ...row }));
    }
  });

  it('has rows that the build of the package prepares', () => {
    expect(rowsToPrepare(1)[JSON.stringify([endpoint, 2, 1, offered])]).toHaveLength(rows.length);
  });

  it('spells its content type in every way that clients do', () => {
    const types = rows.flatMap((row) =>
      Object.entries(callIn(endpoint, row, means).headers ?? {}).filter(([name]) => /^content-type$/i.test(name)),
    );
    expect(new Map(types)).toEqual(
      new Map([
        ['content-type', 'application/json; charset=utf-8'],
        ['Content-Type', 'application/json;charset=UTF-8'],
      ]),
    );
  });

  it('meets every pair of levels that there is, and not every triple', () => {
    const { possible, met } = countCombinations(endpoint, 2, offered, rows);
    expect(met).toBe(possible);
    expect(countCombinations(endpoint, 2, offered, rows.slice(0, 3)).met).toBeLessThan(possible);
    const triples = countCombinations(endpoint, 3, offered, rows);
    expect(triples.met).toBeLessThan(triples.possible);
  });

  it('takes a factor that is not named for its plainest level, and counts nothing that cannot be', () => {
    const [plainest = {}] = rows;
    expect(countCombinations(endpoint, 2, offered, [{}])).toEqual(countCombinations(endpoint, 2, offered, [plainest]));
    const { byFactors, met } = countCombinations(endpoint, 2, offered, [{}, { key: 'unknown' }]);
    expect(met).toBe(byFactors.length);
  });
});
