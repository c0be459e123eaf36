import { describe, expect, it } from 'vitest';
import { type WireResponse, wireResponse } from '../exchange/exchange.ts';
import { Disturbances, type RequestTraits } from './disturbances.ts';

const response = (status: number) => wireResponse({ status });

const [unavailable, ok] = [response(503), response(200)];

const stream = (number: number): RequestTraits => ({ identity: `stream ${number}`, kind: 'chat stream', bytes: 100 });

/** Twenty streams, of which each fourth fails at first, among eighty other requests that are served. */
function traffic(afterFailure: WireResponse): Disturbances {
  const disturbances = new Disturbances();
  for (let number = 0; number < 80; number += 1)
    disturbances.noteSent({ identity: `other ${number}`, kind: 'chat', bytes: 100 });
  for (let number = 0; number < 20; number += 1) {
    const responses = number % 4 === 0 ? [unavailable, afterFailure] : [ok];
    for (const each of responses) {
      disturbances.noteSent(stream(number));
      disturbances.note('chat', each, stream(number));
    }
  }
  return disturbances;
}

describe('the share of other requests that fail', () => {
  it('is that of the same kind where its failures were temporary', () => {
    expect(traffic(ok).shareOfOthers(stream(99), 1)).toBeCloseTo(5 / 24);
    expect(traffic(ok).shareOfOthers({ ...stream(99), kind: 'chat' }, 1)).toBeCloseTo(5 / 104);
  });

  it('counts failures that are not explained yet as little as those were temporary that are', () => {
    const disturbances = traffic(unavailable);
    expect(disturbances.shareOfOthers(stream(99), 1)).toBeCloseTo(10 / 104);
    for (const number of [0, 4, 8, 12]) disturbances.forget(stream(number).identity);
    for (let number = 100; number < 104; number += 1) {
      disturbances.noteSent(stream(number));
      disturbances.note('chat', unavailable, stream(number));
      disturbances.forget(stream(number).identity);
    }
    // Eight fail each time and none recovered: the two failures of the last one say nothing about the others.
    expect(disturbances.shareOfOthers(stream(99), 1)).toBe(0);
  });

  it('is that of all where those of its kind never recovered: the kind itself may be broken', () => {
    expect(traffic(unavailable).shareOfOthers(stream(99), 1)).toBeCloseTo(10 / 104);
  });
});

it('does not call the target away because it closed a connection kept open', () => {
  const closed = (isStale: boolean) =>
    wireResponse({ failure: { kind: 'broken', code: 'ECONNRESET', message: 'closed', stale: isStale } });
  const disturbances = new Disturbances();
  disturbances.note('chat', closed(true), stream(1));
  expect(disturbances.read()).toEqual([]);
  disturbances.note('chat', closed(false), stream(1));
  expect(disturbances.read()).toMatchObject([{ kind: 'away', answers: 1, what: 'ECONNRESET' }]);
});

describe('refusals in no form of the API', () => {
  const odd = wireResponse({ failure: { kind: 'garbled', code: '400 text/plain', message: 'no form' } });
  const seen = (isOdd: (number: number) => boolean): number => {
    const disturbances = new Disturbances();
    for (let number = 0; number < 400; number += 1)
      for (const each of isOdd(number) ? [odd, response(400)] : [response(400)]) {
        disturbances.noteSent(stream(number));
        disturbances.note('chat', each, stream(number));
      }
    return disturbances.oddRefusals();
  };

  it('are counted where they come all through the run', () => {
    expect(seen((number) => number % 10 === 0)).toBe(40);
  });

  it('are not where they are few, or of a part of it', () => {
    expect(seen((number) => number % 100 === 0)).toBe(0);
    expect(seen((number) => number < 150)).toBe(0);
  });
});

describe('crashes at what must be refused', () => {
  /** Every second request is valid; those that are struck get 500, then what is due. */
  const seen = (isStruck: (number: number) => boolean) => {
    const disturbances = new Disturbances();
    for (let number = 0; number < 200; number += 1) {
      const due = number % 2 === 0 ? ok : response(422);
      for (const each of isStruck(number) ? [response(500), due] : [due])
        disturbances.note('chat', each, stream(number));
    }
    return disturbances.crashes();
  };

  it('are told where they come again and again, and never at a valid request', () => {
    expect(seen((number) => number % 6 === 1)).toEqual({ endpoint: 'chat', count: 34 });
  });

  it('are not where valid requests failed too, or few failed', () => {
    expect(seen((number) => number % 6 === 1 || number === 100)).toBeUndefined();
    expect(seen((number) => number % 20 === 1)).toBeUndefined();
  });

  it('are not where they came in a few moments, in which no valid request was sent', () => {
    const disturbances = new Disturbances();
    for (let number = 0; number < 200; number += 1) {
      const due = number % 40 < 20 ? ok : response(422);
      for (const each of number % 40 < 20 ? [due] : [response(500), due])
        disturbances.note('chat', each, stream(number));
    }
    expect(disturbances.crashes()).toBeUndefined();
  });
});

describe('a limit on the length of bodies', () => {
  const page = wireResponse({ failure: { kind: 'garbled', code: '403 text/html', message: 'no form' } });
  const sent = (refused: readonly number[], accepted: readonly number[]): string | undefined => {
    const disturbances = new Disturbances();
    for (const bytes of refused) {
      disturbances.note('rerank', page, { identity: `long ${bytes}`, kind: 'rerank', bytes });
      disturbances.forget(`long ${bytes}`);
    }
    for (const bytes of accepted) disturbances.note('rerank', ok, { identity: `${bytes}`, kind: 'rerank', bytes });
    return disturbances.lengthLimit();
  };
  const long = [9_001, 9_100, 12_000, 9_300, 40_000, 9_500];

  it('is told where all long bodies failed each time, and no other', () => {
    expect(sent(long, [200, 8_192])).toBe(
      'All 6 requests to rerank that got 403 text/html each time have a body of 9,001 bytes or more, and none of more than 8,192 bytes was accepted there: the server, or a proxy or firewall in front of it, limits the length of bodies.',
    );
  });

  it('is not where a longer one was accepted, or few failed', () => {
    expect(sent(long, [200, 9_200])).toBeUndefined();
    expect(sent(long.slice(1), [200])).toBeUndefined();
  });
});
