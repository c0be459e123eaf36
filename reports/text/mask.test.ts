import { describe, expect, it } from 'vitest';
import { maskDeep, maskKey, maskKeys } from './mask.ts';

const KEY = 'svc_test_0123456789abcdef0123456789abcdef';
const MASKED = 'svc_test_…cdef';

describe('maskKey', () => {
  it('keeps the prefix and the last four characters', () => {
    expect(maskKey(KEY)).toBe(MASKED);
    expect(maskKey('a-key-of-another-format-9876')).toBe('…9876');
  });

  it('shows nothing of a secret so short that four characters would reveal it', () => {
    expect(maskKey('svc_test_abcd')).toBe('svc_test_…');
    expect(maskKey('secret')).toBe('…');
  });
});

describe('maskKeys', () => {
  it('masks whatever looks like a key, given or not, anywhere', () => {
    expect(maskKeys(`x${KEY}, Bearer ${KEY.toUpperCase()}`, [])).toBe(`x${MASKED}, Bearer SVC_TEST_…CDEF`);
    expect(maskKeys(`${KEY}ffff`, [])).toBe('svc_test_…ffff');
  });

  it('masks given keys of any format, however they overlap', () => {
    const masked = maskKeys('one=opensesame-1 two=opensesame-1-and-more', [
      'opensesame-1',
      'opensesame-1-and-more',
      '',
    ]);
    expect(masked).toBe('one=…me-1 two=…more');
  });

  it('masks short keys as whole words only', () => {
    expect(maskKeys('key monkey a.b axb', ['key', 'a.b'])).toBe('… monkey … axb');
  });

  it('changes nothing when there is no key, and nothing the second time', () => {
    expect(maskKeys('svc_test_short $& plain', [])).toBe('svc_test_short $& plain');
    expect(maskKeys(maskKeys(KEY, [KEY]), [KEY])).toBe(MASKED);
  });
});

describe('maskDeep', () => {
  it('reaches every string of a value, names included, and leaves the rest as it is', () => {
    const value = { a: [KEY, 1, null, true], [KEY]: { b: `Bearer ${KEY}` } };
    expect(maskDeep(value, [])).toEqual({ a: [MASKED, 1, null, true], [MASKED]: { b: `Bearer ${MASKED}` } });
    expect(value.a[0]).toBe(KEY);
  });
});
