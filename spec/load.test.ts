import { describe, expect, it } from 'vitest';
import { loadReadings, loadRules, SpecificationBroken } from './load.ts';
import { readings, rules } from './rules.ts';

const reading = { id: 'R1', question: 'Which?', simulator: 'This.', suites: 'That.', judged: true };
const rule = {
  id: 'chat.example',
  level: 'MUST',
  endpoint: 'chat',
  clause: 'Limits',
  statement: 'It holds.',
};

function messageOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    if (error instanceof SpecificationBroken) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

const refusedRule = (row: object) =>
  messageOf(() => loadRules({ chat: [{ ...rule, ...row }] }, loadReadings('spec/readings.json', [reading])));
const refusedReading = (row: object) => messageOf(() => loadReadings('spec/readings.json', [{ ...reading, ...row }]));

describe('loading rules', () => {
  it('fills in what a row leaves out', () => {
    expect(loadRules({ chat: [rule] }, [])).toEqual([{ ...rule, since: 1, needs: [], readings: [] }]);
  });

  it.each([
    ['an unknown key', { sverity: 1 }, 'field "sverity" is unknown'],
    ['a wrong level', { level: 'SHALL' }, 'field "level" is "SHALL", but must be MUST, SHOULD or MAY'],
    ['an unknown need', { needs: ['luck'] }, 'field "needs[0]" is "luck", but must be keys.revoked, '],
    ['an unknown endpoint', { endpoint: 'search' }, 'field "endpoint" is "search", but must be chat, '],
    [
      'a statement that is no sentence',
      { statement: 'It holds' },
      'field "statement" is "It holds", but must match pattern',
    ],
    ['a reading that is not there', { readings: ['R99'] }, 'it points to reading "R99", which is not there'],
    ['a constraint on nothing', { constraint: 'chat /msgs type' }, 'the request schema of chat has nothing at "/msgs"'],
    [
      'a constraint of another keyword',
      { constraint: 'chat /model maxLength' },
      'the schema at chat /model has no keyword "maxLength"',
    ],
    [
      'a constraint on an optional field',
      { constraint: 'chat / required:stream' },
      'the schema at chat / does not require "stream"',
    ],
    ['a constraint of no endpoint', { constraint: 'chats / type' }, 'it names the endpoint "chats", which is not one'],
    ['a field that is not there', { field: 'chat /source' }, 'the schema of chat has nothing at "/source"'],
    [
      'a field of no document',
      { field: 'stream.step /steps' },
      'it names the document "stream.step", which is not one',
    ],
  ])('refuses %s and says where it stands', (_, row, why) => {
    const message = refusedRule(row);
    expect(message).toContain(`Cannot load spec/rules/chat.json: row chat.example: ${why}`);
    expect(message).toMatch(/Mend that row\.$/);
    expect(message).not.toContain('\n');
  });

  it('refuses an id given twice, in one area or in two', () => {
    expect(messageOf(() => loadRules({ chat: [rule, rule] }, []))).toBe(
      'Cannot load spec/rules/chat.json: row chat.example: its id stands twice. Mend that row.',
    );
    expect(messageOf(() => loadRules({ chat: [rule], events: [rule] }, []))).toContain('spec/rules/events.json');
  });

  it('refuses a file that is no array', () => {
    expect(messageOf(() => loadRules({ chat: { rules: [] } }, []))).toBe(
      'Cannot load spec/rules/chat.json: it is no array. Write it as an array of rows.',
    );
  });

  it('names a row without an id by its beginning', () => {
    expect(messageOf(() => loadRules({ chat: [7] }, []))).toContain('row 7: it is 7, but must be an object');
  });
});

describe('loading readings', () => {
  it('fills in what a row leaves out', () => {
    expect(loadReadings('spec/readings.json', [reading])).toEqual([{ ...reading, accepted: [], warned: [] }]);
  });

  it.each([
    ['a status in words', { warned: [{ status: '400' }] }, 'field "warned[0].status" is "400", but must be'],
    ['no word on judging', { judged: undefined }, 'field "judged" is missing'],
  ])('refuses %s and says where it stands', (_, row, why) => {
    expect(refusedReading(row)).toContain(`Cannot load spec/readings.json: row ${'id' in row ? row.id : 'R1'}: ${why}`);
  });
});

describe('the rows of this folder', () => {
  it('load', () => {
    expect(rules.length).toBeGreaterThan(390);
    expect(readings).toHaveLength(77);
  });

  it('say that no verdict hangs on a reading exactly where it is not judged', () => {
    for (const { id, suites, judged } of readings) expect(suites.startsWith('No verdict hangs on'), id).toBe(!judged);
  });
});
