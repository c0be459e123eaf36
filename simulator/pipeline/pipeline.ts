import { endpoints } from '../../spec/index.ts';
import type { ApiRequest, ApiResponse } from '../core/wire.ts';
import { readDirectives } from '../faults/directives.ts';
import { openBill } from '../ledger/bill.ts';
import { authenticate, checkPermission } from '../request/authenticate.ts';
import { readBody } from '../request/body.ts';
import { readAttachments } from '../request/read-attachments.ts';
import { route } from '../request/route.ts';
import { checkSchema, checkSemantics } from '../request/validate.ts';
import type { Parts } from './options.ts';
import { respond } from './respond.ts';
import { faultsOf, strike } from './strike.ts';
import type { Trace } from './trace.ts';

/** Answers one request, or throws the first error it meets. The order of these lines is the order of errors (readings R6). */
export async function answerRequest(request: ApiRequest, parts: Parts, trace: Trace): Promise<ApiResponse> {
  const { endpoint, query } = route(request); // 404, 405
  trace.endpoint = endpoint;
  const key = endpoints[endpoint].keyed ? await authenticate(request.headers.authorization, parts.ledger) : null; // 401
  const { call, faults, echo } = parts.recall(request, () => {
    const value = endpoints[endpoint].method === 'GET' ? query : readBody(request); // 400, 422
    const asked = checkSchema(endpoint, value, request.body.byteLength); // 422
    checkSemantics(asked); // 400
    return parts.directives ? readDirectives(asked) : { call: asked, faults: [] }; // 400
  });
  checkPermission(endpoint, key); // 403
  const { images, pdfs } = await readAttachments(call, parts.reader, request); // 422
  const pages = pdfs.reduce((sum, pdf) => sum + pdf.pages.length, images);
  const bill = await openBill(call, key, pages, parts, trace); // 402
  try {
    const take = await faultsOf(call, request, parts, trace, faults);
    await strike(take, parts.world, request); // 429, 500, 502
    return await respond(call, { parts, bill, pdfs, echo, take, trace, request }); // 503
  } catch (error) {
    await bill.release();
    throw error;
  }
}
