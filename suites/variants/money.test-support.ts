import { setTimeout as sleep } from 'node:timers/promises';
import { type Charge, chargeOf } from '../../simulator/ledger.ts';
import { together } from '../../simulator/mutants/change.ts';
import { ledgers } from './edits.test-support.ts';
import type { Area, Variant } from './variant.test-support.ts';

const unknownKey = `Bearer svc_test_${'0'.repeat(32)}`;
const areas: readonly Area[] = ['auth', 'billing'];

/** Settles a tenth of a second after the answer; what was reserved stays so until then. */
const late = ledgers((ledger) => {
  const settling = new Set<number>();
  return {
    settle: async (reservation, charge) => {
      settling.add(reservation.id);
      void sleep(100).then(() => ledger.settle(reservation, charge));
    },
    release: async (reservation) => {
      if (!settling.has(reservation.id)) await ledger.release(reservation);
    },
  };
});

/** Lists a charge 60 ms after the answer, and takes it off the balance another 80 ms later. */
const apart = ledgers((ledger) => {
  const settling = new Set<number>();
  const listed: { readonly key: string; readonly charge: Charge }[] = [];
  return {
    settle: async (reservation, charge) => {
      settling.add(reservation.id);
      const entry = { key: reservation.key, charge };
      void sleep(60).then(() => listed.push(entry));
      void sleep(140).then(async () => {
        await ledger.settle(reservation, charge);
        listed.splice(listed.indexOf(entry), 1);
      });
    },
    release: async (reservation) => {
      if (!settling.has(reservation.id)) await ledger.release(reservation);
    },
    charges: async (key) => {
      const settled = await ledger.charges(key);
      return settled && [...settled, ...listed.filter((entry) => entry.key === key).map(({ charge }) => charge)];
    },
  };
});

const priced =
  (micros: number): NonNullable<Variant['change']> =>
  (behaviour) => ({
    ...behaviour,
    prices: { ...behaviour.prices, embeddings: micros },
  });

const listing = (edit: (charges: readonly Charge[]) => readonly Charge[]): NonNullable<Variant['change']> =>
  ledgers((ledger) => ({ charges: async (key) => edit((await ledger.charges(key)) ?? []) }));

const withoutFollowUps = ({ endpoint, model, lines }: Charge): Charge =>
  chargeOf(
    endpoint,
    model,
    lines.filter(({ item }) => item !== 'follow_ups'),
  );

/** How a server may keep accounts. */
export const moneyVariants: readonly Variant[] = [
  { name: 'settles its charges 100 ms after the answer', areas, change: late },
  { name: 'takes money for embeddings', areas, change: priced(40) },
  { name: 'takes money for embeddings, and settles late', areas, change: together(priced(40), late) },
  {
    name: 'takes money for embeddings, and lists a charge before the balance falls',
    areas,
    change: together(priced(40), apart),
  },
  {
    name: 'lists no charges of 0',
    areas,
    change: listing((charges) => charges.filter(({ amount_micros: amount }) => amount > 0)),
  },
  {
    name: 'lists charges without their lines',
    areas,
    change: listing((charges) => charges.map((charge) => ({ ...charge, lines: [] }))),
  },
  {
    name: 'bills requests that fail',
    areas: ['billing', 'errors', 'events'],
    change: ledgers((ledger) => ({ release: (reservation) => ledger.settle(reservation, reservation.highest) })),
  },
  {
    name: 'reserves nothing for follow-ups, so that they may overdraw a balance',
    areas,
    change: ledgers((ledger) => ({ reserve: (key, highest) => ledger.reserve(key, withoutFollowUps(highest)) })),
  },
  {
    name: 'knows a new key half a second after it was made',
    areas: ['auth', 'errors', 'billing'],
    change: (behaviour) => {
      const made = new Map<string, number>();
      const noting = ledgers((ledger) => ({
        create: async (account) => {
          const record = await ledger.create(account);
          made.set(record.key, performance.now());
          return record;
        },
      }));
      return {
        ...noting(behaviour),
        authenticate: (authorization, ...rest) => {
          const since = made.get(authorization?.slice('Bearer '.length) ?? '') ?? 0;
          return behaviour.authenticate(performance.now() - since < 500 ? unknownKey : authorization, ...rest);
        },
      };
    },
  },
  {
    name: 'notices the revocation of a key two requests late',
    areas: ['auth', 'errors', 'billing'],
    change: ledgers((ledger) => {
      const unnoticed = new Map<string, number>();
      return {
        revoke: (key) => {
          unnoticed.set(key, 2);
          return ledger.revoke(key);
        },
        find: async (key) => {
          const record = await ledger.find(key);
          const left = unnoticed.get(key) ?? 0;
          unnoticed.set(key, left - 1);
          return record && left > 0 ? { ...record, revoked: false } : record;
        },
      };
    }),
    profile: ({ keys: { active }, ...profile }) => ({ ...profile, keys: { active } }),
    warned: ['auth.revocation-takes-effect'],
  },
];
