import { setTimeout as sleep } from 'node:timers/promises';
import {
  elide,
  type Failure,
  KEY_NAME,
  type ReportDraft,
  type RuleReport,
  type Step,
  shownStep,
} from '../../../reports/index.ts';
import { isObject } from '../../../spec/index.ts';
import { namedKeys } from '../../engine/failure/key-names.ts';
import { headerOf, type WireRequest } from '../../http/exchange/exchange.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import type { DryRunTarget, OpenDryRunTarget } from './dry-run.ts';

/** Time limit for all responses together, and the longest body in a report, in characters. */
const TIMEOUT_MS = 5_000;
const MAX_BODY = 16_000;

/** A body that cannot be sent again: truncated, written as a program, or with files that the simulator does not have. */
const UNSENDABLE = / …\[\d+ characters left out\]… |^javascript: |"(?:pdf|image)_urls"/;

/**
 * Adds to each failure the response of the reference simulator to the same request. Omitted if the rule prepared the
 * target through the control API or used created keys, because a simulator without this preparation answers differently.
 * Never rejects.
 */
export async function withReference(
  draft: ReportDraft,
  profile: Profile,
  open: OpenDryRunTarget,
): Promise<ReportDraft> {
  const deadline = performance.now() + TIMEOUT_MS;
  let target: DryRunTarget | undefined;
  try {
    const rules: RuleReport[] = [];
    for (const rule of draft.rules) {
      const { failure } = rule;
      const timeLeft = deadline - performance.now();
      const step = timeLeft > 0 && failure ? stepToRepeat(failure) : undefined;
      if (failure === undefined || step === undefined) {
        rules.push(rule);
        continue;
      }
      target ??= await open();
      const reference = await Promise.race([
        referenceResponse(step, profile, target, plainKeysIn(failure)),
        sleep(timeLeft, undefined, { ref: false }),
      ]);
      rules.push(reference === undefined ? rule : { ...rule, failure: { ...failure, reference } });
    }
    return { ...draft, rules };
  } catch {
    // The response is optional: the report must be written in any case.
    return draft;
  } finally {
    await target?.close().catch(() => undefined);
  }
}

/** The request that shows a failure, if no earlier step changes its response; creating a key does not. */
function stepToRepeat({ steps = [] }: Failure): Step | undefined {
  const step = shownStep(steps);
  if (step?.to !== 'api' || UNSENDABLE.test(step.body ?? '')) return undefined;
  const isHarmless = ({ to, method, url }: Step): boolean =>
    to === 'api' || (method === 'POST' && url.endsWith('/keys'));
  return steps.slice(0, steps.indexOf(step)).every(isHarmless) ? step : undefined;
}

/** A key with so much credit is never refused for lack of credit. */
const PLENTY_MICROS = 100_000_000;

/** The names of the keys that a failure created with all permissions and enough credit: any other such key replaces them. */
function plainKeysIn({ steps = [] }: Failure): readonly string[] {
  return steps.flatMap(({ to, body = '{}', answer }) => {
    const name = to === 'control' ? /"key"\s*:\s*"\$(\w+)"/.exec(answer.body)?.[1] : undefined;
    const order: unknown = name === undefined ? undefined : JSON.parse(body);
    const isPlain =
      isObject(order) && !('permissions' in order) && Number(order.balance_micros ?? PLENTY_MICROS) >= PLENTY_MICROS;
    return name !== undefined && isPlain ? [name] : [];
  });
}

async function referenceResponse(
  step: Step,
  profile: Profile,
  target: DryRunTarget,
  plainKeys: readonly string[],
): Promise<Failure['reference']> {
  const request = requestOf(step, profile, parseProfile(target.profile, 'of the simulator', {}), plainKeys);
  if (request === undefined) return undefined;
  const answer = await target.transport.send(request, { timeoutMs: TIMEOUT_MS });
  if (answer.failure !== undefined) return undefined;
  return {
    status: answer.status,
    content_type: headerOf(answer, 'content-type') ?? '',
    body: elide(new TextDecoder().decode(answer.body), MAX_BODY),
  };
}

/** The same request with the simulator's address and keys. Undefined if it has a key outside the profile. */
function requestOf(
  { method, url, headers, body }: Step,
  profile: Profile,
  reference: Profile,
  plainKeys: readonly string[],
): WireRequest | undefined {
  if (!url.startsWith(profile.base_url)) return undefined;
  const named = namedKeys(profile).map(({ name, value }): [string, string | undefined] => {
    const role = (['active', 'revoked', 'empty'] as const).find((one) => profile.keys[one] === value);
    return [name, role && reference.keys[role]];
  });
  const keys = new Map([...plainKeys.map((name): [string, string] => [name, reference.keys.active]), ...named]);
  let hasUnknownKey = false;
  const replaceKeys = (text: string): string =>
    text.replace(KEY_NAME, (written, name: string) => {
      // A key that was never issued, see `keyNamer`.
      const key = keys.get(name) ?? /^HEX_(\w+)$/.exec(name)?.[1]?.padStart(32, '0');
      hasUnknownKey ||= key === undefined;
      return key ?? written;
    });
  const request = {
    method,
    url: `${reference.base_url}${replaceKeys(url.slice(profile.base_url.length))}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, replaceKeys(value)])),
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  };
  return hasUnknownKey ? undefined : request;
}

const bytesOf = (body: string): Uint8Array =>
  body.startsWith('base64: ') ? Buffer.from(body.slice('base64: '.length), 'base64') : Buffer.from(body);
