import { plural } from '../../../reports/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import { eventsOf, lastEventOf, type ParsedStream, streamOf } from '../../http/exchange/stream.ts';
import { describeDifference } from '../../judges/difference.ts';
import { broken, type Judge, type JudgeAll, type Judgement, tolerated } from '../../judges/judgement.ts';
import { isPage } from '../../judges/odd-values.ts';
import { judgeEach, listIn, objectsIn } from '../../judges/read.ts';
import { sourceOf } from './same-judges.ts';
import { onStream } from './stream-judge.ts';

/** A step of a snapshot: the actions it took, and the sources it holds; undefined where it has no list of them. */
interface Step {
  readonly at: number;
  readonly actions: readonly unknown[];
  readonly sources: readonly JsonObject[] | undefined;
}

interface Snapshot {
  readonly index: number;
  readonly steps: readonly Step[];
  /** Number of actions of all steps. */
  readonly count: number;
}

/** The snapshots of a stream, in order. */
const snapshotsOf = (parsed: ParsedStream): readonly Snapshot[] =>
  eventsOf(parsed, 'steps').map(({ index, value }) => {
    const steps = objectsIn(value?.steps).map(({ at, item: { actions, sources } }) => ({
      at,
      actions: listIn(actions),
      sources: Array.isArray(sources) ? objectsIn(sources).map(({ item }) => item) : undefined,
    }));
    return { index, steps, count: steps.reduce((sum, { actions }) => sum + actions.length, 0) };
  });

/** The steps as they are when the answer begins, and retrieval is over; none in a stream that did not come so far. */
const finalSteps = (parsed: ParsedStream): readonly Step[] =>
  eventsOf(parsed, 'message').length === 0 ? [] : (snapshotsOf(parsed).at(-1)?.steps ?? []);

/** Sources that were searched for; pages of attached PDFs were not. */
const isFound = (source: JsonObject): boolean => typeof source.id === 'string' && !isPage(source);
const holdsFound = ({ sources = [] }: Step): boolean => sources.some(isFound);

/**
 * Each source on a step is the one of the final `sources` event with its id, so that a client may resolve citations early. The
 * final event may hold more: pages of attached PDFs come from no retrieving step. Source: Events, step object; readings S9.
 */
export const stepSourcesFinal: Judge = onStream(({ parsed }) => {
  const judgement = stepSourcesKnown(parsed);
  return judgement === 'fine' ? allStepSources(parsed) : judgement;
});

/** The sources on steps are those of the final event, so that none of it is missing there once a step holds any. Source: readings S9. */
function allStepSources(parsed: ParsedStream): Judgement {
  const held = finalSteps(parsed).flatMap(({ sources = [] }) => sources);
  const final = objectsIn(lastEventOf(parsed, 'sources')?.value?.sources).map(({ item }) => item);
  const missing = final.filter((source) => isFound(source) && !held.some(({ id }) => id === source.id));
  if (held.length === 0 || missing.length === 0) return 'fine';
  return tolerated(`No step holds ${missing[0]?.id}, which the final event has.`);
}

function stepSourcesKnown(parsed: ParsedStream): Judgement {
  const list = lastEventOf(parsed, 'sources')?.value?.sources;
  if (!Array.isArray(list)) return 'nothing';
  const final = objectsIn(list).map(({ item }) => item);
  const held = eventsOf(parsed, 'steps').flatMap(({ index, value }) =>
    objectsIn(value?.steps).flatMap(({ item }) => objectsIn(item.sources).map((source) => ({ index, ...source }))),
  );
  return judgeEach(held, ({ index, item }) => {
    if (typeof item.id !== 'string') return 'nothing';
    const own = sourceOf(item);
    const twins = final.filter((source) => source.id === item.id).map(sourceOf);
    if (own === undefined || twins.includes(undefined)) return 'nothing';
    if (twins.includes(own)) return 'fine';
    const other = final.find((source) => source.id !== item.id && source.url !== undefined && source.url === item.url);
    const instead = other === undefined ? '' : ` There ${JSON.stringify(item.url)} is ${String(other.id)}.`;
    return broken(
      twins[0] === undefined
        ? `The final event has no source with the id of one that a step in event ${index + 1} holds: ${own}.`
        : `Of ${item.id}, ${describeDifference(JSON.parse(own), JSON.parse(twins[0]), [`on a step in event ${index + 1}`, 'in the final event'])}.${instead}`,
    );
  });
}

