import type { EndpointName, ErrorCode, ErrorOutcome } from '../../spec/index.ts';
import type { Requests } from '../call.ts';
import type { Change } from './change.ts';
import { insteadOf } from './change-errors.ts';
import { changeInput, type Input, readLeniently, refuseInput, refuseWhen } from './change-input.ts';
import { changeReply, type Replies } from './change-reply.ts';
import { labelled, withStatus } from './change-response.ts';
import { answerBreach, constrain, forget } from './change-schema.ts';
import { type Edit, editAt, gone } from './edit-json.ts';

/** The changes of one operation, so that the rows of its area need not name it each time. Pointers are those of `editAt`. */
export interface Changing<E extends EndpointName> {
  /** Forgets constraints of the request schema. */
  forget(pointer: string, ...keywords: readonly string[]): Change;
  /** Gives constraints other values, or new ones with their outcomes. */
  constrain(pointer: string, keywords: object, outcomes?: Readonly<Record<string, ErrorOutcome>>): Change;
  /** Answers the breach of one constraint in another way. */
  breach(pointer: string, keyword: string, outcome: ErrorOutcome): Change;
  /** Answers something else where a check refuses with this code. */
  insteadOf(code: ErrorCode, refusal: () => Error): Change;
  /** Changes the body or query before it meets its schema. */
  input(change: (input: Input) => Input): Change;
  /** Edits values of the body or query before they meet their schema. */
  read(pointer: string, edit: Edit): Change;
  /** Puts values where members are missing. */
  defaults(members: Input): Change;
  /** Refuses a body or query before it meets its schema. */
  refuseInput(when: (input: Input) => boolean, refusal: () => Error): Change;
  /** Refuses a request that fits its schema. */
  refuse(when: (request: Requests[E]) => boolean, refusal: () => Error): Change;
  /** Changes the JSON body of a 200. */
  reply(change: (reply: Replies[E], request: Requests[E]) => unknown): Change;
  /** Edits values of the JSON body of a 200. */
  field(pointer: string, edit: Edit): Change;
  /** Leaves members out of the JSON body of a 200. */
  drop(pointer: string): Change;
  /** Labels a 200 with another content type, or with none. */
  label(type: string | null): Change;
  /** Gives a 200 another status. */
  status(status: number): Change;
}

/** The changes of `endpoint`. */
export function changing<E extends EndpointName>(endpoint: E): Changing<E> {
  return {
    forget: (pointer, ...keywords) => forget(endpoint, pointer, ...keywords),
    constrain: (pointer, keywords, outcomes) => constrain(endpoint, pointer, keywords, outcomes),
    breach: (pointer, keyword, outcome) => answerBreach(endpoint, pointer, keyword, outcome),
    insteadOf: (code, refusal) => insteadOf(endpoint, code, refusal),
    input: (change) => changeInput(endpoint, change),
    read: (pointer, edit) => readLeniently(endpoint, pointer, edit),
    defaults: (members) => changeInput(endpoint, (input) => ({ ...members, ...input })),
    refuseInput: (when, refusal) => refuseInput(endpoint, when, refusal),
    refuse: (when, refusal) => refuseWhen(endpoint, when, refusal),
    reply: (change) => changeReply(endpoint, change),
    field: (pointer, edit) => changeReply(endpoint, (reply) => editAt(reply, pointer, edit)),
    drop: (pointer) => changeReply(endpoint, (reply) => editAt(reply, pointer, gone)),
    label: (type) => labelled(endpoint, type),
    status: (status) => withStatus(endpoint, status),
  };
}
