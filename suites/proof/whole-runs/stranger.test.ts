import { createHash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listen } from '../../../fixtures/temporary.test-support.ts';
import { idsWith, run, someKey } from '../../cli.test-support.ts';

/**
 * A server as a stranger would write it from the first page of the specification: the happy paths, but no key check,
 * one error body of its own, ids that never change, and streams without an end marker.
 */
const stranger: RequestListener = async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://stranger.test');
  try {
    const sent = (await buffer(request)).toString();
    answer(url, request.method === 'POST' ? JSON.parse(sent) : {}, response);
  } catch {
    send(response, 400, { message: 'bad request' });
  }
};

function answer(url: URL, body: Record<string, unknown>, response: ServerResponse): unknown {
  const created = 1_767_225_600;
  switch (url.pathname) {
    case '/v1/domains':
      return send(response, 200, catalogue(url));
    case '/v1/embeddings': {
      const inputs = [body.input].flat() as string[];
      const data = inputs.map((text, index) => ({ object: 'embedding', index, embedding: vector(String(text)) }));
      return send(response, 200, {
        id: 'emb_1',
        object: 'list',
        created,
        model: 'svc-embed-v1',
        data,
        usage: { prompt_tokens: 3 * inputs.length, total_tokens: 3 * inputs.length },
      });
    }
    case '/v1/finder':
      return send(response, 200, {
        id: 'fnd_1',
        object: 'finder.result',
        created,
        model: 'svc-finder-v1',
        query: body.query,
        answer: body.include_answer === true ? 'See the results.' : null,
        results: [{ title: 'Asthma', url: 'https://a.example/', content: 'Asthma narrows the airways.', score: 0.5 }],
        usage: { query_count: 1 },
        response_time: 0.12,
      });
    case '/v1/rerank': {
      const documents = (body.documents as (string | { text: string })[]).map((one) =>
        typeof one === 'string' ? one : one.text,
      );
      const ranked = documents.map((text, index) => ({
        index,
        relevance_score: 1 / (index + 1),
        document: body.return_documents === false ? null : { text },
      }));
      const count = documents.length;
      const results = typeof body.top_n === 'number' ? ranked.slice(0, body.top_n) : ranked;
      const usage = { search_count: Math.ceil(count / 100), documents_count: count };
      return send(response, 200, { id: 'rrk_1', object: 'rerank', created, model: 'svc-rerank-v1', results, usage });
    }
    case '/v1/chat/completions':
      return chat(body, response);
    default:
      return send(response, 404, { message: 'not found' });
  }
}

function chat(body: Record<string, unknown>, response: ServerResponse): unknown {
  const steps = [{ description: 'Searching', actions: [] }];
  const sources = [{ id: 'SW1', title: 'Asthma', url: 'https://a.example/', relevance_score: 0.9 }];
  const followUps = body.include_follow_ups === true ? ['What triggers asthma?'] : null;
  if (body.stream !== true)
    return send(response, 200, { steps, message: 'Asthma is common [SW1].', sources, follow_up_questions: followUps });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events: object[] = [
    { type: 'steps', steps: [] },
    { type: 'steps', steps },
    { type: 'message', content: 'Asthma is ' },
    { type: 'message', content: 'common [SW1].' },
    { type: 'sources', sources },
    ...(followUps ? [{ type: 'follow_up_questions', follow_up_questions: followUps }] : []),
  ];
  return response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

function catalogue(url: URL): object {
  const all = [
    { domain: 'b.example', category: 'cardiology', document_count: 9, in_trust_list: true },
    { domain: 'a.example', category: 'unknown', document_count: 4, in_trust_list: true },
    { domain: 'c.example', category: 'cardiology', document_count: 4, in_trust_list: true },
  ];
  const [category, q] = [url.searchParams.get('category')?.toLowerCase(), url.searchParams.get('q')?.toLowerCase()];
  const domains = all
    .filter((row) => (category ? row.category === category : true) && (q ? row.domain.includes(q) : true))
    .slice(0, Number(url.searchParams.get('limit') ?? 200));
  const names = [...new Set(domains.map((row) => row.category))];
  const categories = names.map((name) => {
    const own = domains.filter((row) => row.category === name);
    return {
      category: name,
      domain_count: own.length,
      document_count: own.reduce((sum, row) => sum + row.document_count, 0),
    };
  });
  return { version: '1', generated_at: '2026-01-01T00:00:00Z', total_domains: domains.length, domains, categories };
}

/** 1536 numbers that depend on the text. */
function vector(text: string): number[] {
  const bytes = createHash('sha512').update(text).digest();
  return Array.from({ length: 1536 }, (_, at) => ((bytes[at % 64] ?? 0) - 128 + (at % 7)) / 128);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

it("a stranger's server fails the rule of each of its defects, and no rule that it keeps", async () => {
  const target = await listen(stranger);
  const ran = await run(['check', target.url], { ASSAY_KEY: someKey });
  await target.close();
  const failed = idsWith(ran.report, 'fail');
  expect(ran.code).toBe(1);
  expect(failed).toEqual(
    expect.arrayContaining([
      'auth.key-required',
      'auth.unknown-key',
      'events.done',
      'errors.envelope',
      'rerank.model-unknown',
      'chat.text-max',
      'embeddings.response.ids-differ',
      'finder.response.ids-differ',
      'rerank.response.ids-differ',
    ]),
  );
  const kept = failed.filter((id) =>
    /\.(response\.(?!ids-differ)|accepts-valid)|^citations\.|^domains\.(sorted|summary|category|q-|response)/.test(id),
  );
  expect(kept).toEqual([]);
  expect(
    failed.filter((id) => id.startsWith('events.') && !['events.done', 'events.early-errors-plain'].includes(id)),
  ).toEqual([]);
  for (const rule of ran.report?.rules ?? []) {
    if (rule.verdict === 'fail')
      expect(rule.failure, rule.id).toMatchObject({ expected: expect.any(String), actual: expect.any(String) });
  }
  const curls = (ran.report?.rules ?? []).flatMap((rule) => (rule.failure ? [rule.failure.curl] : []));
  expect(curls.some((curl) => curl.includes('$ASSAY_KEY'))).toBe(true);
  expect(JSON.stringify(ran.report) + ran.stdout).not.toContain(someKey);
});
