import { type Exchange, isEventStream } from '../state/exchange.ts';
import { keys, loadKeys } from '../state/keys.ts';
import { baseUrl } from '../state/server.ts';
import { curlCommand, unmask } from '../text/curl.ts';
import { CopyButton } from './copy-button.tsx';

/** Buttons to copy parts of a request. */
export function CopyBar({ exchange }: { readonly exchange: Exchange }) {
  const { request, answer, pieces } = exchange;
  if (request === null) return null;
  void pieces.value?.version.value;
  const answerText = answer.value?.body?.text ?? pieces.value?.text ?? '';
  return (
    <div class="copy-bar">
      <CopyButton
        label="Copy as curl"
        short="Copy as curl"
        text={() => curlOf(exchange)}
        disabled={request.body.cut || exchange.path.includes('…')}
      />
      <CopyButton
        label="Copy request body"
        short="Copy request body"
        text={() => request.body.text}
        disabled={request.body.text === ''}
      />
      <CopyButton label="Copy answer" short="Copy answer" text={() => answerText} disabled={answerText === ''} />
      {request.body.cut && <span class="muted">No curl: the body is too long to have come here whole.</span>}
    </div>
  );
}

async function curlOf(exchange: Exchange): Promise<string> {
  const { method, path, request } = exchange;
  const command = (): string =>
    curlCommand({
      method,
      url: `${baseUrl()}${path}`,
      headers: request?.headers ?? {},
      body: request?.body.text ?? '',
      streams: isEventStream(exchange),
    });
  const known = (): readonly string[] => keys.value?.map(({ key }) => key) ?? [];
  // A key that is not known yet was made after the keys were read.
  if (unmask(command(), known()).includes('…')) await loadKeys();
  return unmask(command(), known());
}
