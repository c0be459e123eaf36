import { envelope } from './answers.test-support.ts';
import type { Asked, Bend } from './bend.test-support.ts';

/** Crashes with 500 on some valid requests, each time. */
const crashingOn =
  (wrong: (asked: Asked) => boolean): Bend =>
  ({ bent }) =>
  async (asked, next) => {
    const told = await next(asked);
    if (told.status !== 200 || !wrong(asked)) return told;
    bent();
    return envelope(500, 'server_error', 'internal_error');
  };

const bodyOf = ({ body }: Asked): { query?: unknown; documents?: unknown } => JSON.parse(body.toString());

/** A finder that answers 500 to every query outside ASCII. */
export const noAccents = crashingOn(
  (asked) => asked.endpoint === 'finder' && /[^\p{ASCII}]/u.test(String(bodyOf(asked).query)),
);

/** A rerank that answers 500 to this many documents. */
export const rerankCrashes = (from: number, to: number): Bend =>
  crashingOn((asked) => {
    if (asked.endpoint !== 'rerank') return false;
    const { documents } = bodyOf(asked);
    return Array.isArray(documents) && documents.length >= from && documents.length <= to;
  });
