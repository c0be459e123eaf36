/** What waiting needs of a context. */
interface Waiting {
  readonly client: { pause(ms: number): Promise<boolean> };
  readonly patience: number;
  losePatience(): void;
}

/** Waits between two looks, in milliseconds; the last one is repeated until the time is over. */
const WAITS: readonly number[] = [50, 50, 100, 200, 400, 800, 1_500, 3_000];

/**
 * Looks until what is seen holds, or a minute is over (readings S35), and gives the last look: real systems settle charges and revocations a little
 * after the answer. A target that used up the minute once is waited for less from then on. Where a recording is judged, it does not wait, and looks as often as the run could have.
 */
export async function settled<T>(
  context: Waiting,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  longest: number = context.patience,
): Promise<T> {
  const bound = Math.min(longest, context.patience);
  let seen = await look();
  for (let [looks, waited] = [0, 0]; !holds(seen) && waited < bound; looks += 1) {
    const wait = Math.min(WAITS[looks] ?? WAITS.at(-1) ?? 0, bound - waited);
    waited += wait;
    if (!(await context.client.pause(wait))) break;
    seen = await look();
  }
  if (!holds(seen) && bound === context.patience) context.losePatience();
  return seen;
}
