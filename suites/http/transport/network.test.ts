import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createTlsServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { startTunnels } from './network.test-support.ts';
import { createAgent, fetchOut, headersOnWay, notesOnWay, proxyFor, secretsOnWay } from './network.ts';
import { createTransport } from './transport.ts';

afterEach(() => void vi.unstubAllEnvs());

const proxyTo = async (port: number, status?: number) => untilTestEnds(await startTunnels(port, status));

const portOf = (url: string): number => Number(new URL(url).port);

const get = (url: string) =>
  untilTestEnds(createTransport(4)).send({ method: 'GET', url, headers: {} }, { timeoutMs: 3_000 });

describe('the proxy on the way to a URL', () => {
  const HTTPS_PROXY = 'http://proxy.corp:3128';

  it.for([
    ['https has HTTPS_PROXY', 'https://api.test', { HTTPS_PROXY }, 'HTTPS_PROXY'],
    ['lower case comes first, as in curl', 'https://api.test', { HTTPS_PROXY, https_proxy: 'p:1' }, 'https_proxy'],
    ['http has HTTP_PROXY', 'http://api.test', { HTTPS_PROXY, HTTP_PROXY: 'p:1' }, 'HTTP_PROXY'],
    ['none in ALL_PROXY, which mostly names SOCKS', 'http://api.test', { ALL_PROXY: 'socks5://p:1' }, undefined],
    ['none for http in HTTPS_PROXY', 'http://api.test', { HTTPS_PROXY }, undefined],
    ['none to what is no URL', 'the embedded simulator', { HTTPS_PROXY }, undefined],
    ['none in an empty variable', 'https://api.test', { HTTPS_PROXY: '' }, undefined],
    ['none to this machine', 'https://localhost:1', { HTTPS_PROXY }, undefined],
    ['none to a loopback address', 'https://127.8.0.1', { HTTPS_PROXY }, undefined],
    ['none to the IPv6 one', 'https://[::1]:4010', { HTTPS_PROXY }, undefined],
    ['none where all are excepted', 'https://api.test', { HTTPS_PROXY, NO_PROXY: '*' }, undefined],
    ['none to an excepted name', 'https://API.test', { HTTPS_PROXY, NO_PROXY: 'x.test, api.test' }, undefined],
    ['none to a name below it', 'https://a.api.test', { HTTPS_PROXY, no_proxy: '.api.test' }, undefined],
    ['none to a name below a star', 'https://a.api.test', { HTTPS_PROXY, NO_PROXY: '*.api.test' }, undefined],
    ['another name that ends alike', 'https://myapi.test', { HTTPS_PROXY, NO_PROXY: 'api.test' }, 'HTTPS_PROXY'],
    ['none to an excepted port', 'https://api.test', { HTTPS_PROXY, NO_PROXY: 'api.test:443' }, undefined],
    ['another port', 'https://api.test:8443', { HTTPS_PROXY, NO_PROXY: 'api.test:443' }, 'HTTPS_PROXY'],
    ['none into an excepted range', 'https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8' }, undefined],
    ['none to an excepted IPv6 address', 'https://[fd00::1]', { HTTPS_PROXY, NO_PROXY: 'fd00::1' }, undefined],
  ] as const)('%s', ([, url, env, variable]) => {
    expect(proxyFor(url, env)?.variable).toBe(variable);
  });

  it('must be an http(s) URL', () => {
    expect(() => proxyFor('https://api.test', { HTTPS_PROXY: 'socks5://secret@p:1' })).toThrow(
      'Cannot use the proxy in HTTPS_PROXY: it is no http:// or https:// URL. Correct it, or list the host in NO_PROXY.',
    );
  });

  it('is named in reports without its password', () => {
    vi.stubEnv('HTTPS_PROXY', 'http://user:secret@proxy.corp:3128');
    expect(notesOnWay('https://api.test')).toEqual([
      expect.stringContaining('through the proxy http://proxy.corp:3128 (HTTPS_PROXY)'),
    ]);
    expect(notesOnWay('http://127.0.0.1:4010')).toEqual([]);
  });
});

