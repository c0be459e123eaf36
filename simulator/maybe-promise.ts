/** A value, or the promise of one: memory has it at once, a store elsewhere later. */
export type MaybePromise<T> = T | Promise<T>;
