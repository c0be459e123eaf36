import { CohereClient } from 'cohere-ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeys } from '../fixtures/index.ts';
import { type RunningServer, startServer } from './server/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('published clients, unmodified', () => {
  it('openai gets embeddings', async () => {
    const client = new OpenAI({ apiKey: testKeys.active, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const input = ['asthma', 'a broken arm'];
    const answer = await client.embeddings.create({ model: 'svc-embed-v1', input, encoding_format: 'float' });
    expect(answer.data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 1_536],
      [1, 1_536],
    ]);
    expect(answer.usage.total_tokens).toBe(answer.usage.prompt_tokens);
  });

  it('openai understands the errors', async () => {
    const client = new OpenAI({ apiKey: testKeys.revoked, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const failure = client.embeddings.create({ model: 'svc-embed-v1', input: 'a', encoding_format: 'float' });
    await expect(failure).rejects.toMatchObject({
      status: 401,
      code: 'authentication_error',
      type: 'authentication_error',
    });
  });

  it('cohere-ai (v1) ranks strings and objects', async () => {
    const client = new CohereClient({ token: testKeys.active, environment: server.url });
    const documents = ['A plaster cast holds the arm.', { text: 'Inhalers relieve asthma.' }];
    const answer = await client.rerank({
      model: 'svc-rerank-v1',
      query: 'asthma',
      documents,
      topN: 1,
      returnDocuments: true,
    });
    expect(answer.results).toMatchObject([{ index: 1, document: { text: 'Inhalers relieve asthma.' } }]);
    expect(answer.results[0]?.relevanceScore).toBeGreaterThan(0);
  });
});
