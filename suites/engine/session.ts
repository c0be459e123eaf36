import { TargetClient } from '../target/client.ts';
import { ControlClient } from '../target/control.ts';
import { createTransport, type Transport } from '../target/transport.ts';
import type { Check, Outcome } from './check.ts';
import { Context, missingNeed, unlock } from './context.ts';
import { ReadingLog } from './reading-log.ts';
import { scope } from './scope.ts';
import type { RunSettings } from './settings.ts';

/** Running totals of a session; plain data. */
export interface SessionState {
  readonly requests: number;
  readonly saved: number;
  readonly micros: number;
  readonly worstMicros: number;
  readonly controlsAccepted: number;
  /** Why the target counts as unreachable. */
  readonly unreachable?: string;
  /** Branches taken on open questions, by reading. */
  readonly branches: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** One run against one target: judges checks one after the other or side by side, sharing exchanges among them. */
export interface Session {
  readonly context: Context;
  /** Judges one rule. Rejects only for a fault of our own. */
  judge(check: Check): Promise<Outcome>;
  state(): SessionState;
  close(): Promise<void>;
}

/** Opens a session. `transport` defaults to HTTP; `signal` stops it. */
export function openSession(
  settings: RunSettings,
  options: { transport?: Transport; signal?: AbortSignal } = {},
): Session {
  const transport = options.transport ?? createTransport(settings.concurrency * 2 + 32);
  const { profile } = settings;
  const client = new TargetClient({
    baseUrl: profile.base_url,
    activeKey: profile.keys.active,
    transport,
    concurrency: settings.concurrency,
    timeoutMs: settings.timeoutMs,
    waits: settings.recording === undefined,
    ...(settings.budgetMicros === undefined ? {} : { budgetMicros: settings.budgetMicros }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const control =
    profile.control_url === undefined
      ? undefined
      : new ControlClient(profile.control_url, transport, settings.timeoutMs);
  const context = new Context(settings, client, control, new ReadingLog());
  return {
    context,
    judge: (check) => scope.run(check.rule, () => judge(check, context)),
    state: () => stateOf(context),
    close: () => transport.close(),
  };
}

async function judge(check: Check, context: Context): Promise<Outcome> {
  const missing = missingNeed(check.rule, context.profile);
  if (missing !== undefined) return { verdict: 'skip', reason: unlock(missing), judged: 0 };
  return check.run(context);
}

function stateOf(context: Context): SessionState {
  const { unreachable } = context.client;
  return {
    ...context.client.sent,
    controlsAccepted: context.controlsAccepted,
    branches: context.readings.read(),
    ...(unreachable === undefined ? {} : { unreachable }),
  };
}
