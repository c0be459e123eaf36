import { type Judgement, Unjudgeable } from '../judges/judgement.ts';
import { bodyOf } from '../judges/read.ts';
import {
  citesById,
  failsInBand,
  givesContent,
  givesNullForEmpty,
  keepsTokens,
  noticesCut,
  reportsCode,
  reportsNoCode,
  reportsStatus,
} from './answer-judges.ts';
import {
  asksByQuery,
  backsOff,
  bearsKey,
  doesNotRepeat,
  goesToItsPath,
  sendsJson,
  sendsNoModel,
  staysValid,
  waitsAsTold,
} from './request-judges.ts';
import { lastRequest, type ScenarioRun } from './scenario-run.ts';

/** Judges one scenario for one rule; `noise` tells how busy the machine was. Throws Unjudgeable if nobody can know. */
type ClientJudge = (scenarioRun: ScenarioRun, noise?: 'busy' | 'quiet') => Judgement;

/** For rules of streams: a client that asked for none has none to read. */
const ofStreams =
  (judge: ClientJudge): ClientJudge =>
  (scenarioRun) => {
    const last = lastRequest(scenarioRun);
    return last !== undefined && bodyOf(last)?.stream === true ? judge(scenarioRun) : 'nothing';
  };

/** The judge of each rule of clients: pure functions. */
export const judges: Readonly<Record<string, ClientJudge>> = {
  'client.request.path': goesToItsPath,
  'client.request.bearer': bearsKey,
  'client.request.json': sendsJson,
  'client.request.valid': staysValid,
  'client.request.query': asksByQuery,
  'client.request.finder-model': sendsNoModel,
  'client.answer.content': givesContent(),
  'client.answer.null': givesContent(),
  'client.answer.scores': givesContent(),
  'client.citations.raw': keepsTokens,
  'client.citations.by-id': citesById,
  'client.stream.deltas': ofStreams(givesContent(['message'])),
  'client.stream.snapshots': ofStreams(givesContent(['sources', 'follow_up_questions'])),
  'client.stream.empty-lists': ofStreams(givesNullForEmpty),
  'client.stream.lines': ofStreams(givesContent()),
  'client.stream.unknown-types': ofStreams(givesContent()),
  'client.stream.unknown-fields': ofStreams(givesContent()),
  'client.stream.error': ofStreams(failsInBand),
  'client.stream.done': ofStreams(noticesCut),
  'client.stream.refused': ofStreams(reportsStatus),
  'client.errors.status': reportsStatus,
  'client.errors.code': reportsCode,
  'client.errors.detail': reportsNoCode,
  'client.retry.400': doesNotRepeat(400),
  'client.retry.401': doesNotRepeat(401),
  'client.retry.402': doesNotRepeat(402),
  'client.retry.403': doesNotRepeat(403),
  'client.retry.422': doesNotRepeat(422),
  'client.retry.429': waitsAsTold,
  'client.retry.500': backsOff(500),
  'client.retry.503': backsOff(503),
};

/** The result of one rule in one scenario. */
export interface Judged {
  readonly rule: string;
  readonly scenarioRun: ScenarioRun;
  readonly judgement: Judgement | { readonly kind: 'open' | 'unseen'; readonly why: string };
}

/** Rules about reading a response: if they are broken in the plain scenario too, a special one says nothing. */
const isReading = (rule: string): boolean => /^client\.(answer|stream)\./.test(rule);

/** Judges a rule in a scenario; `control` is the run of the plain scenario. */
export function judgeScenarioRun(
  rule: string,
  scenarioRun: ScenarioRun,
  control?: ScenarioRun,
  noise: 'busy' | 'quiet' = 'busy',
): Judged {
  const judged = judgeAlone(rule, scenarioRun, noise);
  const blamed = typeof judged.judgement === 'object' && judged.judgement.kind === 'broken';
  if (!blamed || !isReading(rule) || control === undefined) return judged;
  const misread = control.scenario.rules.filter(isReading).find((own) => {
    const { judgement } = judgeAlone(own, control);
    return typeof judgement === 'object' && judgement.kind === 'broken';
  });
  if (misread === undefined) return judged;
  const why = `the client already breaks ${misread} in ${control.scenario.id}, where there is nothing special`;
  return { rule, scenarioRun, judgement: { kind: 'unseen', why } };
}

function judgeAlone(rule: string, scenarioRun: ScenarioRun, noise?: 'busy' | 'quiet'): Judged {
  try {
    const judgement = judges[rule]?.(scenarioRun, noise) ?? 'nothing';
    return {
      rule,
      scenarioRun,
      judgement: judgement === 'nothing' ? { kind: 'unseen', why: whyNothing(rule, scenarioRun) } : judgement,
    };
  } catch (error) {
    if (!(error instanceof Unjudgeable)) throw error;
    return { rule, scenarioRun, judgement: { kind: 'open', why: error.message } };
  }
}

function whyNothing(rule: string, { journal, scenario }: ScenarioRun): string {
  if (journal.length === 0) return `the client sent no request to ${scenario.request.endpoint}`;
  const met = journal.some(({ status }) => rule === `client.retry.${status}`);
  if (met && /^client\.retry\.50/.test(rule)) return 'the client did not try again, or only once: it is free to';
  if (met && rule === 'client.retry.429') return 'the client did not try again: it is free to';
  if (rule === 'client.citations.by-id') return 'the client prints no `citations` in its result: it need not';
  return 'the client met nothing that the rule speaks of';
}
