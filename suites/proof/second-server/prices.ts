import { pagesOf } from './checks.ts';
import type { Line } from './ledger.ts';
import type { PaidCall } from './wire.ts';

const line = (item: string, quantity: number, unit_micros: number): Line => ({ item, quantity, unit_micros });

/** The cost of an answered request (Limits, Pricing); `invoked`: whether follow-ups were generated. */
export function bill({ endpoint, body }: PaidCall, invoked: boolean): Line[] {
  if (endpoint === 'embeddings') return [line('embeddings', 1, 0)];
  if (endpoint === 'finder') return [line('search', 1, body.search_depth === 'advanced' ? 70_000 : 35_000)];
  if (endpoint === 'rerank')
    return [line('rerank_units', Math.ceil((body.documents as unknown[]).length / 100), 15_000)];
  const pro = body.model === 'svc-chat-pro-v1';
  const lines = [line('base', 1, pro ? 500_000 : 150_000)];
  if (invoked) lines.push(line('follow_ups', 1, 10_000));
  const pages = pagesOf(body);
  if (pages > 0) lines.push(line('attachment_pages', pages, pro ? 10_000 : 3_000));
  return lines;
}
