import { defined, type EndpointName } from '../../../spec/index.ts';
import { bases } from '../../generate/bases.ts';
import type { CallResources } from '../../generate/calls-in-circumstances.ts';
import type { Authorization, Call } from '../../http/exchange/exchange.ts';
import { RequestLog } from '../../http/exchange/request-log.ts';
import { undefinedIfEnded } from './check-errors.ts';
import type { Context } from './context.ts';
import { oncePerRun } from './once-per-run.ts';
import { CONTENT_STATUSES, send } from './send.ts';

/** Enough for all requests of a thorough run. */
const BALANCE_MICROS = 100_000_000_000;

/** The keys of the calls in circumstances, one for each environment; empty without a control API. */
export async function sharedKeys(context: Context): Promise<readonly string[]> {
  const { keys = {} } = await keysOfRun(context);
  return Object.values(keys).flatMap((one) => (one.kind === 'key' ? [one.key] : []));
}

/** A context with a separate log: what many cases share is no evidence of the first one that needs it. */
const withSeparateLog = (context: Context): Context => context.withLog(new RequestLog());

/** The keys and files that the calls in circumstances may use. */
interface Resources extends CallResources {
  readonly acceptsAttachments: boolean;
}

/** With a control API, a new key for each environment; for chat, the origin of the attachment files. */
export async function callResources(context: Context, endpoint: EndpointName): Promise<Resources> {
  const { fixtures_url: fixtures } = context.profile;
  const [keys, acceptsFiles] = await Promise.all([
    keysOfRun(context),
    endpoint === 'chat' && acceptsAttachments(context),
  ]);
  return resourcesOfRun(context, acceptsFiles ? 'with files' : 'without files', async () => ({
    ...keys,
    ...defined({ fixtures }),
    acceptsAttachments: acceptsFiles,
  }));
}

/** The same object throughout a run: the calls that were made with it are found by it. */
const resourcesOfRun = oncePerRun<Resources>('resources');

const firstPdf = oncePerRun<boolean>('first PDF');

/**
 * Whether the target accepts a PDF of one page; false without `fixtures_url`. If it cannot fetch the PDF or refuses it,
 * `attachments.pdf-accepted` fails, and other rules do without attachments.
 */
export async function acceptsAttachments(context: Context): Promise<boolean> {
  const { fixtures_url: fixtures } = context.profile;
  if (fixtures === undefined) return false;
  return firstPdf(context, 'all', () =>
    send(withSeparateLog(context), withOnePage(fixtures), { timeoutMs: 60_000, expectsSuccess: true }).then(
      ({ status }) => !CONTENT_STATUSES.includes(status),
      (error: unknown) => undefinedIfEnded(error) ?? true,
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

const bothKeys = oncePerRun<Pick<CallResources, 'keys'>>('keys of both environments');

function keysOfRun(context: Context): Promise<Pick<CallResources, 'keys'>> {
  const { keys } = context.profile;
  return bothKeys(context, 'all', async () => {
    const createSharedKey = async (environment: 'test' | 'live'): Promise<Authorization> => {
      // In quick runs the profile's own key serves as the test key, which saves a call in each of hundreds of runs.
      if (context.settings.quick && environment === 'test' && keys.active.startsWith('svc_test_'))
        return { kind: 'active' };
      const { key } = await withSeparateLog(context).control.createKey({ environment, balance_micros: BALANCE_MICROS });
      return { kind: 'key', key };
    };
    return context.hasControlApi
      ? await Promise.all([createSharedKey('test'), createSharedKey('live')]).then(
          ([test, live]) => ({ keys: { test, live } }),
          // The rules that need a control API report its failure.
          (error: unknown) => undefinedIfEnded(error) ?? {},
        )
      : {};
  });
}

/** The capabilities that the resources provide, by their names in the profile. */
export const capabilitiesOf = ({ keys, acceptsAttachments }: Resources): readonly string[] => [
  ...(keys === undefined ? [] : ['control_url']),
  ...(acceptsAttachments ? ['fixtures_url'] : []),
];
