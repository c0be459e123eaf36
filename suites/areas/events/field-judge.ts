import { findRule, resolveField } from '../../../spec/index.ts';
import { eventsOf, type StreamEvent } from '../../http/exchange/stream.ts';
import { judgeField } from '../../judges/fields.ts';
import type { Judge, Judgement } from '../../judges/judgement.ts';
import { judgeEach } from '../../judges/read.ts';
import { onStream } from './stream-judge.ts';

/** The judge of a rule about a field of one type of event: every event of that type is looked at. */
export function eventFieldJudge(rule: string): Judge {
  const type = eventTypeOf(rule);
  return onStream(({ parsed }) => judgeEach(eventsOf(parsed, type), (item) => judgeEvent(rule, item)));
}

/** Judges one event for a field rule; the finding says which event it was. */
export function judgeEvent(rule: string, item: StreamEvent): Judgement {
  const judgement = judgeField(rule, item.value);
  if (typeof judgement === 'string') return judgement;
  const place = `In event ${item.index + 1} (\`${item.type}\`)`;
  return { ...judgement, actual: judgement.actual.replace('In the answer', place) };
}

/** The event type that a rule's field stands in: `steps` for `stream.steps /steps`. */
export function eventTypeOf(rule: string): string {
  const field = findRule(rule)?.field;
  const [stream, type] = field === undefined ? [] : resolveField(field).document.split('.');
  if (stream !== 'stream' || type === undefined)
    throw new Error(`rule ${rule} names no field of a stream event: give its row one, or write another judge`);
  return type;
}
