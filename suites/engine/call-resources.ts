import { defined, type EndpointName } from '../../spec/index.ts';
import { bases } from '../generate/bases.ts';
import type { CallResources } from '../generate/calls-in-circumstances.ts';
import type { Authorization, Call } from '../target/exchange.ts';
import { RequestLog } from '../target/request-log.ts';
import type { Context } from './context.ts';
import { perRun } from './per-run.ts';
import { ABOUT_THE_CONTENT, send } from './send.ts';
import { endingOf } from './signals.ts';

/** Enough for every request of a thorough run. */
const BALANCE_MICROS = 100_000_000_000;

/** The keys of the calls in circumstances: one for each environment; none without a control API. */
export async function sharedKeys(context: Context): Promise<readonly string[]> {
  const { keys = {} } = await keysOfRun(context);
  return Object.values(keys).flatMap((one) => (one.kind === 'key' ? [one.key] : []));
}

/** For what many cases share: it is no part of the evidence of the one that needs it first. */
const aside = (context: Context): Context => context.withLog(new RequestLog());

/** What the calls in circumstances may use. */
interface Resources extends CallResources {
  /** Whether attachments are of any use: the target takes some. */
  readonly takesFiles: boolean;
}

/** With a control API, a key of each environment that only this run uses; for chat, where attachments can be fetched. */
export async function callResources(context: Context, endpoint: EndpointName): Promise<Resources> {
  const { fixtures_url: fixtures } = context.profile;
  const [keys, takesFiles] = await Promise.all([keysOfRun(context), endpoint === 'chat' && takesAttachments(context)]);
  return { ...keys, ...defined({ fixtures }), takesFiles };
}

const firstPdf = perRun<boolean>('first PDF');

/**
 * Whether the target takes a PDF of one page. Where it cannot fetch it, or refuses all, `attachments.pdf-accepted` says so, and no other rule learns
 * anything with attachments. False without `fixtures_url`.
 */
export async function takesAttachments(context: Context): Promise<boolean> {
  const { fixtures_url: fixtures } = context.profile;
  if (fixtures === undefined) return false;
  return firstPdf(context, 'all', () =>
    send(aside(context), withOnePage(fixtures), { timeoutMs: 60_000, expectsSuccess: true }).then(
      ({ status }) => !ABOUT_THE_CONTENT.includes(status),
      (error: unknown) => {
        if (endingOf(error) === undefined) throw error;
        return true;
      },
    ),
  );
}

function withOnePage(fixtures: string): Call {
  const message = {
    role: 'user',
    text: 'What does this page say about asthma?',
    pdf_urls: [`${fixtures}/pages-1.pdf`],
  };
  return { endpoint: 'chat', body: { ...bases.chat[0], messages: [message] } };
}

const bothKeys = perRun<Pick<CallResources, 'keys'>>('keys of both environments');

function keysOfRun(context: Context): Promise<Pick<CallResources, 'keys'>> {
  const { keys } = context.profile;
  return bothKeys(context, 'all', async () => {
    const createSharedKey = async (environment: 'test' | 'live'): Promise<Authorization> => {
      // In quick runs the profile's own key serves as the test key, which saves a call in each of hundreds of runs.
      if (context.settings.quick && environment === 'test' && keys.active.startsWith('svc_test_'))
        return { kind: 'active' };
      const { key } = await aside(context).control.createKey({ environment, balance_micros: BALANCE_MICROS });
      return { kind: 'key', key };
    };
    return context.hasControlApi
      ? await Promise.all([createSharedKey('test'), createSharedKey('live')]).then(
          ([test, live]) => ({ keys: { test, live } }),
          (error: unknown) => {
            // Rules that need a control API report that it fails.
            if (endingOf(error) === undefined) throw error;
            return {};
          },
        )
      : {};
  });
}

/** The capabilities that the resources give, by their names in the profile. */
export const capabilitiesOf = ({ keys, takesFiles }: Resources): readonly string[] => [
  ...(keys === undefined ? [] : ['control_url']),
  ...(takesFiles ? ['fixtures_url'] : []),
];
