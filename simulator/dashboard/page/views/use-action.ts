import { useState } from 'preact/hooks';

/** The call of a form, with its error message. */
export interface Action {
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** Runs the call; true if it succeeded. */
  run(call: () => Promise<unknown>): Promise<boolean>;
}

/** The state of a form's call. */
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
