import type { KnownFailure } from '../../reports/index.ts';

/** One description of a system under test, resolved and validated (contract, section 2). */
export interface Profile {
  readonly name: string;
  /** Absolute http(s) URL without a trailing slash; may have a path. */
  readonly base_url: string;
  readonly keys: { readonly active: string; readonly revoked?: string; readonly empty?: string };
  /**
   * The environment variable of each key, such as `$ACME_KEY`, which a report keeps; absent for keys given as they are.
   */
  readonly keys_from?: { readonly active?: string; readonly revoked?: string; readonly empty?: string };
  /** Base of a control API, without a trailing slash. */
  readonly control_url?: string;
  /** An https origin that serves the attachment fixtures, without a trailing slash. */
  readonly fixtures_url?: string;
  readonly deterministic: boolean;
  readonly known_failures: readonly KnownFailure[];
  readonly limits: { readonly concurrency?: number; readonly budget_usd?: number; readonly timeout_ms?: number };
}
