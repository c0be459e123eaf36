import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import { summaryCategories, summaryDocumentCount, summaryDomainCount } from './summary.ts';

const domains = [
  { category: 'asthma', document_count: 5 },
  { category: 'unknown', document_count: 4 },
  { category: 'asthma', document_count: 1 },
];
const answer = (...rows: readonly (readonly [string, unknown, unknown])[]): Exchange =>
  exchangeOf(
    { endpoint: 'domains' },
    {
      domains,
      categories: rows.map(([category, domain_count, document_count]) => ({ category, domain_count, document_count })),
    },
  );
const isBroken = expect.objectContaining({ kind: 'broken' });
const judges = [summaryCategories, summaryDomainCount, summaryDocumentCount];
const judged = (exchange: Exchange): readonly unknown[] => judges.map((judge) => judge(exchange));

describe('the summary', () => {
  it('has one entry for each category, in any order, with exact sums', () => {
    expect(judged(answer(['unknown', 1, 4], ['asthma', 2, 6]))).toEqual(['fine', 'fine', 'fine']);
  });

  it('misses no category', () => {
    expect(judged(answer(['asthma', 2, 6]))).toEqual([isBroken, 'fine', 'fine']);
  });

  it('has no category of domains that were cut', () => {
    expect(judged(answer(['unknown', 1, 4], ['asthma', 2, 6], ['stroke', 1, 9]))).toEqual([isBroken, 'fine', 'fine']);
  });

  it('has no category twice', () => {
    expect(judged(answer(['asthma', 1, 5], ['asthma', 1, 1], ['unknown', 1, 4]))).toEqual([isBroken, 'fine', 'fine']);
  });

  it('counts the returned domains', () => {
    expect(judged(answer(['unknown', 1, 4], ['asthma', 3, 6]))).toEqual(['fine', isBroken, 'fine']);
  });

  it('adds up the returned documents', () => {
    expect(judged(answer(['unknown', 1, 4], ['asthma', 2, 60]))).toEqual(['fine', 'fine', isBroken]);
  });

  it('is not judged where a number is none: its field rule blames that', () => {
    expect(judged(answer(['unknown', '1', null], ['asthma', '2', null]))).toEqual(['fine', 'nothing', 'nothing']);
  });

  it('is empty beside no domains', () => {
    const empty = exchangeOf({ endpoint: 'domains' }, { domains: [], categories: [] });
    expect(judged(empty)).toEqual(['fine', 'nothing', 'nothing']);
  });

  it('may count categories that differ only by case together or apart', () => {
    const mixed = [...domains, { category: 'Asthma', document_count: 3 }];
    const judgedMixed = (...rows: readonly (readonly [string, number, number])[]): readonly unknown[] => {
      const categories = rows.map(([category, domain_count, document_count]) => ({
        category,
        domain_count,
        document_count,
      }));
      return judged(exchangeOf({ endpoint: 'domains' }, { domains: mixed, categories }));
    };
    expect(judgedMixed(['asthma', 3, 9], ['unknown', 1, 4])).toEqual(['fine', 'fine', 'fine']);
    expect(judgedMixed(['asthma', 2, 6], ['Asthma', 1, 3], ['unknown', 1, 4])).toEqual(['fine', 'fine', 'fine']);
    expect(judgedMixed(['unknown', 1, 4])).toEqual([isBroken, 'fine', 'fine']);
  });

  it('warns for a category in another case than its domains write it, and counts it all the same', () => {
    const isTolerated = expect.objectContaining({ kind: 'tolerated' });
    expect(judged(answer(['Unknown', 1, 4], ['asthma', 2, 6]))).toEqual([isTolerated, 'fine', 'fine']);
    expect(judged(answer(['unknown', 2, 4], ['ASTHMA', 2, 7]))).toEqual([isTolerated, isBroken, isBroken]);
  });

  it('has no entry in another case beside the one that counts', () => {
    expect(judged(answer(['unknown', 1, 4], ['asthma', 2, 6], ['Asthma', 0, 0]))).toEqual([isBroken, 'fine', 'fine']);
  });
});
