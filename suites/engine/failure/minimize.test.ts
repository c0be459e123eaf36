import { describe, expect, it } from 'vitest';
import { circumstances, models } from '../../../spec/index.ts';
import { callIn } from '../../generate/calls-in-circumstances.ts';
import { circumstanceRows } from '../../generate/circumstance-rows.ts';
import { type Circumstances, textIn } from '../../generate/circumstance-texts.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { toWire } from '../../http/exchange/wire.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { broken } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { noteOrigin } from './case-origin.ts';
import { describeDivide, describeEither, describeSizes } from './describe-circumstances.ts';
import { minimizeCircumstances } from './minimize.ts';
import { replacedIn } from './needed.ts';

interface Case {
  readonly row: Circumstances;
}

const failure = (): RuleBroken => new RuleBroken(broken('It is accepted.', 'It was not.'), undefined);
type Result = RuleBroken | 'fine' | 'nothing';
/** What a failure says, with its circumstances. */
const wordsOf = ({ finding: { actual, circumstances } }: RuleBroken): string =>
  [actual, ...(circumstances ? [circumstances.text] : [])].join(' ');
const brokenIf = (breaks: boolean): Result => (breaks ? failure() : 'fine');
const defaults = Object.fromEntries(circumstances.finder.map(({ name, levels }) => [name, levels[0] ?? '']));
const unusual = (row: Circumstances): number =>
  Object.entries(row).filter(([name, level]) => level !== defaults[name]).length;
const [unusualRow = {}] = circumstanceRows('finder', 2, 1, ['control_url'])
  .filter(({ key }) => key === 'live')
  .toSorted((one, other) => unusual(other) - unusual(one));

/** How long the query of a valid request is, by its circumstances. */
const lengths = new Map<Circumstances, number>();

/**
 * Minimizes a case, by default with many circumstances, that fails with a live key; gives what is said, how many cases it took, and how many of the
 * other cases that passed have these circumstances.
 */
async function minimize(
  maxTries: number,
  judge = ({ row }: Case): Result => brokenIf(row.key === 'live'),
  row: Circumstances = unusualRow,
  others: readonly Circumstances[] = [defaults],
  failedElsewhere: readonly Circumstances[] = [],
  failedPlain: readonly object[] = [],
  again?: (one: Case) => Promise<Result>,
  first = failure(),
) {
  const caseOf =
    (endpoint: 'finder' | 'embeddings') =>
    (row: Circumstances): Case => {
      const example = { row };
      const validCall = () => ({ endpoint, body: { query: 'a'.repeat(lengths.get(row) ?? 0) } });
      noteOrigin(example, { endpoint, row, make: caseOf(endpoint), validCall });
      return example;
    };
  const makeCase = caseOf('finder');
  let tries = 0;
  const cases = others.map(makeCase);
  const isFine = (example: Case): boolean => judge(example) === 'fine';
  const found = await minimizeCircumstances(
    { example: makeCase(row), error: first },
    {
      judge: async (example) => {
        tries += 1;
        return failedPlain.includes(example) ? failure() : judge(example);
      },
      again,
      maxTries,
      passed: cases.filter(isFine),
      failed: [
        ...cases.filter((example) => !isFine(example)),
        ...failedElsewhere.map(caseOf('embeddings')),
        ...(failedPlain as Case[]),
      ],
    },
  );
  return {
    said: found ? wordsOf(found.error) : '',
    circumstances: found?.error.finding.circumstances,
    tries,
    within: found?.within(cases.filter(isFine)).length,
  };
}

