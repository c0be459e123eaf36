import type { House } from '../proof/second-server/house.ts';
import type { Check } from '../proof/second-server/schema.ts';
import {
  type Answer,
  type Body,
  type Call,
  type Endpoint,
  isObject,
  type PaidEndpoint,
  type StreamItem,
} from '../proof/second-server/wire.ts';

/** A mistake that an implementer makes: the rule that has to turn red, and what it does to a correct server. */
export type Bug = [rule: string, plant: (house: House) => void];
export type Bugs = Record<string, Bug>;

/** Edits the JSON bodies that an endpoint answers with 200. */
export const told =
  (endpoint: Endpoint, edit: (body: Body, call: Call) => Body | undefined) =>
  (house: House): void => {
    answered(endpoint, (answer, call) => {
      if (answer.status !== 200 || !isObject(answer.body)) return undefined;
      const body = structuredClone(answer.body);
      return { ...answer, body: edit(body, call) ?? body };
    })(house);
  };

/** Edits every JSON answer of one endpoint, or of all. */
export const answered =
  (endpoint: Endpoint | 'all', edit: (answer: Answer, call: Call) => Answer | undefined) =>
  (house: House): void => {
    const before = house.after;
    house.after = (call, answer) => {
      const made = before(call, answer);
      return endpoint === 'all' || call.endpoint === endpoint ? (edit(made, call) ?? made) : made;
    };
  };

/** Edits the error envelopes that `when` picks. */
export const enveloped = (
  when: (error: Body, call: Call, status: number) => boolean,
  edit: (error: Body, answer: Answer) => Answer | undefined,
): ((house: House) => void) =>
  answered('all', (answer, call) => {
    const body = structuredClone(answer.body);
    if (!isObject(body) || !isObject(body.error) || !when(body.error, call, answer.status)) return undefined;
    return edit(body.error, answer) ?? { ...answer, body };
  });

/** Edits the `detail` item of schema failures. */
export const detailed = (edit: (item: Body, call: Call) => unknown): ((house: House) => void) =>
  answered('all', (answer, call) => {
    if (!isObject(answer.body) || !Array.isArray(answer.body.detail)) return undefined;
    const [first] = structuredClone(answer.body.detail) as Body[];
    return { ...answer, body: { detail: [edit(first ?? {}, call)] } };
  });

/** Leaves out checks of an endpoint, or puts others in their place. */
export const unchecked =
  (endpoint: PaidEndpoint, ...names: string[]) =>
  (house: House): void => {
    for (const name of names) {
      if (!house.checks[endpoint][name]) throw new Error(`no check ${name}`);
      delete house.checks[endpoint][name];
    }
  };

export const rechecked =
  (endpoint: PaidEndpoint, name: string, make: (before: Check, house: House) => Check) =>
  (house: House): void => {
    const before = house.checks[endpoint][name];
    if (!before) throw new Error(`no check ${name}`);
    house.checks[endpoint][name] = make(before, house);
  };

/** Refuses under another status, code or shape where a check refuses. */
export const refusing = (endpoint: PaidEndpoint, name: string, by: Answer): ((house: House) => void) =>
  rechecked(endpoint, name, (before) => (body) => (before(body) ? by : undefined));

/** Adds a check of its own at the end. */
export const stricter =
  (endpoint: PaidEndpoint, check: Check) =>
  (house: House): void => {
    house.checks[endpoint].stricter = check;
  };

/** Edits the items of a stream. */
export const streamed =
  (edit: (items: StreamItem[], call: Call) => StreamItem[]) =>
  (house: House): void => {
    const before = house.events;
    house.events = (call, reply) => edit(JSON.parse(JSON.stringify(before(call, reply))) as StreamItem[], call);
  };

/** Edits the events of one type in a stream. */
export const events = (type: string, edit: (event: Body, at: number, all: StreamItem[]) => StreamItem | undefined) =>
  streamed((items) => {
    let at = -1;
    return items.map((item) => {
      if (typeof item === 'string' || item.type !== type) return item;
      at += 1;
      return edit(item, at, items) ?? item;
    });
  });

/** Replaces members of the house, or of its catalogue. */
export const set =
  (members: Partial<House> | ((house: House) => Partial<House>)) =>
  (house: House): void => {
    Object.assign(house, typeof members === 'function' ? members(house) : members);
  };
export const catalogued =
  (members: (catalogue: House['catalogue']) => Partial<House['catalogue']>) =>
  (house: House): void => {
    Object.assign(house.catalogue, members({ ...house.catalogue }));
  };
