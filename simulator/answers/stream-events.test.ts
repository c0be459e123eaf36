import { describe, expect, it } from 'vitest';
import { answerChat } from './chat.ts';
import { givenChat, givenContext, givenPdf } from './given.test-support.ts';
import { stepSnapshots } from './stream-events.ts';

const context = givenContext({ pdfs: [givenPdf('https://files.test/a.pdf', 'Asthma is well controlled.')] });
const pro = givenChat('How is asthma treated?', { model: 'svc-chat-pro-v1', include_follow_ups: true });

describe('the snapshots of the steps', () => {
  const { steps, sources } = answerChat(pro, context);
  const snapshots = stepSnapshots(steps);

  it('add one step or finish one', () => {
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

  it('show the final sources only on the retrieving step, once it is done', () => {
    const retrieving = (snapshots.at(-1) ?? []).filter((step) => step.actions.length > 0);
    expect(retrieving).toHaveLength(1);
    expect(retrieving[0]?.sources).toEqual(sources);
    expect(snapshots.at(-1)?.filter((step) => 'sources' in step)).toEqual(retrieving);
  });

  it('summarize each search without its excerpts', () => {
    const actions = snapshots.at(-1)?.flatMap((step) => step.actions) ?? [];
    expect(actions.map(({ type }) => type)).toEqual(['search_official_source', 'search_biomedical_literature']);
    for (const action of actions) {
      const [best] = action.result as { title: string; url: string }[];
      expect(Object.keys(best ?? {})).toEqual(['title', 'url']);
      expect(action).toMatchObject({ ...best, input: { query: 'How is asthma treated?' } });
    }
  });
});
