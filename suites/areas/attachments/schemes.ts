import { type ErrorOutcome, findRule, models, resolveConstraint } from '../../../spec/index.ts';
import type { Check } from '../../engine/checks/check.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { type Attached, attaching } from './call.ts';
import type { Param } from './cap-rule.ts';
import { IMAGE } from './files.ts';
import { plainChat, type Refusable, refusalRule } from './refusals.ts';

/**
 * URLs that are not `https://`, the likeliest first. `file` is host and path of one that can be fetched by https: a server that cannot fetch a URL
 * refuses it with the same words, whether or not it looks at the scheme. Source: Resources, chat request body, rule 4.
 */
const foreignUrls = (file: string): readonly string[] => [
  `http://${file}`,
  'data:application/octet-stream;base64,AAAA',
  `ftp://${file}`,
  `HTTP://${file}`,
  'file:///etc/hostname',
  `http://${file}?from=https://${file}`,
  // No URLs at all: readings A7.
  `//${file}`,
  file,
];

/** Cases sent where a refused request may cost money too (readings R20). */
const SCARCE = 1;

/** The rule that every entry of one input is an https URL: wrong ones stand in several messages and behind good ones. */
export function schemeRule(rule: string, param: Param): Check {
  const row = findRule(rule);
  const { outcome } = resolveConstraint(row?.constraint ?? '');
  return refusalRule(
    rule,
    'URLs of other schemes are sent in several places of the request, also behind a right one; each must be refused.',
    plainChat,
    (context) => affordable(context, cases(context, param), SCARCE),
    row?.readings.includes('A3b') ? withoutParam(outcome) : outcome,
  );
}

/** The likeliest first: these are tried in every circumstance. */
function cases(context: Context, param: Param): readonly Refusable[] {
  const put = (...urls: readonly string[]): Attached => ({ [param]: urls });
  const [file = 'attachments.example/file'] = right(context, param).map((url) => url.replace('https://', ''));
  const foreigners = foreignUrls(file);
  const [foreign = '', data = ''] = foreigners;
  const elsewhere: readonly Call[] = [
    attaching([put(foreign)], models.chatPro),
    attaching([{}, { role: 'assistant' }, put(foreign)]),
    attaching([put(foreign), { role: 'assistant' }, {}]),
    attaching([{}, { role: 'assistant', ...put(foreign) }, {}]),
    ...right(context, param).map((url) => attaching([put(foreign, url)])),
  ];
  const [alone, ...others] = foreigners.map((url) => ({
    call: attaching([put(url)]),
    fault: `"${param}" holds ${url}`,
  }));
  const behind = right(context, param).map((url) => attaching([put(url, foreign)]));
  const placed = (calls: readonly Call[], where = ''): readonly Refusable[] =>
    calls.map((call) => ({ call, fault: `"${param}" holds ${foreign}${where}` }));
  const late = { call: attaching([{}, { role: 'assistant' }, put(data)]), fault: `"${param}" holds ${data}` };
  return [...(alone ? [alone] : []), ...placed(behind, ' behind another URL'), ...others, ...placed(elsewhere), late];
}

/** A URL that the target accepts, where there is one for certain. */
function right(context: Context, param: Param): readonly string[] {
  const { fixtures_url: fixtures } = context.profile;
  return fixtures === undefined ? [] : [`${fixtures}/${param === 'pdf_urls' ? 'pages-1.pdf' : IMAGE}`];
}

/** The same outcome, its parameter not judged. */
function withoutParam(outcome: ErrorOutcome): ErrorOutcome {
  return outcome.format === 'detail' ? outcome : { status: outcome.status, format: outcome.format, code: outcome.code };
}
