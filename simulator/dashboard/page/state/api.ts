import { problemText } from '../text/problem.ts';

/** A call of the control API failed; the message is shown to the user. */
class CallFailed extends Error {}

/** Calls the control API, relative to the page. Throws CallFailed. */
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const init = { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
  const response = await fetch(path, init).catch(() => {
    throw new CallFailed('The simulator does not answer. Is it still running?');
  });
  const text = await response.text();
  const value: unknown = parse(text);
  if (!response.ok) throw new CallFailed(problemText(response.status, value));
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** GET on the control API. */
export async function get<Answer>(path: string): Promise<Answer> {
  return (await call('GET', path)) as Answer;
}

/** POST on the control API. */
export async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  return (await call('POST', path, body)) as Answer;
}

/** DELETE on the control API. */
export async function remove(path: string): Promise<void> {
  await call('DELETE', path);
}
