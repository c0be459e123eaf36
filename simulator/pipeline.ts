import { type EndpointName, endpoints } from '../spec/index.ts';
import { bearerToken } from './authenticate.ts';
import { openBill } from './bill.ts';
import type { Call } from './call.ts';
import { ApiError } from './errors.ts';
import type { KeyRecord } from './ledger.ts';
import type { Parts } from './parts.ts';
import type { AttachmentTools } from './read-attachments.ts';
import { respond, type TakeFault } from './respond.ts';
import type { ApiRequest, ApiResponse } from './wire.ts';

/** What became known of a request before it was answered or refused. */
export interface Trace {
  endpoint: EndpointName | null;
  call: Call | null;
}

/** Answers one request, or throws the first error it meets. The order of these lines is the order of errors (readings R6). */
export async function answerRequest(request: ApiRequest, parts: Parts, trace: Trace): Promise<ApiResponse> {
  const { behaviour } = parts;
  const { endpoint, query } = behaviour.route(request); // 404, 405
  trace.endpoint = endpoint;
  const key = behaviour.keyed[endpoint] ? await identify(request, endpoint, parts) : null; // 401
  const value = endpoints[endpoint].method === 'GET' ? query : behaviour.readBody(request, endpoint); // 400, 422
  const call = behaviour.checkSchema(endpoint, value, behaviour.schemas, request.body.byteLength); // 422
  trace.call = call;
  behaviour.checkSemantics(call, behaviour.schemas); // 400
  behaviour.checkPermission(endpoint, key); // 403
  const { images, pdfs } = await behaviour.readAttachments(call, toolsOf(request, parts)); // 422
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages.length, images);
  const bill = await openBill(call, key, pages, parts); // 402
  try {
    const take = faultsOf(request, endpoint, parts);
    await strike(take, parts, request.signal); // 500
    return await respond(call, { parts, bill, pdfs, take, signal: request.signal }); // 503
  } catch (error) {
    await bill.release();
    throw error;
  }
}

async function identify(request: ApiRequest, endpoint: EndpointName, { behaviour, ledger }: Parts): Promise<KeyRecord> {
  const key = await behaviour.authenticate(request.headers.authorization, ledger, endpoint);
  await ledger.count(key.key);
  return key;
}

function toolsOf({ signal }: ApiRequest, { behaviour, reader }: Parts): AttachmentTools {
  return { schemas: behaviour.schemas, attachmentCap: behaviour.attachmentCap, reader, signal };
}

function faultsOf(request: ApiRequest, endpoint: EndpointName, { faults }: Parts): TakeFault {
  const key = bearerToken(request.headers.authorization ?? '');
  return (name) => faults.take(name, endpoint, key);
}

async function strike(take: TakeFault, { world }: Parts, signal: AbortSignal | undefined): Promise<void> {
  const latency = take('latency');
  if (latency !== null) await world.sleep(latency.latencyMs, signal);
  if (take('internal_error') === null) return;
  throw new ApiError('The request could not be answered: an unexpected failure. Send it again later.', {
    code: 'internal_error',
  });
}
