import { formatDollars } from '../../../reports/index.ts';
import { type ControlCharge, prices } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { eventsOf, streamOf } from '../../http/exchange/stream.ts';
import { isStream } from '../../judges/chat-answer.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { bodyOf, listIn } from '../../judges/read.ts';
import { money } from '../../model/price-model.ts';
import type { Bill } from './bill.ts';

/**
 * Judges what a request was charged. `alsoFine` is what it should cost by other charges of the same target: a wrong base price is blamed by
 * the rule of the base price alone. Source: Limits, pricing.
 */
export function judgeAmount(
  words: string,
  { amount, lines }: Pick<Bill, 'amount' | 'lines'>,
  due: number,
  alsoFine: readonly number[] = [],
): Judgement {
  if (amount === due || alsoFine.includes(amount)) return 'fine';
  const actual = amount === 0 ? 'No charge was listed, or one of 0' : `The charge is ${money(amount)}`;
  const items = lines.map(({ item, quantity, unit_micros }) => `${item} ${quantity} × ${formatDollars(unit_micros)}`);
  const sum = lines.reduce((all, { quantity, unit_micros }) => all + quantity * unit_micros, 0);
  // What is wrong is the sum, then, and not a line of it.
  const together = sum === amount ? '' : `, which is ${money(sum)} together`;
  const listed = items.length === 0 ? '' : ` Its lines: ${items.join(', ')}${together}.`;
  return broken(`${words} costs ${money(due)}.`, `${actual} instead of ${money(due)}.${listed}`);
}

/** Judges that a chat request which invoked no follow-ups was not charged for them; `base` is what it costs without. */
export function judgeNoSurcharge(words: string, amount: number, base: number): Judgement {
  if (amount === base) return 'fine';
  if (amount !== base + prices.chatFollowUps) return 'nothing';
  return broken(
    `${words} carries no surcharge.`,
    `The charge is ${money(amount)}: ${money(prices.chatFollowUps)} above ${money(base)}.`,
  );
}

/** True when an answer holds follow-up questions: generation was certainly invoked. */
export function holdsFollowUps(exchange: Exchange): boolean {
  const questions = isStream(exchange)
    ? eventsOf(streamOf(exchange), 'follow_up_questions').at(-1)?.value?.follow_up_questions
    : bodyOf(exchange)?.follow_up_questions;
  return listIn(questions).length > 0;
}

/** A charge whose lines, where there are any, do not add up to its amount; undefined when all do. Source: contract, control API. */
export function unevenCharge(charges: readonly ControlCharge[]): ControlCharge | undefined {
  const sum = ({ lines }: ControlCharge): number =>
    lines.reduce((total, line) => total + line.quantity * line.unit_micros, 0);
  return charges.find((charge) => charge.lines.length > 0 && sum(charge) !== charge.amount_micros);
}
