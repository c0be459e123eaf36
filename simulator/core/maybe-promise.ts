/** A value or a promise of it: memory answers at once, a shared store later. */
export type MaybePromise<T> = T | Promise<T>;
