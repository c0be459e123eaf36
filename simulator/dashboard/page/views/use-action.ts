import { useState } from 'preact/hooks';

/** A call that a form makes: what went wrong stands beside it. */
export interface Action {
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** Runs the call; true when it went well. */
  run(call: () => Promise<unknown>): Promise<boolean>;
}

/** Gives a form its call. */
export function useAction(): Action {
  const [problem, tell] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    tell(null);
    try {
      await call();
      return true;
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, run };
}
