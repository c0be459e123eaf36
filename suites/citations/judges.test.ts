import { describe, expect, it } from 'vitest';
import { exchangeOf } from '../judges/exchange.test-support.ts';
import type { Exchange } from '../target/exchange.ts';
import { tokensForm } from './judges.ts';

const answer = (message: string, ...ids: readonly string[]): Exchange =>
  exchangeOf({ endpoint: 'chat', body: {} }, { message, sources: ids.length === 0 ? null : ids.map((id) => ({ id })) });

describe('the form of tokens, over a whole run', () => {
  it.each([
    ...['[sw1]', '(SW1)', '[SW1, SW2]', '[SW 1]', '[ SW-1 ]', '【SW1】', '［ＳＷ１］', '[^SW1]', '{SW2;SW1}', '<sw1>'],
  ])('%s alone is broken', (token) =>
    expect(tokensForm([answer(`It helps ${token}.`, 'SW1', 'SW2')])).toMatchObject({ kind: 'broken' }),
  );

  it.each(['(SW7 2AZ)', '[1]', '[see SW1 for more]', 'SW1', '[SW]', '(CD4, CD8)', '[B12]', '(p < 0.05)', '[[SW1]]'])(
    '%s beside tokens is fine',
    (text) => expect(tokensForm([answer(`It helps [SW1]. ${text}`, 'SW1')])).toBe('fine'),
  );

  it('warns where one answer has none but misspelt ones', () => {
    const judgement = tokensForm([answer('Yes [SW1].', 'SW1'), answer('No (PM1).', 'SW1', 'PM1')]);
    expect(judgement).toMatchObject({ kind: 'tolerated' });
  });

  it('lets an answer cite nothing, and warns where none cites anything', () => {
    const silent = answer('Maybe [1].', 'SW1');
    expect(tokensForm([silent, silent])).toBe('nothing');
    expect(tokensForm([silent, silent, answer('Yes [SW1].', 'SW1')])).toBe('fine');
    expect(tokensForm([silent, silent, silent])).toMatchObject({ kind: 'tolerated' });
    expect(tokensForm([answer('No [SW1].'), answer('No.')])).toBe('nothing');
  });
});