/**
 * One step has `sources`: the retrieving one, which shows by its actions. Which one that is the text does not tell: several, sources on a step that did
 * nothing, and sources that go again warn. Source: Events, step object; readings S9.
 */
export const stepSourcesOnce: Judge = onStream(({ parsed }) => {
  const snapshots = snapshotsOf(parsed);
  const holders = snapshots.map(({ steps }) => steps.filter(({ sources }) => sources !== undefined));
  if (holders.every(({ length }) => length === 0)) return 'nothing';
  const last = finalSteps(parsed).filter(holdsFound);
  const idle = last.find(({ actions }) => actions.length === 0);
  if (idle !== undefined && last.some(({ actions }) => actions.length > 0))
    return tolerated(
      `In the last snapshot \`steps[${idle.at}]\` has sources though it has no actions, beside a step that has both.`,
    );
  const many = holders.findIndex(({ length }) => length > 1);
  if (many !== -1)
    return tolerated(
      `In event ${Number(snapshots[many]?.index) + 1}, ${holders[many]?.length} steps have \`sources\`.`,
    );
  const lost = holders.findIndex((now, at) => !now.some(holdsFound) && holders[at - 1]?.some(holdsFound));
  return lost === -1
    ? 'fine'
    : tolerated(`Event ${Number(snapshots[lost]?.index) + 1} lacks the \`sources\` of the snapshot before.`);
});

/**
 * Actions are added and stay, and the step that holds what was found says how. When the answer begins, retrieval is over, so that this is looked
 * for in the last snapshot; the shape of actions is not judged. Source: Events, step object and rule 1a; readings S10.
 */
export const stepActionsSlot: Judge = onStream(({ parsed }) => {
  const snapshots = snapshotsOf(parsed);
  const fewer = judgeEach(
    snapshots.map((now, at) => ({ now, before: snapshots[at - 1] })),
    ({ now, before }) =>
      before !== undefined && now.count < before.count
        ? broken(
            `In \`steps\`, event ${before.index + 1} has ${plural(before.count, 'action')}, event ${now.index + 1} has ${now.count}.`,
          )
        : 'nothing',
  );
  const held = judgeEach(finalSteps(parsed).filter(holdsFound), ({ at, actions }) =>
    actions.length > 0 ? 'fine' : tolerated(`In the last snapshot \`steps[${at}]\` has sources and no actions.`),
  );
  if (fewer !== 'nothing') return fewer;
  return held === 'nothing' && snapshots.some(({ count }) => count > 0) ? 'fine' : held;
});

/** Steps come as processing progresses, and actions with them where anything was found. Source: Events, rule 1a; readings S43. */
export const stepsAdded: JudgeAll = (exchanges) => {
  const readings = exchanges
    .map(streamOf)
    .filter((parsed) => eventsOf(parsed, 'steps').some(({ value }) => Array.isArray(value?.steps)));
  if (readings.length === 0) return 'nothing';
  const streams = readings.map(snapshotsOf);
  const steps = streams.flat().flatMap((snapshot) => snapshot.steps);
  if (steps.length === 0) return broken(`In ${readings.length} streams no snapshot holds a step.`);
  const found = readings.filter((parsed) =>
    objectsIn(lastEventOf(parsed, 'sources')?.value?.sources).some(({ item }) => isFound(item)),
  );
  if (found.length > 0 && steps.every(({ actions }) => actions.length === 0))
    return broken(
      `In ${readings.length} streams no step has an action, though ${found.length} have sources that were searched for.`,
    );
  const several = streams.filter(({ length }) => length > 1);
  return several.length === 0 || several.some(isAddedTo)
    ? 'fine'
    : broken(
        `In ${several.length} streams with several snapshots none has a step or an action more than the one before.`,
      );
};

/** Whether a snapshot has more steps or actions than the one before. */
const isAddedTo = (snapshots: readonly Snapshot[]): boolean =>
  snapshots.some(({ steps, count }, at) => {
    const before = snapshots[at - 1];
    return before !== undefined && (steps.length > before.steps.length || count > before.count);
  });
