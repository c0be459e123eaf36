import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../spec/index.ts';
import { questionOf } from './question.ts';

const said = (...texts: readonly string[]): ChatMessage[] =>
  texts.map((text, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', text }));

describe('the question of a conversation', () => {
  it('is the last message of the user', () => {
    const { query, terms } = questionOf(said('About eczema.', 'Yes?', 'And asthma?', 'Asthma is …'), []);
    expect(query).toBe('And asthma?');
    expect(terms).toContain('#asthma');
  });

  it('takes its topic from the nearest earlier message that has one', () => {
    const { terms } = questionOf(said('About eczema.', 'Asthma too?', 'And in children?'), []);
    expect(terms).toEqual(['children', '#asthma']);
  });

  it('takes its topic from the attached pages when nobody names one', () => {
    expect(questionOf(said('What does it say?'), ['Nothing.', 'Diagnosis: asthma.']).terms).toContain('#asthma');
  });

  it('is bounded and on one line where a step shows it, without half characters', () => {
    const { query } = questionOf(said(`\n a  b ${'😀'.repeat(1_000)}`), []);
    expect(query.startsWith('a b 😀')).toBe(true);
    expect([...query]).toHaveLength(200);
    expect(query).not.toMatch(/\p{Cs}/u);
  });

  it('is found in a conversation without a user', () => {
    expect(questionOf([{ role: 'assistant', text: 'Asthma.' }], []).terms).toContain('#asthma');
  });
});
