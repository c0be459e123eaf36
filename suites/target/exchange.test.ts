import { describe, expect, it } from 'vitest';
import { jsonOf } from './exchange.ts';
import { garbled } from './forms.ts';

describe('a body that is no JSON', () => {
  const accent = Buffer.from('{"text":"Clé"}', 'latin1');

  it('is told apart from one that is not UTF-8', () => {
    expect(jsonOf({ body: accent })).toEqual({ ok: false, reason: expect.stringMatching(/^the body is not UTF-8: /) });
    expect(jsonOf({ body: Buffer.from('<html>') })).toMatchObject({ reason: 'the body is no JSON: <html>' });
  });

  it('is told of by status and media type', () => {
    const answer = { status: 200, headers: [['content-type', 'application/json']] as const, chunks: [] };
    expect(garbled({ ...answer, body: accent }).message).toMatch(/^the answer \(200 application\/json\) is not UTF-8/);
    expect(garbled({ ...answer, body: Buffer.from('oops') }).message).toContain('is in no form of the API');
  });
});
