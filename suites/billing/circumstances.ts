import type { PaidEndpoint } from '../../spec/index.ts';
import type { Context } from '../engine/context.ts';
import { madeInCircumstances } from '../engine/in-circumstances.ts';
import { callIn } from '../generate/circumstances.ts';
import type { Circumstances } from '../generate/texts.ts';
import type { Call } from '../target/exchange.ts';
import type { ChatTier } from './calls.ts';

/** A valid call in the circumstances of a row, except for those that are given. */
export type CallWith = (fixed?: Circumstances) => Call;

/** Cases in each circumstance of an endpoint, for a rule that fixes some of them: a price by its tier, say. None without a depth. */
export const casesOfMoney = <Case extends object>(
  context: Context,
  endpoint: PaidEndpoint,
  rule: string,
  make: (callWith: CallWith, row: Circumstances) => Case | undefined,
): Promise<readonly Case[]> =>
  madeInCircumstances(context, endpoint, { each: rule }, (row, means) =>
    make((fixed = {}) => callIn(endpoint, { ...row, ...fixed }, means), row),
  );

/** Pages of what a chat request in some circumstances has attached: an image, a PDF of 2 pages, or both. */
export function pagesIn({ attachments = 'none' }: Circumstances): number {
  const pages: Readonly<Record<string, number>> = { none: 0, images: 1, pdf: 2, both: 3 };
  return pages[attachments] ?? 0;
}

/** The model that a chat request in some circumstances names. */
export const tierIn = ({ model }: Circumstances): ChatTier => (model === 'pro' ? 'pro' : 'standard');
