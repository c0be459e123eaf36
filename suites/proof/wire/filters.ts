import { catalogue } from '../../../fixtures/index.ts';
import type { Middleware } from '../../../simulator/index.ts';
import { type ErrorOutcome, type JsonObject, schemaFailure } from '../../../spec/index.ts';
import { type Deviation, mutantsOf } from '../deviation.ts';
import { crash, listIn, refuse } from './wire.ts';

const refused = (status: number): ErrorOutcome => ({ status, format: 'envelope', code: 'invalid_request' });
const listed = new Set(catalogue.domains.map(({ domain }) => domain));
const isDomain = (value: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value);
const isUnlisted = (value: string): boolean => isDomain(value) && !listed.has(value);

const namesIn = (value: unknown): readonly string[] => listIn(value).filter((name) => typeof name === 'string');
const hasNames = (value: unknown): boolean => listIn(value).length > 0;
/** The names of each filter. */
const filtersIn = ({ include_domains, exclude_domains }: JsonObject): readonly (readonly string[])[] =>
  [include_domains, exclude_domains].map(namesIn);
const hasOddName = (input: JsonObject): boolean => !filtersIn(input).flat().every(isDomain);
/** Whether a filter has a well-formed name whose labels are as given. */
const someLabels =
  (are: (labels: readonly string[]) => boolean) =>
  (input: JsonObject): boolean =>
    filtersIn(input).some((names) => names.some((name) => isDomain(name) && are(name.split('.'))));

const nullRefused = (area: 'chat' | 'finder', field: string): Middleware =>
  refuse(area, (input) => input[field] === null, schemaFailure, field);

/** Deviations of the domain filters, which chat and finder share. */
export const filterDeviations = (area: 'chat' | 'finder'): readonly Deviation[] =>
  mutantsOf({
    [`${area}.filter-beside-empty`]: {
      refused: [
        'Both filters are refused as soon as both are arrays, empty or not.',
        refuse(
          area,
          (input) => Array.isArray(input.include_domains) && Array.isArray(input.exclude_domains),
          schemaFailure,
          'include_domains',
        ),
      ],
      'null-refused': [
        'A filter beside one that is null is refused.',
        refuse(
          area,
          ({ include_domains: included, exclude_domains: excluded }) =>
            (hasNames(included) && excluded === null) || (hasNames(excluded) && included === null),
          schemaFailure,
          'exclude_domains',
        ),
      ],
    },
    [`${area}.accepts-valid`]: {
      'domain-twice': [
        'A filter that lists a domain twice gives 422.',
        refuse(
          area,
          (input) => filtersIn(input).some((names) => new Set(names).size < names.length),
          schemaFailure,
          'include_domains',
        ),
      ],
    },
    [`${area}.filter-off-catalogue`]: {
      including: [
        'A value of `include_domains` outside the catalogue gives 400.',
        refuse(area, (input) => namesIn(input.include_domains).some(isUnlisted), refused(400)),
      ],
      excluding: [
        'A value of `exclude_domains` outside the catalogue gives 422.',
        refuse(area, (input) => namesIn(input.exclude_domains).some(isUnlisted), schemaFailure, 'exclude_domains'),
      ],
      'deep-name': [
        'A domain of more than three labels gives 422.',
        refuse(
          area,
          someLabels((labels) => labels.length > 3),
          schemaFailure,
          'include_domains',
        ),
      ],
      'digit-first': [
        'A domain with a label that begins with a digit gives 422.',
        refuse(
          area,
          someLabels((labels) => labels.some((label) => /^\d/.test(label))),
          schemaFailure,
          'include_domains',
        ),
      ],
    },
    [`${area}.filter-lenient`]: {
      'not-found': ['A filter value that is no normalized domain gives 404.', refuse(area, hasOddName, refused(404))],
      'beyond-ascii-crash': [
        'A filter value with letters beyond ASCII gives 500.',
        refuse(area, (input) => /[^ -~]/.test(filtersIn(input).flat().join('')), crash),
      ],
      crash: ['A filter value that is no normalized domain gives 500.', refuse(area, hasOddName, crash)],
    },
    [`${area}.nullable-accepted`]: {
      include: ['`include_domains` null gives 422.', nullRefused(area, 'include_domains')],
      exclude: ['`exclude_domains` null gives 422.', nullRefused(area, 'exclude_domains')],
    },
  });
