import { createHash } from 'node:crypto';
import type { PaidEndpoint } from './wire.ts';

/** One key and its account. Money is in whole micros. */
export interface Account {
  key: string;
  environment: string;
  balance: number;
  spent: number;
  revoked: boolean;
  permissions: string[];
  charges: Charge[];
}

export interface Line {
  item: string;
  quantity: number;
  unit_micros: number;
}

export interface Charge {
  endpoint: PaidEndpoint;
  model: string;
  amount_micros: number;
  lines: Line[];
}

export interface ArmedFault {
  id: string;
  fault: string;
  key?: string;
  endpoint?: string;
  times: number;
  after_messages: number;
  latency_ms: number;
}

export const endpoints = ['chat', 'finder', 'embeddings', 'rerank'];
export const totalOf = (lines: Line[]): number =>
  lines.reduce((sum, { quantity, unit_micros }) => sum + quantity * unit_micros, 0);

/** Keys, balances, charges and armed faults of one server. */
export class Ledger {
  accounts = new Map<string, Account>();
  faults: ArmedFault[] = [];
  made = 0;
  readonly profileKeys: { active: string; revoked: string; empty: string };

  constructor() {
    this.profileKeys = {
      // Enough for a run at standard depth with this key alone.
      active: this.create('test', 10_000_000_000).key,
      revoked: this.create('test', 100_000_000, endpoints, true).key,
      empty: this.create('live', 0).key,
    };
  }

  create(environment: string, balance: number, permissions: string[] = endpoints, revoked = false): Account {
    this.made += 1;
    const hex = createHash('md5').update(`independent ${this.made}`).digest('hex');
    const account = { balance, environment, permissions, spent: 0, revoked, charges: [] };
    const made: Account = { key: `svc_${environment}_${hex}`, ...account };
    this.accounts.set(made.key, made);
    return made;
  }

  /** Takes one use of the first armed fault that `wanted` names and that fits this key and endpoint. */
  strike(wanted: string, key: string | undefined, endpoint: string): ArmedFault | undefined {
    const found = this.faults.find(
      (armed) =>
        armed.fault === wanted &&
        (armed.key === undefined || armed.key === key) &&
        (armed.endpoint === undefined || armed.endpoint === endpoint),
    );
    if (found) {
      found.times -= 1;
      if (found.times <= 0) this.faults = this.faults.filter((armed) => armed !== found);
    }
    return found;
  }
}
