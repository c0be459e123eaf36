import { type Account, endpoints, type Ledger } from './ledger.ts';
import { fixturesOrigin } from './library.ts';
import { type Answer, isObject, refuse, unprocessable } from './wire.ts';

const faults =
  'internal_error service_unavailable stale_catalog stream_error no_sources no_follow_ups follow_ups_not_invoked no_results no_answer latency'.split(
    ' ',
  );

const reply = (status: number, body: unknown): Answer => ({ status, headers: {}, body });
const show = ({ key, environment, balance, spent, revoked, permissions }: Account) => ({
  key,
  environment,
  balance_micros: balance,
  spent_micros: spent,
  revoked,
  permissions,
});

/** The control API of the contract (section 3) over one ledger. `path` is without `/_control`. */
export function control(ledger: Ledger, method: string, path: string, sent: unknown, url: URL): Answer {
  const body = isObject(sent) ? sent : {};
  const parts = path.split('/').filter(Boolean);
  const bad = (field: string): Answer => unprocessable('value_error', ['body', field], 'not a usable value');
  const whole = (field: string, otherwise: number): number | undefined => {
    const value = body[field] ?? otherwise;
    return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
  };
  switch (`${method} ${parts[0]}`) {
    case 'POST keys': {
      if (parts.length === 3) return credit(ledger, parts[1], whole('amount_micros', Number.NaN));
      const balance = whole('balance_micros', 100_000_000);
      const permissions = (body.permissions ?? endpoints) as string[];
      if (balance === undefined) return bad('balance_micros');
      if (!Array.isArray(permissions) || permissions.some((one) => !endpoints.includes(one))) return bad('permissions');
      return reply(201, show(ledger.create(String(body.environment ?? 'test'), balance, permissions)));
    }
    case 'GET keys': {
      const account = ledger.accounts.get(parts[1] ?? '');
      if (!account) return refuse(404, 'not_found', 'no such key');
      return reply(200, parts[2] === 'charges' ? { charges: account.charges } : show(account));
    }
    case 'DELETE keys': {
      const account = ledger.accounts.get(parts[1] ?? '');
      if (!account) return refuse(404, 'not_found', 'no such key');
      account.revoked = true;
      return reply(204, undefined);
    }
    case 'POST faults': {
      if (!faults.includes(String(body.fault))) return refuse(400, 'invalid_request', 'no such fault', 'fault');
      const [times, after, latency] = [whole('times', 1), whole('after_messages', 1), whole('latency_ms', 1_000)];
      if (times === undefined || after === undefined || latency === undefined) return bad('times');
      ledger.made += 1;
      const id = `fault-${ledger.made}`;
      const scope = {
        ...(typeof body.key === 'string' ? { key: body.key } : {}),
        ...(typeof body.endpoint === 'string' ? { endpoint: body.endpoint } : {}),
      };
      ledger.faults.push({
        id,
        fault: String(body.fault),
        ...scope,
        times,
        after_messages: after,
        latency_ms: latency,
      });
      return reply(201, { id });
    }
    case 'DELETE faults': {
      const key = url.searchParams.get('key');
      ledger.faults = ledger.faults.filter((armed) => key !== null && armed.key !== key);
      return reply(204, undefined);
    }
    case 'GET profile':
      return reply(200, profile(ledger, url.origin));
    default:
      return refuse(404, 'not_found', 'no such call');
  }
}

function credit(ledger: Ledger, key: string | undefined, amount: number | undefined): Answer {
  const account = ledger.accounts.get(key ?? '');
  if (!account) return refuse(404, 'not_found', 'no such key');
  if (amount === undefined) return unprocessable('int_type', ['body', 'amount_micros'], 'not an integer');
  account.balance += amount;
  return reply(200, show(account));
}

/** A profile of this server: fixtures_url names the PDFs it knows by the manifest. */
export const profile = (ledger: Ledger, origin: string) => ({
  name: 'independent',
  base_url: origin,
  keys: ledger.profileKeys,
  control_url: `${origin}/_control`,
  fixtures_url: fixturesOrigin,
  deterministic: true,
});
