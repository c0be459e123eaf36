/** Pieces that several schemas use. */

/** `string[] or null`, default null: the domain filters of chat and finder. */
export const domainFilter = { type: ['array', 'null'], items: { type: 'string' }, default: null } as const;

/** A name that every object of JavaScript has: looked up in a table that is such an object, it is taken for known. */
export const objectName = 'constructor';

/** Names that are no model of an endpoint: unknown ones, other endpoints', and some that resemble its `own`, one with a letter that no header takes. */
export const otherModels = (own: string, ...foreign: readonly string[]): readonly string[] => [
  ...['svc-unknown-v1', ...foreign, 'svc-chat-v2', objectName],
  ...[`${own}-β`, `vendor/${own}`, own.replace(/-v1$/, ''), own.toUpperCase(), ` ${own}`, ''],
];

/** Texts in which nothing stands. */
export const blanks = ['   ', '\t\n', ' \r\n\t '] as const;

/**
 * Refuses a request whose two domain filters both have entries, with 422 `{detail}`.
 * Source: Resources, chat request, rule 1; finder request body.
 */
export const filtersExclusive = {
  not: {
    required: ['include_domains', 'exclude_domains'],
    properties: {
      include_domains: { type: 'array', minItems: 1 },
      exclude_domains: { type: 'array', minItems: 1 },
    },
  },
} as const;

/** Unix time in whole seconds; a value this large would be milliseconds (readings S22). */
export const created = { type: 'integer', minimum: 0, maximum: 100_000_000_000 } as const;
