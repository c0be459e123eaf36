import { type EndpointName, endpoints } from '../spec/index.ts';
import { authenticate, bearerToken, checkPermission } from './authenticate.ts';
import { openBill } from './bill.ts';
import { readBody } from './body.ts';
import type { TakeFault } from './faults.ts';
import type { KeyRecord } from './ledger.ts';
import type { Parts } from './options.ts';
import { readAttachments } from './read-attachments.ts';
import { respond } from './respond.ts';
import { route } from './route.ts';
import { strike } from './strike.ts';
import type { Trace } from './trace.ts';
import { checkSchema, checkSemantics } from './validate.ts';
import type { ApiRequest, ApiResponse } from './wire.ts';

/** Answers one request, or throws the first error it meets. The order of these lines is the order of errors (readings R6). */
export async function answerRequest(request: ApiRequest, parts: Parts, trace: Trace): Promise<ApiResponse> {
  const { endpoint, query } = route(request); // 404, 405
  trace.endpoint = endpoint;
  const key = endpoints[endpoint].keyed ? await identify(request, parts) : null; // 401
  const value = endpoints[endpoint].method === 'GET' ? query : readBody(request); // 400, 422
  const call = checkSchema(endpoint, value, request.body.byteLength); // 422
  checkSemantics(call); // 400
  checkPermission(endpoint, key); // 403
  const { images, pdfs } = await readAttachments(call, parts.reader, request.signal); // 422
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages.length, images);
  const bill = await openBill(call, key, pages, parts, trace); // 402
  try {
    const take = faultsOf(request, endpoint, parts, trace);
    await strike(take, parts.world, request.signal); // 429, 500, 502
    return await respond(call, { parts, bill, pdfs, take, signal: request.signal }); // 503
  } catch (error) {
    await bill.release();
    throw error;
  }
}

async function identify(request: ApiRequest, { ledger }: Parts): Promise<KeyRecord> {
  const key = await authenticate(request.headers.authorization, ledger);
  await ledger.count(key.key);
  return key;
}

function faultsOf(request: ApiRequest, endpoint: EndpointName, { faults }: Parts, trace: Trace): TakeFault {
  const key = bearerToken(request.headers.authorization ?? '');
  return (...names) => {
    const fault = faults.take(names, endpoint, key);
    if (fault !== null) trace.faults.push(fault.fault);
    return fault;
  };
}
