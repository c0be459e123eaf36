import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

// RFC 8785, 3.2.2 and 3.2.3: the examples of the standard itself.
it('writes what RFC 8785 shows', () => {
  const sample = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  expect(canonicalJson(sample)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
  const names = JSON.parse(
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
  );
  const order = [...canonicalJson(names).matchAll(/":"([^"]+)"/g)].map(([, name]) => name);
  expect(order).toEqual([
    ...['Carriage Return', 'One', 'Control', 'Latin Small Letter O With Diaeresis', 'Euro Sign'],
    ...['Emoji: Grinning Face', 'Hebrew Letter Dalet With Dagesh'],
  ]);
});

it('keeps the order of names that look like numbers, and a name that is special to JavaScript', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"9":[],"10":{},"__proto__":null}'))).toBe(
    '{"10":{},"9":[],"__proto__":null,"b":1}',
  );
});
