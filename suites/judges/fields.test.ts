import { describe, expect, it } from 'vitest';
import { responseDocuments } from '../../spec/index.ts';
import { describedKeywords } from './field-errors.ts';
import { judgeField } from './fields.ts';

const embedding = { object: 'embedding', index: 0, embedding: Array<number>(1_536).fill(0.5) };
const embeddings = {
  id: 'emb_0a1b',
  object: 'list',
  created: 1_700_000_000,
  model: 'svc-embed-v1',
  data: [embedding],
  usage: { prompt_tokens: 3, total_tokens: 3 },
};
const source = { id: 'SW1', title: 'A', url: 'https://who.int', relevance_score: 1 };

/** What stands in the finding of a rule about a document. */
function actualOf(rule: string, value: unknown): string {
  const judgement = judgeField(rule, value);
  return typeof judgement === 'string' ? judgement : judgement.actual;
}

describe('a field that breaks its rule is described in plain words, with its neighbours', () => {
  it.each<[string, object, string]>([
    [
      'embeddings.response.vector',
      { data: [{ ...embedding, embedding: Array<number>(1_535).fill(0.5) }] },
      'In the answer, `data[0].embedding` has 1,535 numbers instead of 1,536: `data[0]` is {"object": "embedding", "index": 0, "embedding": [1,535 items]}.',
    ],
    [
      'embeddings.response.id',
      { id: 'fnd_0a' },
      'In the answer, `id` is "fnd_0a" instead of `emb_` followed by hex digits: the whole is {"id": "fnd_0a", "object": "list", "created": 1700000000, "model": "svc-embed-v1", "data": [1 item], "usage": {2 properties}}.',
    ],
    ['embeddings.response.object', { object: 'lists' }, '`object` is "lists" instead of "list": '],
    ['embeddings.response.created', { created: '17' }, '`created` is the string "17" instead of an integer: '],
    [
      'embeddings.response.created',
      { created: 1_700_000_000_000 },
      '1700000000000 instead of at most 100,000,000,000: ',
    ],
    ['embeddings.response.created', { created: -1 }, '`created` is -1 instead of at least 0: '],
    ['embeddings.response.data', { data: null }, '`data` is null instead of an array: '],
    ['embeddings.response.prompt-tokens', { usage: {} }, '`usage.prompt_tokens` is missing: `usage` is {}.'],
    [
      'embeddings.response.prompt-tokens',
      { usage: { promptTokens: 3 } },
      '`usage.prompt_tokens` is missing (there is `promptTokens`): `usage` is ',
    ],
    ['embeddings.response.id', { id: undefined, data: { id: 'emb_0a' } }, '`id` is missing (it is in `data`): '],
  ])('%s of %j', (rule, change, words) => {
    expect(actualOf(rule, { ...embeddings, ...change })).toContain(words);
  });

  it('names what an empty list should be', () => {
    const chat = { steps: [], message: 'a', sources: [], follow_up_questions: null };
    expect(actualOf('chat.response.sources', chat)).toContain(
      '`sources` has 0 items instead of at least 1 item, or null: ',
    );
  });

  it('counts the neighbours that are left out of a long list', () => {
    const sources = [...Array<object>(9).fill(source), { ...source, url: 7 }];
    const chat = { steps: [], message: 'a', sources: [...sources, source], follow_up_questions: null };
    expect(actualOf('chat.response.source-url', chat)).toContain(
      '`sources[9].url` is the number 7 instead of a string: `sources[9]` is {"id": "SW1", ',
    );
    const mixed = { ...chat, sources: [...Array<object>(9).fill(source), 'no source', source] };
    expect(actualOf('chat.response.sources', mixed)).toContain(': `sources` is [5 more, {4 properties}, ');
  });

  it('says how many items are wrong where not all are', () => {
    const { title: _, ...untitled } = source;
    const chat = { steps: [], message: 'a', follow_up_questions: null };
    const actual = (...sources: object[]): string => actualOf('chat.response.source-title', { ...chat, sources });
    expect(actual(source, source, untitled)).toMatch(/`sources\[2\]` is \{.*\}; of 3 items, 1 is wrong\.$/);
    expect(actual(untitled, untitled)).not.toContain('wrong');
  });

  it('has words of its own for every keyword of the response schemas', () => {
    const structure = ['title', 'properties', 'items'];
    const used = new Set(Object.values(responseDocuments).flatMap(keywordsIn));
    expect(used).toContain('pattern');
    expect([...used].filter((keyword) => ![...structure, ...describedKeywords].includes(keyword))).toEqual([]);
  });
});

function keywordsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {}, items } = node as { properties?: object; items?: unknown };
  return [...Object.keys(node), ...Object.values(properties).flatMap(keywordsIn), ...keywordsIn(items)];
}
