import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jumpingClock, outcomeOf } from './reader.test-support.ts';
import { createAttachmentReader } from './reader.ts';

/** Each with the reason for its refusal, before any connection, on both networks; `address.test.ts` has the ranges. */
const REFUSED_BY_TEXT: Readonly<Record<string, readonly string[]>> = {
  scheme: [
    'http://example.com/a.pdf',
    'http://fixtures.assay.test/pages-1.pdf',
    'HTTP://example.com/a.pdf',
    'ftp://example.com/a.pdf',
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'data:application/pdf;base64,JVBERi0=',
    'javascript:alert(1)',
    'gopher://example.com/1',
    'ws://example.com/',
    'blob:https://example.com/1',
    'mailto:a@example.com',
    'view-source:https://example.com',
    'about:blank',
    'ht\ntp://example.com/a.pdf',
    'localhost:443/a.pdf',
    'jar:https://example.com/a.jar!/a.pdf',
  ],
  url: [
    '',
    ' ',
    '/pages-1.pdf',
    'pages-1.pdf',
    '//example.com/a.pdf',
    'https://',
    'https://[::1',
    'https://[::1%25lo]/',
    'https://exa mple.com/',
    'https://example.com:99999/',
    'https://1.2.3.4.5/',
    'https://256.0.0.1/',
    'https://0xffffffffff/',
    'https://a%00b/',
    'https://[fe80::1%eth0]/a.pdf',
    'https://example.com:port/',
  ],
  credentials: [
    'https://user@example.com/a.pdf',
    'https://user:secret@example.com/a.pdf',
    'https://fixtures.assay.test@127.0.0.1/pages-1.pdf',
    'https://:secret@fixtures.assay.test/',
    'https://127.0.0.1:443@example.com/',
  ],
  port: [
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:80/',
    'https://example.com:0/',
    'https://127.0.0.1:22/',
  ],
  address: [
    'https://127.0.0.1/a.pdf',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127。0。0。1/',
    'https://１２７.０.０.１/',
    'https://①②⑦.⓪.⓪.①/',
    'https://%31%32%37.0.0.1/',
    'https:127.0.0.1/',
    'https:\\\\127.0.0.1\\a.pdf',
    'https://////127.0.0.1/a.pdf',
    'HTTPS://127.0.0.1/',
    ' https://127.0.0.1/ ',
    'https://127.0.0.1:8443/',
    'https://0/',
    'https://0.0.0.0/',
    'https://167772161/',
    'https://012.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://3232235777/',
    'https://4294967295/',
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::1]:8443/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:FFFF:7F00:0001]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost:8443/',
    'https://a.localhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://localhost.localdomain/',
  ],
};

/** Names that are refused because of their addresses: looked up once. */
const REFUSED_BY_RESOLVER: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'one-bad-of-two.example': ['93.184.215.14', '192.168.0.1'],
  'bad-first.example': ['::1', '93.184.215.14'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'nonsense.example': ['not an address'],
  'dotted.example.': ['127.0.0.1'],
};

const table = Object.entries(REFUSED_BY_TEXT).flatMap(([reason, urls]) => urls.map((url) => [url, reason] as const));

// Every TCP or TLS connection, by any library, would fail here.
const connect = vi.spyOn(Socket.prototype, 'connect');
beforeEach(() => {
  connect.mockClear();
});
afterEach(() => {
  expect(connect).not.toHaveBeenCalled();
});

it('a hostile URL is one of at least sixty', () => {
  expect(table.length).toBeGreaterThanOrEqual(60);
});

describe.each(['simulated', 'real'] as const)('on the %s network', (network) => {
  const onConnect = vi.fn();
  const resolve = vi.fn(async () => ['127.0.0.1']);
  const reader = createAttachmentReader({ network, clock: jumpingClock(), onConnect, resolve });

  it.each(table)('%j is refused (%s) without a lookup or a connection', async (url, reason) => {
    expect(await outcomeOf(reader, [url])).toBe(reason);
    expect(onConnect).not.toHaveBeenCalled();
    expect(resolve).not.toHaveBeenCalled();
  });

  it('refuses the whole request before it fetches the good URL in front', async () => {
    expect(await outcomeOf(reader, ['https://fixtures.assay.test/pages-1.pdf', 'https://127.1/'])).toBe('address');
    expect(resolve).not.toHaveBeenCalled();
  });
});

it.each(Object.entries(REFUSED_BY_RESOLVER))(
  'a hostile URL https://%s/ is refused for its addresses %j',
  async (host, addresses) => {
    const onConnect = vi.fn();
    const resolve = vi.fn(async () => addresses);
    const reader = createAttachmentReader({ network: 'real', clock: jumpingClock(), onConnect, resolve });
    expect(await outcomeOf(reader, [`https://${host}/a.pdf`])).toBe('address');
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(onConnect).not.toHaveBeenCalled();
  },
);

it.each([
  ['redirect-to-http', 'scheme'],
  ['redirect-to-data', 'scheme'],
  ['redirect-to-private', 'address'],
  ['redirect-to-loopback', 'address'],
  ['redirect-to-loopback-v6', 'address'],
  ['redirect-to-mapped', 'address'],
  ['redirect-to-link-local', 'address'],
  ['redirect-to-private-name', 'address'],
  ['redirect-loop', 'redirects'],
])('a hostile URL behind %s is refused (%s), and only the origin was asked', async (path, reason) => {
  const hosts = new Set<string>();
  const reader = createAttachmentReader({
    network: 'simulated',
    clock: jumpingClock(),
    onConnect: (host) => hosts.add(host),
  });
  expect(await outcomeOf(reader, [`https://fixtures.assay.test/${path}`])).toBe(reason);
  expect([...hosts]).toEqual(['fixtures.assay.test']);
});

it('a hostile URL that is no `.test` host does not exist on the simulated network', async () => {
  const reader = createAttachmentReader({ network: 'simulated', clock: jumpingClock() });
  expect(await outcomeOf(reader, ['https://example.com/a.pdf'])).toBe('unreachable');
  expect(await outcomeOf(reader, ['https://8.8.8.8/a.pdf'])).toBe('unreachable');
});

it('a hostile URL of a megabyte is quoted only in part', async () => {
  const reader = createAttachmentReader({ network: 'simulated', clock: jumpingClock() });
  const url = `data:application/pdf;base64,${'A'.repeat(1_000_000)}`;
  await expect(reader.read([url], { maxPages: 30 })).rejects.toThrow(/^Cannot read PDF "data:.{1,240}…": .{1,200}$/);
});
