import { describe, expect, it } from 'vitest';
import type { ChatRequest, StreamEvent } from '../../spec/index.ts';
import { answerChat } from './chat.ts';
import { chatResponseOf } from './chat-response.ts';
import { givenChat, givenContext, givenPdf } from './given.test-support.ts';
import { stepSnapshots, streamEventsOf } from './stream-events.ts';

const context = givenContext({ pdfs: [givenPdf('https://files.test/a.pdf', 'Asthma is well controlled.')] });
const eventsFor = (request: ChatRequest, given = context): StreamEvent[] =>
  streamEventsOf(answerChat(request, given), request);
const pro = givenChat('How is asthma treated?', { model: 'svc-chat-pro-v1', include_follow_ups: true });

describe('the events of a stream', () => {
  it('come in order: steps, message, sources, follow-up questions', () => {
    const types = eventsFor(pro).map(({ type }) => type);
    expect([...new Set(types)]).toEqual(['steps', 'message', 'sources', 'follow_up_questions']);
    expect(types).toEqual(types.toSorted((left, right) => rank(left) - rank(right)));
    expect(types.filter((type) => type === 'steps').length).toBeGreaterThanOrEqual(3);
    expect(types.filter((type) => type === 'message').length).toBeGreaterThan(2);
    expect(types.slice(-2)).toEqual(['sources', 'follow_up_questions']);
  });

  it('have no follow-up questions when none were asked for', () => {
    expect(eventsFor(givenChat('asthma')).at(-1)?.type).toBe('sources');
  });

  it('have empty lists, never null, when nothing was found', () => {
    const request = givenChat('xyzzy', { include_follow_ups: true });
    expect(eventsFor(request, givenContext()).slice(-2)).toEqual([
      { type: 'sources', sources: [] },
      { type: 'follow_up_questions', follow_up_questions: [] },
    ]);
  });

  it('hold the same data as the JSON answer', () => {
    for (const request of [
      pro,
      givenChat('asthma'),
      givenChat('xyzzy'),
      givenChat('flu', { include_follow_ups: true }),
    ]) {
      const events = eventsFor(request);
      const body = chatResponseOf(answerChat(request, context));
      const message = events.map((event) => (event.type === 'message' ? event.content : '')).join('');
      const sources = events.find((event) => event.type === 'sources')?.sources;
      const steps = events.findLast((event) => event.type === 'steps')?.steps;
      const followUps = events.find((event) => event.type === 'follow_up_questions')?.follow_up_questions;
      expect(message).toBe(body.message);
      expect(sources).toEqual(body.sources ?? []);
      expect(steps?.map(({ description }) => description)).toEqual(body.steps.map(({ description }) => description));
      expect(followUps ?? []).toEqual(body.follow_up_questions ?? []);
    }
  });
});

describe('the snapshots of the steps', () => {
  const { steps, sources } = answerChat(pro, context);
  const snapshots = stepSnapshots(steps);

  it('grow by one step or finish one', () => {
    for (const [at, snapshot] of snapshots.entries()) {
      const before = snapshots[at - 1] ?? [];
      expect(snapshot.length - before.length).toBeLessThanOrEqual(1);
      expect(snapshot.length).toBeGreaterThanOrEqual(before.length);
      expect(snapshot).not.toEqual(before);
    }
    expect(snapshots.at(-1)).toHaveLength(steps.length);
  });

  it('show a step in progress without actions and without sources', () => {
    for (const [at, snapshot] of snapshots.entries()) {
      if (snapshot.length === (snapshots[at - 1]?.length ?? 0)) continue;
      expect(Object.keys(snapshot.at(-1) ?? {})).toEqual(['description', 'actions']);
      expect(snapshot.at(-1)?.actions).toEqual([]);
    }
  });

  it('show the final sources on the retrieving step alone, once it is done', () => {
    const retrieving = (snapshots.at(-1) ?? []).filter((step) => step.actions.length > 0);
    expect(retrieving).toHaveLength(1);
    expect(retrieving[0]?.sources).toEqual(sources);
    expect(snapshots.at(-1)?.filter((step) => 'sources' in step)).toEqual(retrieving);
  });

  it('sum up each search without its excerpts', () => {
    const actions = snapshots.at(-1)?.flatMap((step) => step.actions) ?? [];
    expect(actions.map(({ type }) => type)).toEqual(['search_official_source', 'search_biomedical_literature']);
    for (const action of actions) {
      const [best] = action.result as { title: string; url: string }[];
      expect(Object.keys(best ?? {})).toEqual(['title', 'url']);
      expect(action).toMatchObject({ ...best, input: { query: 'How is asthma treated?' } });
    }
  });
});

function rank(type: StreamEvent['type']): number {
  return ['steps', 'message', 'sources', 'follow_up_questions', 'error'].indexOf(type);
}
