import { expect, it } from 'vitest';
import type { Step } from '../content/report.ts';
import { timelineHtml } from './timeline.ts';

const event = (type: string): string => `data: {"type":"${type}"}\n\n`;

/** A stream whose pieces came at these times. */
function streamOf(came: readonly (readonly [at: number, text: string])[], failure?: string): Step {
  const body = came.map(([, text]) => text).join('');
  const pieces = came.map(([at, text]): [number, number] => [at, Buffer.byteLength(text)]);
  const answer = { status: 200, headers: [], body, pieces, ...(failure === undefined ? {} : { failure }) };
  return { to: 'api', method: 'POST', url: 'http://a/v1', headers: {}, answer, at_ms: 0, took_ms: 1_000 };
}

const shown = (step: Step, actual = ''): string => timelineHtml(step, actual).markup;

const whole = [
  [10, event('steps')],
  [20, `${event('message')}: a comment\n\n${event('message')}`],
  [900, event('sources')],
  [1000, 'data: [DONE]\n\n'],
] as const;

it('has a lane for each type, with the arrival time of each event, and the longest wait', () => {
  const picture = shown(streamOf(whole));
  expect(picture).toContain(
    '<p><code>message</code> ×2</p><p><code>comment</code> ×1</p><p><code>sources</code> ×1</p>',
  );
  expect(picture).toContain('<svg x="90.00%" y="84" overflow="visible"><path class="mark"');
  expect(picture).toContain('<title>event 4: sources at 900 ms</title>');
  expect(picture).toContain('<rect class="gap" x="2.00%" y="0" width="88.00%"');
  expect(picture).toContain('aria-label="6 events in 1.0 s; longest wait 880 ms of silence before event 4 (sources)."');
});

it('counts an event as arrived with its last byte', () => {
  const text = event('steps');
  const picture = shown(
    streamOf([
      [10, text.slice(0, 5)],
      [400, text.slice(5)],
      [500, 'data: [DONE]\n\n'],
    ]),
  );
  expect(picture).toContain('<title>event 1: steps at 400 ms</title>');
});

it('marks the events that the judge names', () => {
  const picture = shown(streamOf(whole), 'Event 4 is `sources`, event 3 is `message`.');
  expect(picture.match(/class="mark wrong"/g)).toHaveLength(2);
  expect(picture).toContain('event 4 (sources), named by the failure, came at 900 ms');
});

it('distinguishes a stream without its end, one that broke off, and one that came at once', () => {
  expect(shown(streamOf(whole.slice(0, 3)))).toContain('text-anchor="end">no [DONE], 900 ms</text>');
  expect(shown(streamOf(whole.slice(0, 2), 'The connection was reset.'))).toContain('>broke off, 1.0 s</text>');
  const once = shown(streamOf([[7, event('steps') + event('message')]]));
  expect(once).toContain('all came together');
  expect(once).not.toContain('class="gap"');
});

it('is left out if no times are known, and small if there are thousands', () => {
  const { answer, ...step } = streamOf(whole);
  const { pieces: _, ...untimed } = answer;
  expect(shown({ ...step, answer: untimed })).toBe('');
  const many = shown(streamOf(Array.from({ length: 5_000 }, (_, at) => [at, event('message')] as const)));
  expect(many).toContain('(one of 20 is drawn)');
  expect(many.length).toBeLessThan(60_000);
});

it('aligns what follows a cut of the evidence to the end of the stream', () => {
  const step = streamOf(whole);
  const { body } = step.answer;
  const cut = `${body.slice(0, 30)} …[${body.length - 80} characters left out]… ${body.slice(-50)}`;
  const picture = shown({ ...step, answer: { ...step.answer, body: cut } });
  expect(picture).toContain('<title>event 1: steps at 10 ms</title>');
  expect(picture).toContain('<title>[DONE] at 1.0 s</title>');
});
