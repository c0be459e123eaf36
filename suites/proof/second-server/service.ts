import { type Catalogue, catalogue } from './catalogue.ts';
import type { Account, Ledger } from './ledger.ts';
import type { Call } from './wire.ts';

/** What a test may replace in this server: the catalogue and the key check. */
export interface Service {
  catalogue: Catalogue;
  /** The account behind an Authorization header, or nothing for a 401. */
  authorize(header: string | undefined, ledger: Ledger, call: Call): Account | undefined;
}

/** A correct server. */
export const service = (): Service => ({
  catalogue: catalogue(),
  authorize(header, ledger) {
    const [, key = ''] = /^bearer +(svc_(?:test|live)_[0-9a-f]{32})$/i.exec(header ?? '') ?? [];
    const account = ledger.accounts.get(key);
    return account?.revoked ? undefined : account;
  },
});
