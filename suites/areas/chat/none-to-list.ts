import { alsoInCircumstances } from '../../engine/checks/in-circumstances.ts';
import type { Context } from '../../engine/context/context.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Call } from '../../http/exchange/exchange.ts';

/** How a rule about answers with nothing to list is tried. */
export const leavesNothing = (fault: string): string =>
  `The control API's fault \`${fault}\` leaves nothing to list, in each circumstance.`;

/** A chat call that a fault leaves nothing to list for, and more in each circumstance but those that are fixed. */
export const callsUnder = (
  context: Context,
  fault: string,
  call: Call,
  fixed: Circumstances,
): Promise<readonly { readonly call: Call }[]> =>
  alsoInCircumstances(context, fault, { ...call, endpoint: 'chat' }, ({ attachments }) => {
    // The pages of a PDF may be listed all the same (readings A6).
    const pages = fault === 'no_sources' && (attachments === 'pdf' || attachments === 'both');
    const asks = fault === 'no_follow_ups' ? { 'follow-ups': 'true' } : {};
    return { ...asks, ...(pages ? { attachments: 'none', url: 'plain' } : {}), ...fixed };
  });
