import { describe, expect, it } from 'vitest';
import { jsonResponse } from '../core/wire.ts';
import { guardControl } from './guard.ts';

const ask = async (
  access: { host?: string; token?: string },
  headers: Record<string, string>,
  path = '/_control/keys',
) => {
  const seen: string[] = [];
  const handle = guardControl({ host: '127.0.0.1', ...access })(async (request) => {
    seen.push(request.path);
    return jsonResponse({ status: 200 });
  });
  const { status } = await handle({ method: 'GET', path, headers, body: new Uint8Array() });
  return status === 200 ? seen[0] : status;
};

describe('the control API on loopback', () => {
  it.each(['127.0.0.1:4010', 'localhost', 'LOCALHOST:1', '[::1]:4010', 'app.localhost:80'])(
    'answers programs that name this machine: %s',
    async (host) => expect(await ask({}, { host })).toBe('/_control/keys'),
  );

  it.each([
    'evil.example',
    'evil.example:4010',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '',
    '@',
  ])('refuses other names, which may resolve to this machine on purpose: %s', async (host) =>
    expect(await ask({}, { host })).toBe(403),
  );

  it('refuses pages of other origins, in old browsers too, and answers its own', async () => {
    const host = '127.0.0.1:4010';
    for (const site of ['cross-site', 'same-site']) expect(await ask({}, { host, 'sec-fetch-site': site })).toBe(403);
    for (const site of ['same-origin', 'none'])
      expect(await ask({}, { host, 'sec-fetch-site': site })).toBe('/_control/keys');
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:5173'])
      expect(await ask({}, { host, origin })).toBe(403);
    expect(await ask({}, { host, origin: `http://${host}` })).toBe('/_control/keys');
  });

  it('does not guard the API itself, nor its own health', async () => {
    const foreign = { host: 'evil.example', origin: 'https://evil.example' };
    expect(await ask({}, foreign, '/v1/domains')).toBe('/v1/domains');
    expect(await ask({ host: '0.0.0.0' }, foreign, '/_control/health')).toBe('/_control/health');
  });
});

describe('a person whose browser may not use the control API', () => {
  const refused = async (access: { host: string; token?: string }, accept: string, path = '/_control/') => {
    const handle = guardControl(access)(async () => jsonResponse({ status: 200 }));
    const request = { method: 'GET', path, headers: { host: '127.0.0.1:4010', accept }, body: new Uint8Array() };
    const { status, headers, body } = await handle(request);
    return { status, type: headers['content-type'], text: Buffer.from(body as Uint8Array).toString() };
  };
  const page = 'text/html,application/xhtml+xml';

  it.each([
    ['the token is missing', { host: '127.0.0.1', token: 'open-sesame' }, 401, 'open <code>/_control/TOKEN/</code>'],
    ['the server has none', { host: '0.0.0.0' }, 403, 'Start it with --control-token'],
  ] as const)('gets a page that says how: %s', async (_, access, status, words) => {
    const answer = await refused(access, page);
    expect(answer).toMatchObject({ status, type: 'text/html; charset=utf-8', text: expect.stringContaining(words) });
    expect(answer.text).not.toContain('sesame');
    expect((await refused(access, '*/*')).type).toBe('application/json');
  });

  it('sees nothing of the address on that page', async () => {
    const access = { host: '127.0.0.1', token: 'open-sesame' };
    expect((await refused(access, page, '/_control/<script>/')).text).not.toContain('script');
  });
});

describe('the control API off loopback', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'stand-in.example'])('is closed without a token: %s', async (host) => {
    expect(await ask({ host }, { host: '127.0.0.1' })).toBe(403);
  });

  it('takes the token as a Bearer token, or in the path', async () => {
    const access = { host: '0.0.0.0', token: 'open-sesame' };
    const host = 'stand-in.example';
    expect(await ask(access, { host, authorization: 'Bearer open-sesame' })).toBe('/_control/keys');
    expect(await ask(access, { host }, '/_control/open-sesame/keys?a=1')).toBe('/_control/keys?a=1');
    for (const authorization of ['', 'Bearer', 'Bearer open', 'Basic open-sesame'])
      expect(await ask(access, { host, authorization })).toBe(401);
    expect(await ask(access, { host }, '/_control/open-sesames/keys')).toBe(401);
    expect(await ask({ token: 'open-sesame' }, { host: '127.0.0.1' })).toBe(401);
  });
});
