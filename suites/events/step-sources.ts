import { broken, type Judge } from '../judges/judgement.ts';
import { judgeEach, objectsIn } from '../judges/read.ts';
import { eventsOf, lastOf } from '../target/stream.ts';
import { sourceOf } from './same-judges.ts';
import { onStream } from './stream-judge.ts';

/**
 * Each source on a step is the one of the final `sources` event with its id, so that a client may resolve citations early. The
 * final event may hold more: pages of attached PDFs come from no retrieving step. Source: Events, step object; readings S9.
 */
export const stepSourcesFinal: Judge = onStream(({ reading }) => {
  const list = lastOf(reading, 'sources')?.value?.sources;
  if (!Array.isArray(list)) return 'nothing';
  const final = objectsIn(list).map(({ item }) => item);
  const held = eventsOf(reading, 'steps').flatMap(({ index, value }) =>
    objectsIn(value?.steps).flatMap(({ item }) => objectsIn(item.sources).map((source) => ({ index, ...source }))),
  );
  return judgeEach(held, ({ index, item }) => {
    if (typeof item.id !== 'string') return 'nothing';
    const own = sourceOf(item);
    const twins = final.filter((source) => source.id === item.id).map(sourceOf);
    if (own === undefined || twins.includes(undefined)) return 'nothing';
    if (twins.includes(own)) return 'fine';
    return broken(
      `A step in event ${index + 1} holds ${own}; the final event has ${twins[0] ?? 'no source with that id'}.`,
    );
  });
});
