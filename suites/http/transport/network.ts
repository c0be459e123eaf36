import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import type { Agent, Dispatcher } from 'undici';
import { UserError } from '../../../spec/index.ts';
import { readNamed } from '../../read-file.ts';

/**
 * How requests leave this machine, by its environment: through a proxy (HTTPS_PROXY for https, HTTP_PROXY for http, but
 * not for hosts in NO_PROXY), with a client certificate (ASSAY_CLIENT_CERT, ASSAY_CLIENT_KEY), and with headers for a
 * gateway in front of the target (ASSAY_HEADERS). The way to this machine itself never leads through a proxy.
 *
 * A proxy is always asked for a tunnel (CONNECT), for plain http too, so that what arrives is what the target sent.
 */

/** A proxy, and the environment variable that names it. */
export interface Proxy {
  readonly url: URL;
  readonly variable: string;
}

/** The proxy on the way to a URL; undefined if there is none. Throws UserError if the variable has no http(s) URL. */
export function proxyFor(url: string | URL, env: NodeJS.ProcessEnv = process.env): Proxy | undefined {
  const name = String(url).startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const variable = [name.toLowerCase(), name].find((one) => env[one]);
  // A run that was interrupted before its target was found has only the name of one.
  if (variable === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isLoopback(host)) return undefined;
  const excepted = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (excepted.some((entry) => matches(entry.toLowerCase(), host, port || (protocol === 'https:' ? '443' : '80'))))
    return undefined;
  return { url: proxyUrl(env[variable] ?? '', variable), variable };
}

function proxyUrl(value: string, variable: string): URL {
  const text = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UserError(
    `Cannot use the proxy in ${variable}: it is no http:// or https:// URL. Correct it, or list the host in NO_PROXY.`,
  );
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isIn(loopback, host));

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an entry of NO_PROXY names a host: `*`, a name with all below it, an address, or a range such as 10.0.0.0/8. */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, address = '', bits] = /^([\da-f.:]+)\/(\d+)$/.exec(entry) ?? [];
  if (bits !== undefined && isIP(address) !== 0 && isIP(host) === isIP(address)) {
    const range = new BlockList();
    range.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return isIn(range, host);
  }
  const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `${entry}:${port}` : entry) ?? [];
  const domain = name.replace(/^\[|\]$|^\*?\./g, '');
  return (only === undefined || only === port) && (host === domain || host.endsWith(`.${domain}`));
}

/** The address of a proxy without its credentials, for reports and messages. */
export const proxyName = ({ url, variable }: Proxy): string => `${url.protocol}//${url.host} (${variable})`;

/** Why there is no way through a proxy. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
}

/** Longest wait for a proxy to open a tunnel, in milliseconds. */
const TUNNEL_MS = 30_000;

/** Opens a connection to `host:port` through a proxy. Rejects with a ProxyFailure. */
export function openTunnel(proxy: Proxy, host: string, port: number | string): Promise<Socket> {
  const { url } = proxy;
  const to = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new ProxyFailure(`the proxy ${proxyName(proxy)} ${why}`));
    const asked = (url.protocol === 'https:' ? https : http).request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: 'CONNECT',
      path: to,
      headers: {
        host: to,
        ...(url.username === ''
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      agent: false,
      timeout: TUNNEL_MS,
    });
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
        return;
      }
      socket.on('error', () => undefined).destroy();
      fail(`answered ${statusCode} when it was asked for a tunnel to ${to}`);
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${TUNNEL_MS / 1_000} s`)));
    asked.once('error', (error: NodeJS.ErrnoException) => fail(`cannot be used: ${error.code ?? error.message}`));
    asked.end();
  });
}

/** The client certificate that the environment names, for servers that want one. Throws UserError if it cannot be read. */
export function clientCertificate(env: NodeJS.ProcessEnv = process.env): { cert?: Buffer; key?: Buffer } {
  const { ASSAY_CLIENT_CERT: cert, ASSAY_CLIENT_KEY: key } = env;
  if (!cert) return {};
  // One file may hold both.
  const pair = {
    cert: readNamed('read ASSAY_CLIENT_CERT', cert),
    key: readNamed('read ASSAY_CLIENT_KEY', key || cert),
  };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new UserError(
      `Cannot use ASSAY_CLIENT_CERT and ASSAY_CLIENT_KEY: ${error instanceof Error ? error.message : error}. Give a certificate and its key in PEM form, without a passphrase.`,
    );
  }
  return pair;
}

/** Headers that assay sends or leaves out itself, because rules are about them. */
const OWN_HEADERS =
  /^(?:authorization|host|connection|content-.*|transfer-encoding|accept.*|expect|te|trailer|upgrade|user-agent)$/i;

let parsedHeaders: { readonly text: string; readonly headers: Readonly<Record<string, string>> } = {
  text: '',
  headers: {},
};

/**
 * The headers of ASSAY_HEADERS (`Name: value`, a line each), for a gateway that lets nobody else through. They are added
 * when a request is sent, so that no recording and no report holds them. Throws UserError if one cannot be sent.
 */
export function headersOnWay(
  { ASSAY_HEADERS: text = '' }: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  if (text === parsedHeaders.text) return parsedHeaders.headers;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const headers = lines.map((line, at) => headerIn(line, at + 1));
  parsedHeaders = { text, headers: Object.fromEntries(headers) };
  return parsedHeaders.headers;
}

function headerIn(line: string, number: number): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*?)\s*$/.exec(line) ?? [];
  // Not the line itself: it may hold a secret.
  const refusal = (why: string): UserError => new UserError(`Cannot use ASSAY_HEADERS: line ${number} ${why}.`);
  try {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
  } catch {
    throw refusal('is no header. Write each as «Name: value»');
  }
  if (OWN_HEADERS.test(name)) throw refusal(`is ${name}, which assay sends itself. Leave it out`);
  return [name.toLowerCase(), value];
}

/** The words in these headers that look like secrets: a target may repeat what it got. */
export const secretsOnWay = (): readonly string[] =>
  Object.values(headersOnWay())
    .flatMap((value) => value.split(/\s+/))
    .filter((word) => /^(?=.*\d).{12,}$|^.{20,}$/.test(word));

type Connected = (error: Error | null, socket: Duplex) => void;

/** Passes on the connection of a tunnel, or why there is none. */
function tunnelled(
  proxy: Proxy,
  { host, hostname, port }: http.ClientRequestArgs,
  done: Connected | undefined,
  wrap: (socket: Socket) => Duplex = (socket) => socket,
): undefined {
  openTunnel(proxy, host ?? hostname ?? '', port ?? '').then(
    (socket) => done?.(null, wrap(socket)),
    (error: Error) => done?.(error, undefined as unknown as Duplex),
  );
}

const urlOf = (protocol: string, { host, hostname, port }: http.ClientRequestArgs): string => {
  const name = host ?? hostname ?? '';
  return `${protocol}//${isIP(name) === 6 ? `[${name}]` : name}${port ? `:${port}` : ''}`;
};

