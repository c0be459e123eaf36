import { expect, it } from 'vitest';
import { endpointNames, endpoints } from '../../spec/index.ts';
import { valid } from '../ask.test-support.ts';
import { uses, validatorsCode } from './make-validators.ts';
import type { preparedValidators as Prepared } from './prepared-validators.ts';
import { partOfStage } from './schema-stages.ts';

const module = `data:text/javascript,${encodeURIComponent(validatorsCode())}`;
const { preparedValidators } = (await import(/* @vite-ignore */ module)) as { preparedValidators: typeof Prepared };

const values = [null, true, -1, 1.5, 1e9, '', ' ', 'x', 'x'.repeat(40_000), [], ['', 'a', 'a'], [{}], {}];

it.each(endpointNames)(
  'the validators that the build prepares find in requests of %s what those that are compiled find',
  (endpoint) => {
    const schema = endpoints[endpoint].request;
    const whole: Readonly<Record<string, unknown>> = endpoint === 'domains' ? { limit: 3 } : valid[endpoint];
    const fields = Object.keys('properties' in schema ? schema.properties : {});
    const requests = [
      whole,
      ...fields.flatMap((field) => values.map((value) => ({ ...whole, [field]: value }))),
      ...fields.map((field) => ({ ...whole, [field]: undefined })),
    ].map((request) => JSON.parse(JSON.stringify(request)) as unknown);
    let found = 0;
    for (const [stage, all] of uses) {
      const part = partOfStage(schema, stage, all);
      const [prepared, compiled] = [preparedValidators[part.name]?.(), part.compiler().compile(part.schema)];
      for (const request of requests) {
        expect(prepared?.(request)).toBe(compiled(request));
        expect(prepared?.errors).toEqual(compiled.errors);
        found += compiled.errors?.length ?? 0;
      }
    }
    expect(found).toBeGreaterThan(10);
  },
);
