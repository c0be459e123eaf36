import { type Rule, rules } from '../../spec/index.ts';

/** Ids of the judged rows of an area that name a request constraint. */
export const constraintRows = (area: string): readonly string[] => idsOf(area, (rule) => rule.constraint !== undefined);

/** Ids of the judged rows of an area that name a response field. */
export const fieldRows = (area: string): readonly string[] => idsOf(area, (rule) => rule.field !== undefined);

function idsOf(area: string, wanted: (rule: Rule) => boolean): readonly string[] {
  return rules
    .filter((rule) => rule.id.startsWith(`${area}.`) && rule.unjudged === undefined && wanted(rule))
    .map((rule) => rule.id);
}
