import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { checks } from '../../areas/catalogue.ts';
import { run } from '../../engine/run/run.ts';
import { openSession } from '../../engine/run/session.ts';
import type { Transport } from '../../http/transport/transport.ts';
import { type Violation, Witness } from '../../passive/witness.ts';
import { ownServers } from '../trials/servers.ts';

it.each(Object.values(ownServers).map((server) => [server.name, server] as const))(
  'the witness of other people’s traffic finds nothing wrong in all that a whole check sends to the %s, refusals and armed faults among it',
  async (_, server) => {
    const { transport, profile } = untilTestEnds(await server.start({ wire: (next) => next }));
    const witness = new Witness();
    const violations: Violation[] = [];
    const watched: Transport = {
      close: () => transport.close(),
      send: async (request, options) => {
        const answer = await transport.send(request, options);
        violations.push(...witness.see({ request, response: answer, startedAt: 0, endedAt: 0 }));
        return answer;
      },
    };
    const rules = checks.map(({ rule }) => rule);
    const settings = {
      profile,
      seed: 1,
      concurrency: 8,
      timeoutMs: 30_000,
      rules,
      depth: 'quick',
      wholeFixtures: true,
    };
    const session = openSession(settings as Parameters<typeof openSession>[0], { transport: watched });
    const { results } = await run(checks, untilTestEnds(session));
    expect(results.filter(({ outcome }) => outcome.verdict === 'fail')).toEqual([]);
    expect(violations.map(({ rule, finding }) => `${rule}: ${finding.actual}`)).toEqual([]);
    expect(witness.accepted).toBeGreaterThan(500);
    expect(witness.seen - witness.accepted).toBeGreaterThan(300);
  },
);
