import { catalogue } from '../../fixtures/index.ts';
import { type PaidEndpoint, semanticFailure } from '../../spec/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from './change.ts';
import { crash, detail, envelope } from './change-input.ts';
import { changing } from './changing.ts';

type Input = Readonly<Record<string, unknown>>;

const invalid = semanticFailure('invalid_request');
const isListed = (value: string): boolean => catalogue.domains.some(({ domain }) => domain === value);
const isDomain = (value: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value);
const asList = (value: unknown): unknown => (Array.isArray(value) || value === null ? value : [String(value)]);
const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const both = ({ include_domains: included, exclude_domains: excluded }: Input): boolean =>
  hasEntries(included) && hasEntries(excluded);
const values = (request: {
  include_domains?: readonly string[] | null;
  exclude_domains?: readonly string[] | null;
}) => [...(request.include_domains ?? []), ...(request.exclude_domains ?? [])];

/** Mutants of the domain filters, which chat and finder share. */
export function filterMutants<E extends Extract<PaidEndpoint, 'chat' | 'finder'>>(area: E): readonly Mutant[] {
  const on = changing<'chat' | 'finder'>(area);
  return [
    mutant(
      `${area}.include-domains-type/wrapped`,
      '`include_domains` that is no array is taken as its only entry.',
      on.read('/include_domains', asList),
    ),
    mutant(
      `${area}.include-domains-type/envelope`,
      '`include_domains` of another type gives 400 `invalid_request`.',
      on.breach('/include_domains', 'type', invalid),
    ),
    mutant(
      `${area}.include-domain-type/coerced`,
      'Entries of `include_domains` are read as text.',
      on.read('/include_domains/*', String),
    ),
    mutant(
      `${area}.include-domain-type/envelope`,
      'An entry of `include_domains` of another type gives 400 `invalid_request`.',
      on.breach('/include_domains/*', 'type', invalid),
    ),
    mutant(
      `${area}.exclude-domains-type/wrapped`,
      '`exclude_domains` that is no array is taken as its only entry.',
      on.read('/exclude_domains', asList),
    ),
    mutant(
      `${area}.exclude-domains-type/crash`,
      '`exclude_domains` of another type gives 500.',
      on.refuseInput(({ exclude_domains }) => !Array.isArray(exclude_domains ?? []), crash),
    ),
    mutant(
      `${area}.exclude-domain-type/coerced`,
      'Entries of `exclude_domains` are read as text.',
      on.read('/exclude_domains/*', String),
    ),
    mutant(`${area}.filters-exclusive/accepted`, 'Both filters with entries are accepted.', on.forget('', 'not')),
    mutant(
      `${area}.filters-exclusive/envelope`,
      'Both filters with entries give 400 `invalid_request`.',
      on.refuseInput(both, envelope('invalid_request')),
    ),
    mutant(
      `${area}.filters-exclusive/unprocessable-envelope`,
      'Both filters with entries give 422 with the envelope.',
      on.refuseInput(both, envelope('invalid_request', 422)),
    ),
    mutant(
      `${area}.filter-beside-empty/refused`,
      'Both filters are refused as soon as both are arrays, empty or not.',
      on.refuseInput(
        ({ include_domains: included, exclude_domains: excluded }) =>
          Array.isArray(included) && Array.isArray(excluded),
        detail('include_domains'),
      ),
    ),
    mutant(
      `${area}.filter-beside-empty/null-refused`,
      'A filter beside one that is null is refused.',
      on.refuseInput(
        (body) =>
          (hasEntries(body.include_domains) && body.exclude_domains === null) ||
          (hasEntries(body.exclude_domains) && body.include_domains === null),
        detail('exclude_domains'),
      ),
    ),
    mutant(
      `${area}.filter-off-catalogue/including-only`,
      'A value of `include_domains` outside the catalogue gives 400.',
      on.refuse(
        ({ include_domains }) => !(include_domains ?? []).every((value) => isListed(value) || !isDomain(value)),
        envelope('invalid_request'),
      ),
    ),
    mutant(
      `${area}.filter-off-catalogue/excluding-only`,
      'A value of `exclude_domains` outside the catalogue gives 422.',
      on.refuse(
        ({ exclude_domains }) => !(exclude_domains ?? []).every((value) => isListed(value) || !isDomain(value)),
        detail('exclude_domains'),
      ),
    ),
    mutant(
      `${area}.filter-lenient/not-found`,
      'A filter value that is no normalized domain gives 404.',
      on.refuse((request) => !values(request).every(isDomain), envelope('invalid_request', 404)),
    ),
    mutant(
      `${area}.filter-lenient/crash`,
      'A filter value that is no normalized domain gives 500.',
      on.refuse((request) => !values(request).every(isDomain), crash),
    ),
    mutant(
      `${area}.nullable-accepted/include-refused`,
      '`include_domains` null gives 422.',
      on.constrain('/include_domains', { type: 'array' }),
    ),
    mutant(
      `${area}.nullable-accepted/exclude-refused`,
      '`exclude_domains` null gives 422.',
      on.constrain('/exclude_domains', { type: 'array' }),
    ),
  ];
}
