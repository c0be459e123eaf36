import { schemaCompiler } from '../spec/index.ts';

const text = { type: 'string' } as const;
const message = object({ text, markdown: text }, 'text');
const uri = { type: 'string', pattern: String.raw`^[\w.~!$&'()*+,;=:@%/?#-]+$` };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$` };

function object(properties: Record<string, unknown>, ...required: string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const list = (items: unknown, more: object = {}): object => ({ type: 'array', items, ...more });

const descriptor = object(
  {
    ...{ id: text, shortDescription: message, fullDescription: message, help: message },
    defaultConfiguration: object({ level }),
    properties: { type: 'object', properties: { tags: list(text, { uniqueItems: true, maxItems: 20 }) } },
  },
  'id',
);

const location = object(
  {
    physicalLocation: object(
      { artifactLocation: object({ uri }, 'uri'), region: object({ startLine: { type: 'integer', minimum: 1 } }) },
      'artifactLocation',
    ),
    logicalLocations: list(object({ name: text, fullyQualifiedName: text, kind: text }), { uniqueItems: true }),
  },
  // No demand of the schema, but code-scanning pages refuse a file in which a location lacks it.
  'physicalLocation',
);

const result = object(
  {
    ...{ ruleId: text, ruleIndex: { type: 'integer', minimum: -1 }, level, message },
    locations: list(location, { minItems: 1, maxItems: 10 }),
    partialFingerprints: { type: 'object', additionalProperties: text },
    suppressions: list(
      object(
        {
          ...{ kind: { enum: ['inSource', 'external'] }, justification: text },
          status: { enum: ['accepted', 'underReview', 'rejected'] },
        },
        'kind',
      ),
    ),
  },
  ...['message', 'ruleId', 'locations', 'partialFingerprints'],
);

/** Of the schema of SARIF 2.1.0 what reports use, nothing else allowed, with what GitHub's code scanning demands beyond it. */
export const fitsSarif = schemaCompiler({ strict: false, allErrors: true }).compile(
  object(
    {
      ...{ $schema: uri, version: { const: '2.1.0' } },
      runs: list(
        object(
          {
            tool: object(
              { driver: object({ name: text, version: text, rules: list(descriptor, { uniqueItems: true }) }, 'name') },
              'driver',
            ),
            automationDetails: object({ id: text }),
            invocations: list(
              object(
                {
                  ...{ executionSuccessful: { type: 'boolean' }, exitCode: { type: 'integer' } },
                  ...{ startTimeUtc: time, endTimeUtc: time },
                  toolExecutionNotifications: list(object({ level, message }, 'message')),
                },
                'executionSuccessful',
              ),
            ),
            results: list(result),
            columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          },
          'tool',
        ),
        { minItems: 1 },
      ),
    },
    ...['version', 'runs'],
  ),
);
