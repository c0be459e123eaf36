import { type Trouble, troubles } from './answers.test-support.ts';
import { type FrontAnswer, type FrontRequest, instead, type Middleware } from './front.test-support.ts';

/** An error instead of an answer, or an answer that was made and paid but is lost on the way. */
export type Noise =
  | Trouble
  | 'cut after the headers'
  | 'cut in the body'
  | 'cut in a body without a length'
  | 'lost after the work';

const CUTS: Readonly<Partial<Record<Noise, Pick<FrontAnswer, 'cut' | 'untilClose'>>>> = {
  'cut after the headers': { cut: 'headers' },
  'cut in the body': { cut: 'half' },
  'cut in a body without a length': { cut: 'half', untilClose: '1.1' },
  'lost after the work': { cut: 'before' },
};

/**
 * Disturbs each request with this probability, with the kinds in turn, also in the control API. Equal seeds give equal
 * draws.
 */
export const noise =
  (probability: number, kinds: readonly Noise[], seed = 1): Middleware =>
  ({ struck }) => {
    const chance = chances(seed);
    let count = 0;
    return async (request, next) => {
      if (chance() >= probability) return next(request);
      struck();
      const kind = kinds[count % kinds.length] as Noise;
      count += 1;
      const cut = CUTS[kind];
      return cut === undefined ? troubles[kind as Trouble]() : { ...(await next(request)), ...cut };
    };
  };

/** Fails each request with this probability, and gives its error to equal requests for `ms` milliseconds, as a gateway that caches errors does. */
export const keptErrors =
  (probability: number, ms: number): Middleware =>
  (scene) => {
    const chance = chances(1);
    const failing = new Map<string, number>();
    return instead(({ endpoint, path, body }) => {
      if (endpoint === 'control') return undefined;
      const name = `${path} ${body}`;
      const now = performance.now();
      if ((failing.get(name) ?? 0) < now && chance() >= probability) return undefined;
      if ((failing.get(name) ?? 0) < now) failing.set(name, now + ms);
      return troubles['502']();
    })(scene);
  };

/** Disturbs the first request of each kind: to each paid endpoint, with a stream and without. */
export const firstOnes =
  (how: Trouble): Middleware =>
  (scene) => {
    const seen = new Set<string>();
    return instead(({ endpoint, body }) => {
      const kind = `${endpoint} ${/"stream":\s*true/.test(String(body))}`;
      if (!isPaid(endpoint) || seen.has(kind)) return undefined;
      seen.add(kind);
      return troubles[how]();
    })(scene);
  };

/** Middleware for some requests only. */
const only =
  (isMeant: (request: FrontRequest) => boolean) =>
  (middleware: Middleware): Middleware =>
  (stage) => {
    const disturb = middleware(stage);
    return (request, next) => (isMeant(request) ? disturb(request, next) : next(request));
  };

export const onControl = only(({ endpoint }) => endpoint === 'control');
export const onDomains = only(({ endpoint }) => endpoint === 'domains');
export const onStreams = only(({ body }) => /"stream":\s*true/.test(String(body)));
export const onPdfs = only(({ body }) => String(body).includes('"pdf_urls":["https'));

/** Disturbs every `each`-th request to a paid endpoint. */
export const everyPaid =
  (each: number, how: Trouble): Middleware =>
  (scene) => {
    let count = 0;
    return instead(({ endpoint }) => {
      if (!isPaid(endpoint)) return undefined;
      count += 1;
      return count % each === 0 ? troubles[how]() : undefined;
    })(scene);
  };

const isPaid = (endpoint: FrontRequest['endpoint']): boolean => !['control', 'domains', 'none'].includes(endpoint);

/** Numbers from 0 to 1, drawn by a seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Answers this many public requests at a time and refuses the others, by default with 429. */
export const atMost =
  (limit: number, how: Trouble = '429'): Middleware =>
  ({ struck }) => {
    let busy = 0;
    return async (request, next) => {
      if (request.endpoint === 'control') return next(request);
      if (busy >= limit) {
        struck();
        return troubles[how]();
      }
      busy += 1;
      try {
        return await next(request);
      } finally {
        busy -= 1;
      }
    };
  };

/**
 * Answers this many public requests a second, counted over fifths of a second, and refuses the others with 429 until the
 * next one: so short that requests come too quickly on the slowest machine as well.
 */
export const perSecond =
  (limit: number): Middleware =>
  (scene) => {
    let [fifth, count] = [0, 0];
    return instead(({ endpoint }) => {
      if (endpoint === 'control') return undefined;
      const now = Math.floor(performance.now() / 200);
      [fifth, count] = [now, now === fifth ? count + 1 : 1];
      return count <= limit / 5 ? undefined : troubles['429']();
    })(scene);
  };
