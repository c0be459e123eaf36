import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand, quote, unmask } from './curl.ts';

const key = 'svc_test_0123456789abcdef0123456789abcdef';

it.each(["it's", 'a "b" $HOME `id` \\ !', 'two\nlines', '', "'", '-n', '*', 'é…'])('quotes %j for a shell', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${quote(text)}`], { encoding: 'utf8' })).toBe(text);
});

it('writes a command with the headers that the client set', () => {
  const headers = {
    host: '127.0.0.1:4010',
    'user-agent': 'node',
    accept: '*/*',
    'content-length': '9',
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  };
  const url = 'http://127.0.0.1:4010/v1/chat/completions';
  expect(curlCommand({ method: 'POST', url, headers, body: '{"a":"b"}', streams: true })).toBe(
    [
      `curl -sS -N ${url}`,
      `-H 'authorization: Bearer ${key}'`,
      "-H 'content-type: application/json'",
      `--data-raw '{"a":"b"}'`,
    ].join(' \\\n  '),
  );
});

it('keeps method and content type, and special characters of an address', () => {
  const command = (method: string, url: string, body = ''): string =>
    curlCommand({ method, url, headers: {}, body, streams: false });
  expect(command('GET', 'http://a/v1/domains?q=[x]')).toBe("curl -sS -g 'http://a/v1/domains?q=[x]'");
  expect(command('POST', 'http://a/')).toBe('curl -sS -X POST http://a/');
  expect(command('HEAD', 'http://a/')).toBe('curl -sS --head http://a/');
  expect(command('PUT', 'http://a/', 'x')).toBe(
    "curl -sS -X PUT http://a/ \\\n  -H 'content-type:' \\\n  --data-raw x",
  );
});

it('replaces masked keys by known whole ones', () => {
  expect(unmask('Bearer svc_test_…cdef', ['svc_live_fedcba9876543210fedcba987654cdef', key])).toBe(`Bearer ${key}`);
  expect(unmask('Bearer svc_test_…0000', [key])).toBe('Bearer svc_test_…0000');
});
