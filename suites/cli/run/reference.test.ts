import { expect, it } from 'vitest';
import type { Failure, ReportDraft, Step } from '../../../reports/index.ts';
import { createDryRunSimulator } from '../../../simulator/index.ts';
import type { Profile } from '../../profile/profile.ts';
import { type DryRunTarget, dryRunTargetOf } from './dry-run.ts';
import { withReference } from './reference.ts';

const profile: Profile = {
  ...{ name: 'acme', base_url: 'https://acme.example/api', keys: { active: 'k-1', revoked: 'k-2' } },
  ...{ keys_from: { active: '$ACME_KEY' }, deterministic: false, known_failures: [], limits: {} },
};

const stepOf = (body: string, more: Partial<Step> = {}): Step => ({
  ...{ to: 'api', method: 'POST', url: 'https://acme.example/api/v1/rerank', at_ms: 0, took_ms: 1, body },
  headers: { authorization: 'Bearer $ACME_KEY', 'content-type': 'application/json' },
  answer: { status: 500, headers: [], body: '' },
  ...more,
});

const valid = JSON.stringify({ model: 'svc-rerank-v1', query: 'asthma', documents: ['asthma', 'b'] });
const open = (): Promise<DryRunTarget> => dryRunTargetOf(createDryRunSimulator());

/** The reference answers beside a failure with these steps. */
async function referenceFor(steps: readonly Step[], opened: () => Promise<DryRunTarget> = open) {
  const failure = { expected: '', actual: '', counterexample: null, curl: '', seed: 1, path: '', steps } as Failure;
  const draft = { rules: [{ id: 'rerank.accepts-valid', verdict: 'fail', failure }] } as unknown as ReportDraft;
  const { rules } = await withReference(draft, profile, opened);
  return rules[0]?.failure?.reference;
}

it('answers the same request, with its own keys for those of the profile', async () => {
  const reference = await referenceFor([stepOf(valid)]);
  expect(reference).toMatchObject({ status: 200, content_type: 'application/json' });
  expect(JSON.parse(reference?.body ?? '')).toMatchObject({ object: 'rerank', results: [{}, {}] });
  expect(await referenceFor([stepOf('{}')])).toMatchObject({ status: 422 });
  const made = stepOf('{}', { to: 'control', url: 'https://acme.example/_control/keys' });
  expect(await referenceFor([made, stepOf(valid)])).toMatchObject({ status: 200 });
  const nobodys = { headers: { authorization: 'Bearer svc_test_$HEX_1' } };
  expect(await referenceFor([stepOf(valid, nobodys)])).toMatchObject({ status: 401 });
  const revoked = { headers: { authorization: 'Bearer $ASSAY_REVOKED_KEY' } };
  expect(await referenceFor([stepOf(valid, revoked)])).toMatchObject({ status: 401 });
});

it('takes its own key for one that was created with all permissions and credit, and answers the request at fault', async () => {
  const keyCreation = (order: object): Step =>
    stepOf(JSON.stringify(order), {
      to: 'control',
      url: 'https://acme.example/_control/keys',
      answer: { status: 201, headers: [], body: '{"key": "$LIVE_KEY_1"}' },
    });
  const withCreatedKey = { headers: { authorization: 'Bearer $LIVE_KEY_1', 'content-type': 'application/json' } };
  const plain = keyCreation({ environment: 'live', balance_micros: 100_000_000_000 });
  expect(await referenceFor([plain, stepOf(valid, withCreatedKey)])).toMatchObject({ status: 200 });
  expect(await referenceFor([keyCreation({ permissions: [] }), stepOf(valid, withCreatedKey)])).toBeUndefined();
  expect(await referenceFor([keyCreation({ balance_micros: 0 }), stepOf(valid, withCreatedKey)])).toBeUndefined();
  const later = stepOf('{}', { to: 'control', url: 'https://acme.example/_control/faults' });
  expect(await referenceFor([stepOf('{}', { at_fault: true }), stepOf(valid), later])).toMatchObject({ status: 422 });
});

it('is left out if the simulator lacks the state of the target, or cannot be sent the same', async () => {
  const prepared = stepOf('{}', { to: 'control', url: 'https://acme.example/_control/faults' });
  const ownKey = stepOf(valid, { headers: { authorization: 'Bearer $KEY_1' } });
  const elsewhere = stepOf(valid, { url: 'https://other.example/v1/rerank' });
  const cases = [
    [prepared, stepOf(valid)],
    [ownKey],
    [elsewhere],
    [stepOf('{"query":"a …[9 characters left out]… "}')],
    [stepOf('javascript: JSON.stringify({})')],
    [stepOf('{"messages":[{"role":"user","text":"a","pdf_urls":["https://a.example/b.pdf"]}]}')],
    [],
  ];
  for (const steps of cases) expect(await referenceFor(steps)).toBeUndefined();
});

it('never keeps a report from being written', async () => {
  expect(await referenceFor([stepOf(valid)], () => Promise.reject(new Error('no simulator')))).toBeUndefined();
});