class HttpAgent extends http.Agent {
  override createConnection(options: http.ClientRequestArgs, done?: Connected): Duplex | null | undefined {
    const proxy = proxyFor(urlOf('http:', options));
    return proxy === undefined ? super.createConnection(options, done) : tunnelled(proxy, options, done);
  }
}

class HttpsAgent extends https.Agent {
  override createConnection(options: https.RequestOptions, done?: Connected): Duplex | null | undefined {
    const proxy = proxyFor(urlOf('https:', options));
    if (proxy === undefined) return super.createConnection(options, done);
    return tunnelled(
      proxy,
      options,
      done,
      (socket) => super.createConnection({ ...options, socket } as https.RequestOptions) as Duplex,
    );
  }
}

/** An agent for the URLs of a protocol that takes the way of the environment. */
export const createAgent = (protocol: string, options: http.AgentOptions): http.Agent =>
  protocol === 'https:' ? new HttpsAgent({ ...options, ...clientCertificate() }) : new HttpAgent(options);

/** The same for undici, which follows redirects and bounds what it reads. */
export async function createDispatcher(options: Agent.Options = {}): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici');
  const connect = buildConnector(clientCertificate());
  return new Agent({
    ...options,
    connect: (to, done) => {
      const { protocol, hostname, port } = to;
      const proxy = proxyFor(urlOf(protocol, { hostname, port }));
      if (proxy === undefined) return connect(to, done);
      const standard = protocol === 'https:' ? 443 : 80;
      openTunnel(proxy, hostname, port || standard).then(
        (socket) => (protocol === 'https:' ? connect({ ...to, httpSocket: socket }, done) : done(null, socket)),
        (error: Error) => done(error, null),
      );
    },
  });
}

/** `fetch` by the way of the environment. */
export async function fetchOut(url: string, init: RequestInit): Promise<Response> {
  const headers = headersOnWay();
  if (proxyFor(url) === undefined && clientCertificate().cert === undefined) return fetch(url, { ...init, headers });
  const { fetch: fetchVia } = await import('undici');
  // Without pipelining no connection is kept, which would keep the process alive.
  const dispatcher = await createDispatcher({ pipelining: 0 });
  return fetchVia(url, { headers, signal: init.signal ?? null, dispatcher }) as unknown as Promise<Response>;
}

/** What a report says about the way to a target. Throws UserError if what the environment names cannot be used. */
export function notesOnWay(url: string): string[] {
  const proxy = proxyFor(url);
  const { cert } = clientCertificate();
  const headers = Object.keys(headersOnWay());
  return [
    ...(headers.length === 0 ? [] : [`Requests came with headers of ASSAY_HEADERS: ${headers.join(', ')}.`]),
    ...(proxy === undefined
      ? []
      : [
          `The way to the target led through the proxy ${proxyName(proxy)}, in a tunnel. Only a proxy that opens TLS could change answers on it.`,
        ]),
    ...(cert === undefined || !url.startsWith('https:')
      ? []
      : ['Requests came with the client certificate of ASSAY_CLIENT_CERT.']),
  ];
}
