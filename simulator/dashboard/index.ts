import { controlPrefix } from '../control/control.ts';
import { ApiError, errorAnswer } from '../core/errors.ts';
import { type ApiRequest, type ApiResponse, jsonResponse, type Middleware } from '../core/wire.ts';
import type { Watcher } from '../pipeline/trace.ts';
import { splitPath } from '../request/route.ts';
import type { Peers } from '../stores/peers.ts';
import { createLive } from './live.ts';
import { createMetrics } from './metrics.ts';
import { createPages } from './pages.ts';

/** The dashboard of a server: the page at `/_control/`, live requests, and metrics for Prometheus. */
export interface Dashboard {
  /** Observes the requests. */
  readonly watcher: Watcher;
  /** Answers the paths of the dashboard, behind the guard of the control API. */
  readonly middleware: Middleware;
  /** Ends the live streams of open pages. */
  close(): void;
}

/** Makes a dashboard for one server, whose control API may require a token. With `peers` it shows the requests of all of them. */
export function createDashboard(token?: string, peers?: Peers): Dashboard {
  const live = createLive(peers);
  const metrics = createMetrics(peers);
  const pages = createPages();
  const answers: Readonly<Record<string, () => Promise<ApiResponse> | ApiResponse>> = {
    [`${controlPrefix}/live`]: () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      body: live.subscribe(),
    }),
    [`${controlPrefix}/metrics`]: async () => {
      const { contentType, text } = await metrics.page();
      return { status: 200, headers: { 'content-type': contentType }, body: new TextEncoder().encode(text) };
    },
  };
  return {
    watcher: counting(live, metrics),
    middleware: (next) => async (request) => {
      const { path } = splitPath(request.path);
      if (request.method !== 'GET') return next(request);
      if (isBrowserAtRoot(request, path)) return redirect(`${controlPrefix}/`);
      if (path === controlPrefix) return redirect(`${controlPrefix}/${token === undefined ? '' : `${token}/`}`);
      const answer = answers[path];
      if (answer !== undefined) return answer();
      const page = path.startsWith(`${controlPrefix}/`) ? pages(path.slice(controlPrefix.length)) : null;
      if (page === null && path === `${controlPrefix}/`) return notBuilt();
      return page ?? next(request);
    },
    close: () => live.close(),
  };
}

/** The live requests as a watcher that also counts them for the metrics. */
const counting = (live: Watcher, metrics: Watcher): Watcher => ({
  begin: (...arrival) => {
    const [shown, counted] = [live.begin(...arrival), metrics.begin(...arrival)];
    return {
      ...shown,
      ended: (entry) => {
        shown.ended(entry);
        counted.ended(entry);
      },
    };
  },
});

/** The API has no `/`: only browsers, which accept HTML, are redirected. */
function isBrowserAtRoot({ headers }: ApiRequest, path: string): boolean {
  return path === '/' && (headers.accept?.includes('text/html') ?? false);
}

function redirect(location: string): ApiResponse {
  return { status: 302, headers: { location }, body: new Uint8Array() };
}

function notBuilt(): ApiResponse {
  const message = 'Cannot show the dashboard: its page is not built. Run `npm run build`.';
  return jsonResponse(errorAnswer(new ApiError(message, { code: 'not_found' })));
}
