/** A request to send again. */
export interface Sendable {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether its answer is a stream. */
  readonly streams: boolean;
}

/** Headers that every client adds by itself. */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|expect|sec-.*)$/;

/** A command for a POSIX shell that sends a request. */
export function curlCommand({ method, url, headers, body, streams }: Sendable): string {
  const flags = ['curl', '-sS'];
  if (streams) flags.push('-N');
  // Otherwise curl would read these characters as a range or a list.
  if (/[[\]{}]/.test(url)) flags.push('-g');
  const usual = body === '' ? 'GET' : 'POST';
  if (method === 'HEAD') flags.push('--head');
  else if (method !== usual) flags.push('-X', quote(method));
  const lines = Object.entries(headers)
    .filter(([name, value]) => !ownHeaders.test(name) && !(name === 'accept' && value === '*/*'))
    .map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  // Otherwise curl would add the content type of a form.
  if (body !== '' && headers['content-type'] === undefined) lines.push("-H 'content-type:'");
  if (body !== '') lines.push(`--data-raw ${quote(body)}`);
  return [`${flags.join(' ')} ${quote(url)}`, ...lines].join(' \\\n  ');
}

/** A word for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Replaces masked keys by whole ones, if those are known. */
export function unmask(text: string, keys: readonly string[]): string {
  return text.replaceAll(
    /(svc_(?:test|live)_)…([0-9a-zA-Z]{4})/g,
    (masked, prefix: string, last: string) =>
      keys.find((key) => key.startsWith(prefix) && key.endsWith(last)) ?? masked,
  );
}
