import { envelope } from './answers.test-support.ts';
import type { Condition, FrontRequest } from './front.test-support.ts';

/** Crashes with 500 on some valid requests, each time. */
const crashingOn =
  (wrong: (request: FrontRequest) => boolean): Condition =>
  ({ struck }) =>
  async (request, next) => {
    const answer = await next(request);
    if (answer.status !== 200 || !wrong(request)) return answer;
    struck();
    return envelope(500, 'server_error', 'internal_error');
  };

const bodyOf = ({ body }: FrontRequest): { query?: unknown; documents?: unknown } => JSON.parse(body.toString());

/** A finder that answers 500 to every query outside ASCII. */
export const noAccents = crashingOn(
  (request) => request.endpoint === 'finder' && /[^\p{ASCII}]/u.test(String(bodyOf(request).query)),
);

/** A rerank that answers 500 to this many documents. */
export const rerankCrashes = (from: number, to: number): Condition =>
  crashingOn((request) => {
    if (request.endpoint !== 'rerank') return false;
    const { documents } = bodyOf(request);
    return Array.isArray(documents) && documents.length >= from && documents.length <= to;
  });
