import { describe, expect, it } from 'vitest';
import { callFor, writtenIn } from './asks.ts';

const catalogue = [
  { domain: 'asthma.example', category: 'lungs' },
  { domain: 'stroke.example', category: 'lungs' },
  { domain: 'skin.example', category: 'skin care' },
];

describe('an ask', () => {
  it('takes categories and parts of names from the catalogue, wrapping around', () => {
    const ask = { category: { entry: 3, letters: 'upper' as const }, q: { entry: 4, from: 1, length: 3 }, limit: 7 };
    expect(callFor(ask, catalogue)?.query).toEqual({ category: 'SKIN CARE', q: 'tro', limit: '7' });
  });

  it('takes a whole name without a length', () => {
    expect(callFor({ q: { entry: 2 } }, catalogue)?.query).toEqual({ q: 'skin.example' });
  });

  it('may look for a category among the names', () => {
    expect(callFor({ q: { entry: 1, of: 'category' } }, catalogue)?.query).toEqual({ q: 'lungs' });
  });

  it('is no call where the catalogue is empty', () => {
    expect(callFor({ q: { entry: 2 } }, [])).toBeUndefined();
    expect(callFor({ limit: 1 }, [])?.query).toEqual({ limit: '1' });
  });

  it('changes the case of ASCII letters only', () => {
    expect(writtenIn('straße.example', 'upper')).toBe('STRAßE.EXAMPLE');
    expect(writtenIn('ab-cd', 'mixed')).toBe('Ab-cD');
  });
});