describe('headers for a gateway', () => {
  it('are sent with each request, and never in place of a header of its own', async () => {
    const seen: unknown[] = [];
    const target = untilTestEnds(
      await listen(({ headers }, response) => {
        seen.push([headers['x-pass'], headers['x-two'], headers['x-own']]);
        response.end('{}');
      }),
    );
    vi.stubEnv('ASSAY_HEADERS', 'X-Pass: a:b \n\nx-two:2\nx-own: no');
    const transport = untilTestEnds(createTransport(1));
    await transport.send({ method: 'GET', url: target.url, headers: { 'x-own': 'yes' } }, { timeoutMs: 3_000 });
    await fetchOut(target.url, {});
    expect(seen).toEqual([
      ['a:b', '2', 'yes'],
      ['a:b', '2', 'no'],
    ]);
    expect(secretsOnWay()).toEqual([]);
    vi.stubEnv(
      'ASSAY_HEADERS',
      'x-own: no\nx-type: application/json\nX-Pass: 0123456789ab\nx-two: Basic abcdefghijklmnopqrstuvwxyz==',
    );
    expect(secretsOnWay()).toEqual(['0123456789ab', 'abcdefghijklmnopqrstuvwxyz==']);
    expect(notesOnWay(target.url)).toEqual([
      'Requests came with headers of ASSAY_HEADERS: x-own, x-type, x-pass, x-two.',
    ]);
  });

  it.for([
    ['secret', 'line 1 is no header. Write each as «Name: value».'],
    ['a: b\nx y: secret', 'line 2 is no header. Write each as «Name: value».'],
    ['Authorization: secret', 'line 1 is Authorization, which assay sends itself. Leave it out.'],
  ] as const)('are refused without being shown: %j', ([ASSAY_HEADERS, why]) => {
    expect(() => headersOnWay({ ASSAY_HEADERS })).toThrow(`Cannot use ASSAY_HEADERS: ${why}`);
  });
});

describe('requests through a proxy', () => {
  it('go through a tunnel, so that the answer is the target’s to the last byte', async () => {
    const odd = ['X-Odd', 'a', 'X-Odd', 'b'];
    const target = untilTestEnds(await listen((_, response) => response.writeHead(200, odd).end('{}')));
    const proxy = await proxyTo(portOf(target.url));
    vi.stubEnv('HTTP_PROXY', proxy.url.replace('//', '//user:p%40ss@'));
    const response = await get('http://api.corp.test/v1/domains');
    expect([response.status, response.headers.filter(([name]) => name === 'x-odd').length]).toEqual([200, 2]);
    expect(proxy.asked).toEqual([`api.corp.test:80 Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
    expect(await (await fetchOut('http://api.corp.test/profile', {})).text()).toBe('{}');
    expect(proxy.asked).toHaveLength(2);
    await get(target.url);
    expect(proxy.asked).toHaveLength(2);
  });

  it('speak TLS with the target, not with the proxy, and show a certificate if one is named', async () => {
    const [server, client] = await Promise.all(
      ['api.corp.test', 'client'].map((value) => generate([{ name: 'commonName', value }])),
    );
    const options = { key: server?.private, cert: server?.cert, ca: client?.cert, requestCert: true };
    const target = createTlsServer(options, (_, response) => response.end('{}'));
    await once(target.listen(0, '127.0.0.1'), 'listening');
    untilTestEnds({ close: () => target.close().closeAllConnections() });
    const proxy = await proxyTo((target.address() as AddressInfo).port);
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { failure } = await get('https://api.corp.test');
    expect(failure?.message).toMatch(/^cannot speak with https:\/\/api\.corp\.test: its certificate is not trusted/);

    const file = join(newFolder(), 'client.pem');
    writeFileSync(file, `${client?.cert}\n${client?.private}`);
    const status = async (): Promise<unknown> => {
      const agent = createAgent('https:', { ca: server?.cert } as object);
      const sent = request('https://api.corp.test/', { agent }).end();
      const outcome = await once(sent, 'response').then(
        ([{ statusCode }]) => statusCode,
        ({ code }) => code,
      );
      agent.destroy();
      return outcome;
    };
    expect(await status()).toBe('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
    vi.stubEnv('ASSAY_CLIENT_CERT', file);
    expect(await status()).toBe(200);
    vi.stubEnv('ASSAY_CLIENT_CERT', '/not/there.pem');
    expect(() => createTransport(1)).toThrow('Cannot read ASSAY_CLIENT_CERT /not/there.pem: there is no such file.');
    writeFileSync(file, 'no PEM');
    vi.stubEnv('ASSAY_CLIENT_CERT', file);
    expect(() => notesOnWay('https://api.corp.test')).toThrow(/^Cannot use ASSAY_CLIENT_CERT and ASSAY_CLIENT_KEY: /);
  });

  it('blame the proxy, not the target, where there is no tunnel', async () => {
    const refusing = await proxyTo(0, 407);
    vi.stubEnv('HTTPS_PROXY', refusing.url);
    expect((await get('https://api.corp.test')).failure).toEqual({
      kind: 'connect',
      code: 'EPROXY',
      message: `cannot connect to https://api.corp.test: the proxy ${refusing.url} (HTTPS_PROXY) answered 407 when it was asked for a tunnel to api.corp.test:443. Correct the variable, or list the host in NO_PROXY`,
    });
    const { url, close } = await listen(() => undefined);
    await close();
    vi.stubEnv('HTTPS_PROXY', url);
    expect((await get('https://api.corp.test')).failure?.message).toContain('cannot be used: ECONNREFUSED');
  });
});
