/** A JSON object whose members nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: no array, no null. The suites, the simulator and the reports all ask it this way. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that have a value: an optional field is left out of a report or an order, never given as undefined. */
export const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