describe('the circumstances of a failure', () => {
  it('name the header that two of them bring only together', async () => {
    const expects = ({ notation, client }: Circumstances): boolean => notation === 'in chunks' && client === 'traced';
    const row = { ...unusualRow, notation: 'in chunks', client: 'traced' };
    const { said, circumstances: seenIn } = await minimize(60, (one) => brokenIf(expects(one.row)), row);
    expect(said).toMatch(/^It was not\. Only with .* and .* \(together they bring `Expect: 100-continue`\)\.$/);
    expect(JSON.stringify(seenIn?.with)).not.toContain('together');
  });

  it('are found in a few cases where one is needed', async () => {
    expect(unusual(unusualRow)).toBeGreaterThan(6);
    const { said, tries } = await minimize(60);
    expect(said).toMatch(/^It was not\. Only with a live key\.$/);
    expect(tries).toBeLessThan(unusual(unusualRow) + 4);
  });

  it('are left to chance where it fails with none of them left out', async () => {
    expect((await minimize(60, ({ row }) => brokenIf(row === unusualRow))).said).toContain('it comes by chance');
  });

  it('are left to chance where it fails with texts of some lengths and passes with texts of lengths between', async () => {
    const row = { ...defaults, length: '2000', depth: 'advanced' };
    const byContent = (one: Case) => brokenIf(one.row.depth === 'advanced' && Number(one.row.length) % 3 === 2);
    expect((await minimize(60, byContent, row)).said).toContain('or hangs on');
  });

  it('are the size of the body where it fails with none of them left out, and size tells all failed cases from all others', async () => {
    const rows = (size: number) =>
      Array.from({ length: 7 }, (_, at) => {
        const row = { ...unusualRow };
        lengths.set(row, size + at);
        return row;
      });
    const [long, short] = [rows(5_000), rows(100)];
    const { said } = await minimize(60, ({ row }) => brokenIf(long.includes(row)), long[0], [...long, ...short]);
    expect(said).toMatch(/In all 7 cases with a body of about 5,\d+ bytes or more, in none of the 7 others/);
  });

  it('are not told where the rule applies in no others', async () => {
    const { said } = await minimize(60, ({ row }) => (row.key === 'live' ? failure() : 'nothing'));
    expect(said).toBe('It was not.');
  });

  it('are told as numbers where the failure begins and ends between two levels', async () => {
    const from = (least: number) => (one: Case) => brokenIf(Number(one.row['max results']) >= least);
    const row = { ...defaults, 'max results': '20' };
    expect((await minimize(60, from(8), row)).said).toBe('It was not. Only with `max_results: 8` or more (not 7).');
    expect((await minimize(60, from(20), row)).said).toBe('It was not. Only with `max_results: 20` (not 19).');
  });

  it('are told where the plain level of another factor is needed as well', async () => {
    const judge = ({ row }: Case) => brokenIf(row.key === 'live' && (row.depth ?? 'left out') === 'left out');
    const row = { ...defaults, key: 'live' };
    const others = [row, { ...row, depth: 'basic' }, { ...row, depth: 'advanced', answer: 'true' }];
    expect((await minimize(60, judge, row, others)).said).toBe(
      'It was not. Only with a live key and no `search_depth`.',
    );
    const plain = ({ row: one }: Case) => brokenIf((one.depth ?? 'left out') === 'left out');
    expect((await minimize(60, plain, defaults, [defaults, ...others])).said).toBe(
      'It was not. Only with no `search_depth`.',
    );
  });

  it('are not told where what passed without one is wrong when it is sent again, though another of its levels fails', async () => {
    const judge = ({ row }: Case) => brokenIf((row.depth ?? 'left out') !== 'left out');
    const said = async (again: Result) =>
      (await minimize(60, judge, { ...defaults, depth: 'basic' }, [defaults], [], [], async () => again)).said;
    expect(await said('fine')).toBe('It was not. Only with `search_depth: basic` (also `advanced`).');
    expect(await said(failure())).toContain('Not by its circumstances');
  });

  it('are told where what passed without one did so beside another level than the one that was found', async () => {
    const judge = ({ row }: Case) =>
      brokenIf(row.depth === 'basic' || (row.depth === 'advanced' && row['max results'] === '20'));
    const row = { ...defaults, depth: 'advanced', 'max results': '20' };
    const { said } = await minimize(60, judge, row, [defaults], [], [], async (one) => judge(one));
    expect(said).toContain('Only with');
  });

  it('name the other levels that fail beside a plain one, and those that do not', async () => {
    const judge = ({ row }: Case) => brokenIf(row.key === 'live' && row.depth !== 'advanced');
    const row = { ...defaults, key: 'live' };
    const others = [row, { ...row, depth: 'advanced' }, { ...row, depth: 'advanced', answer: 'true' }];
    expect((await minimize(60, judge, row, others)).said).toBe(
      'It was not. Only with a live key and no `search_depth` (also `search_depth: basic`; not `search_depth: advanced`).',
    );
  });

  it('are not all that is needed where a plain pair fails without them', async () => {
    const call: Call = { endpoint: 'finder', body: { query: 'gout' } };
    const plain = { control: call, mutated: call };
    const { said } = await minimize(60, undefined, { ...defaults, key: 'live' }, [defaults], [], [plain]);
    expect(said).toBe('It was not. Seen with a live key, and in 1 case without.');
  });

  it('are those of two failures where one has not what the other needs', async () => {
    const judge = ({ row }: Case) =>
      brokenIf(row.key === 'live' || row.script === 'emoji' || row.edges === 'white space around');
    const row = { ...defaults, key: 'live' };
    const emoji = { ...defaults, script: 'emoji' };
    const edges = { ...defaults, edges: 'white space around' };
    const said = async (others: readonly Circumstances[]) => (await minimize(60, judge, row, others)).said;
    expect(await said([defaults, row, emoji])).toBe('It was not. Only with a live key; or with emoji in the text.');
    expect(await said([defaults, row, emoji, edges])).toBe(
      'It was not. Seen with a live key; or with emoji in the text.',
    );
  });

  it('are told apart where two failures are refused for different reasons', async () => {
    const refused = (code: string, param: string): RuleBroken => {
      const body = { error: { code, param, message: 'No.', type: 'invalid_request_error' } };
      const call: Call = { endpoint: 'finder', body: { query: 'gout' } };
      return new RuleBroken(broken('It is accepted.', 'It was not.'), exchangeOf(call, body, { status: 400 }));
    };
    const judge = ({ row }: Case): Result =>
      row.key === 'live'
        ? refused('wrong_key', 'key')
        : row.script === 'emoji'
          ? refused('wrong_text', 'query')
          : 'fine';
    const said = async (row: Circumstances, others: readonly Circumstances[]) =>
      (await minimize(60, judge, row, [defaults, ...others], [], [], undefined, judge({ row }) as RuleBroken)).said;
    const [live, emoji] = [
      { ...defaults, key: 'live' },
      { ...defaults, script: 'emoji' },
    ];
    expect(await said(live, [emoji])).toBe(
      'It was not. Only with a live key; or, refused with 400 `wrong_text` of `query`, with emoji in the text.',
    );
    expect(await said({ ...emoji, key: 'live' }, [])).toBe('It was not. Only with a live key.');
  });

  it('name the plain level that passed where all others fail', async () => {
    const judge = ({ row }: Case) => brokenIf((row.accept ?? 'exact') !== 'exact');
    const { said } = await minimize(60, judge, { ...defaults, accept: 'any' });
    expect(said).toMatch(/^It was not\. Only with `Accept: \*\/\*` \(also .*; not the exact type in `Accept`\)\.$/);
  });

  it('are those in which what passed says something of the failure', async () => {
    const isDeepAndLive = ({ row }: Case) => brokenIf(row.key === 'live' && row.depth === 'basic');
    const row = { ...defaults, key: 'live', depth: 'basic' };
    const live = { ...defaults, key: 'live' };
    expect(await minimize(60, isDeepAndLive, row, [defaults, live])).toMatchObject({ within: 0 });
    const always = (one: Case) => brokenIf(one.row !== live);
    expect(await minimize(60, always, row, [live])).toMatchObject({ said: 'It was not.', within: 1 });
  });

  it('are those of one endpoint where another one fails without them', async () => {
    const seenIn = async (row: Circumstances) =>
      (await minimize(60, undefined, unusualRow, [defaults], [row])).circumstances;
    const live = { only: true, with: [['a live key']] };
    expect(await seenIn({ key: 'live' })).toEqual({ ...live, text: 'Only with a live key.' });
    expect(await seenIn({ key: 'test' })).toEqual({ ...live, text: 'On finder only with a live key.' });
  });

  it('are everything beyond ASCII where that fails and nothing else does', async () => {
    const judge = ({ row }: Case) => brokenIf(['accents', 'other script', 'emoji'].includes(row.script ?? ''));
    const { said } = await minimize(60, judge, { ...defaults, script: 'emoji' });
    expect(said).toBe('It was not. Only with letters or signs beyond ASCII in the text.');
  });

  it('name the very sign where one of a text shows it, and not where all do', async () => {
    const withSign = (shows: RegExp, row: Circumstances) =>
      minimize(60, (example) => brokenIf(shows.test(textIn(example.row))), { ...defaults, ...row });
    const said = async (shows: RegExp, row: Circumstances) => (await withSign(shows, row)).said;
    expect(await said(/"/, { script: 'ascii', wording: 'marks and links' })).toBe(
      'It was not. Only with `"` in the text.',
    );
    expect(await said(/\u2028/, { script: 'accents' })).toBe(
      'It was not. Only with a line separator `U+2028` in the text.',
    );
    expect(await said(/[Üïéè]/, { script: 'accents', key: 'live' })).toBe(
      'It was not. Only with `Ü`, `ï`, `é` or `è` in the text.',
    );
    expect(await said(/\p{Extended_Pictographic}/u, { script: 'emoji' })).toBe(
      'It was not. Only with emoji in the text.',
    );
    expect(await said(/ \n$/, { edges: 'white space around' })).toContain('with white space around the text');
    expect(await said(/\s$/, { edges: 'white space around' })).toBe(
      'It was not. Only with a blank behind the text or a line end behind the text.',
    );
  });

  it('name the part of a notation and the header of a client that matter', async () => {
    const sentIn = (row: Circumstances) => callIn('finder', row);
    const isBlankFirst = ({ row }: Case) => brokenIf(toWire(sentIn(row), 'http://a.test', 'k').body?.[0] === 0x20);
    const said = async (judge: (one: Case) => Result, row: Circumstances) =>
      (await minimize(60, judge, { ...defaults, ...row })).said;
    expect(await said(isBlankFirst, { notation: 'indented' })).toBe('It was not. Only with JSON after a blank.');
    const header = (name: string) => (one: Case) => brokenIf(name in (sentIn(one.row).headers ?? {}));
    expect(await said(header('traceparent'), { client: 'traced' })).toBe(
      'It was not. Only with the header `traceparent`.',
    );
    expect(await said(header('accept-language'), { client: 'browser' })).toBe(
      'It was not. Only with the header `accept-language` (also the headers of a client that traces its requests).',
    );
    const always = ({ row }: Case) => brokenIf((row.client ?? 'plain') === 'browser');
    expect(await said(always, { client: 'browser' })).toBe('It was not. Only with the headers of a browser.');
  });

  it('are the size of the body where that alone tells all failed cases from all others', () => {
    const sizes = (first: number) => Array.from({ length: 6 }, (_, at) => first + at);
    expect(describeSizes(sizes(1_601), sizes(400))?.text).toBe(
      'In all 6 cases with a body of about 1,601 bytes or more, in none of the 6 others, of 405 bytes or less.',
    );
    expect(describeSizes(sizes(1_601), [...sizes(400), 1_700])).toBeUndefined();
    expect(describeSizes([1_601], sizes(400))).toBeUndefined();
  });

  it('are told by what all failed cases share, and no other, where that is the plainest level', () => {
    const rows = (stream: string, count: number) => Array.from({ length: count }, () => ({ stream, key: 'test' }));
    const failed = rows('left out', 2);
    const right = rows('true', 13);
    expect(describeDivide(failed, right)?.text).toBe('In all 2 cases with no `stream`, in none of the 13 others.');
    expect(describeDivide([...failed, ...rows('false', 1)], right)?.text).toBe(
      'In all 3 cases with no `stream` or `stream: false`, in none of the 13 others.',
    );
    expect(describeDivide(failed, [...right, ...rows('left out', 1)])).toBeUndefined();
  });

  it('are told as a range where all failed cases share numbers, and no other lies between', () => {
    const rows = (...limits: readonly number[]) => limits.map((limit) => ({ limit: String(limit) }));
    const below = [...rows(1, 2, 3, 4, 5, 505), { limit: 'left out' }];
    expect(describeDivide(rows(1_000, 506, 700, 998), below)?.text).toBe(
      'In all 4 cases with `limit=506` or more (not 505), in none of the 7 others.',
    );
    expect(describeDivide(rows(1_000, 800, 506), [...below, ...rows(700)])?.text).toBe(
      'In all 3 cases with `limit=1000`, `limit=800` or `limit=506`, in none of the 8 others.',
    );
  });

  it('are not told by what few cases may share by chance', () => {
    const rows = (stream: string, count: number) => Array.from({ length: count }, () => ({ stream }));
    expect(describeDivide(rows('true', 2), rows('left out', 12))).toBeUndefined();
    expect(describeDivide(rows('true', 4), rows('left out', 5))).toBeUndefined();
    expect(describeDivide(rows('true', 4), rows('left out', 6))).toBeDefined();
  });

  it('are not those that the rule itself replaced in the request', () => {
    const chat = (messages: readonly object[], model: string): Call => ({
      endpoint: 'chat',
      body: { model, messages },
    });
    const text = { role: 'user', text: 'a' };
    const valid = chat([text], models.chat);
    const isReplaced = replacedIn(valid, chat([{ ...text, image_urls: ['https://a.test/a.png'] }], models.chat));
    expect(['attachments', 'model', 'messages'].map(isReplaced)).toEqual([true, false, false]);
    expect(replacedIn(valid, valid)('attachments')).toBe(false);
    expect(replacedIn(undefined, valid)('attachments')).toBe(false);
  });

  it('are not levels in whose place a case sends another one', async () => {
    const callAt = (level = 'left out'): Call => ({
      endpoint: 'finder',
      body: { query: 'gout', ...(level === 'left out' ? {} : { include_answer: level === 'true' }) },
    });
    const make = (row: Circumstances): { readonly call: Call } => {
      const example = { call: callAt(row.answer === 'true' ? 'false' : row.answer) };
      noteOrigin(example, { endpoint: 'finder', row, make, validCall: (other) => callAt(other.answer) });
      return example;
    };
    const found = await minimizeCircumstances(
      { example: make({ ...defaults, answer: 'false' }), error: failure() },
      {
        judge: async ({ call }) => brokenIf('include_answer' in (call.body as object)),
        maxTries: 60,
        passed: [make(defaults)],
        failed: [],
      },
    );
    expect(found && wordsOf(found.error)).toBe('It was not. Only with `include_answer: false`.');
  });

  it('are not told where too few cases could be tried to know', async () => {
    expect((await minimize(2, () => 'fine')).said).toBe('It was not.');
  });
});

it('circumstances that differ only in what passed in their place are told once', () => {
  const brief = 'a live key (also a test key)';
  const one = { only: true, names: ['a live key'], words: 'a live key (also a test key; not no key)', brief };
  const emoji = 'emoji in the text';
  expect(describeEither(one, { ...one, words: brief }, 0).text).toBe(`Seen with ${brief}.`);
  expect(describeEither(one, { only: true, names: [emoji], words: emoji, brief: emoji }, 0)).toEqual({
    text: `Only with ${one.words}; or with ${emoji}.`,
    only: true,
    with: [['a live key'], [emoji]],
  });
});

it('circumstances that another failure needs with more beside them are told once, without those', () => {
  const of = (names: readonly string[], only = true) => ({
    ...{ only, names, words: `${names.join(' and ')} (not 2)`, brief: names.join(' and ') },
  });
  const [few, many] = [of(['3 messages or more']), of(['3 messages or more', 'a live key'])];
  const said = { text: 'Only with 3 messages or more (not 2).', only: true, with: [few.names] };
  expect([describeEither(few, many, 0), describeEither(many, few, 0)]).toEqual([said, said]);
  expect(describeEither(few, { ...many, only: false }, 0).text).toMatch(/^Seen with 3 messages or more \(not 2\)\.$/);
  expect(describeEither(of(['2 messages']), many, 0).with).toHaveLength(2);
});
