import type { Check } from '../../engine/checks/check.ts';
import { alsoInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { acceptanceRule, scenarioOver } from '../../engine/checks/scenario.ts';
import { sendValidWithFault } from '../../engine/context/faults.ts';
import { sendValid } from '../../engine/context/send.ts';
import { formatValue } from '../../judges/format-value.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf, listIn } from '../../judges/read.ts';
import { oddFilters } from '../chat/odd-filters.ts';
import { finderCall } from './traffic.ts';

const domain = ['asthma.example'];
/** The second has many labels, as deep subdomains have, and one that begins with a digit. */
const unlisted = [
  'no-catalogue-lists-this.example',
  'notdienst.24h.st-josefs-klinik.a1.example',
  'xn--mller-kva.example',
];

/** Requests that the tables allow, one check for each kind. Source: Resources, finder request body; chat rules 1 and 2. */
export const acceptances: readonly Check[] = [
  acceptanceRule('finder.depth-accepted', 'either `search_depth`', [
    finderCall({ search_depth: 'basic' }),
    finderCall({ search_depth: 'advanced' }),
  ]),
  acceptanceRule('finder.filter-beside-empty', 'one domain filter beside an empty or null one', [
    finderCall({ include_domains: domain, exclude_domains: [] }),
    finderCall({ include_domains: [], exclude_domains: domain }),
    finderCall({ include_domains: domain, exclude_domains: null }),
    finderCall({ include_domains: null, exclude_domains: domain }),
    finderCall({ include_domains: [], exclude_domains: [] }),
  ]),
  acceptanceRule('finder.filter-off-catalogue', 'a domain filter that no catalogue lists', [
    finderCall({ include_domains: unlisted }),
    finderCall({ exclude_domains: unlisted }),
  ]),
  oddFilters('finder.filter-lenient', finderCall({ include_domains: unlisted }), () => [
    finderCall({ include_domains: ['HTTPS://WWW.Asthma.Example:443/inhalers?x=1', ' asthma.example. '] }),
    finderCall({ exclude_domains: ['no domain at all', '', '..', 'http://', 'klinik-köln.example'] }),
  ]),
  acceptanceRule('finder.nullable-accepted', 'null for a domain filter', [
    finderCall({ include_domains: null }),
    finderCall({ exclude_domains: null }),
    finderCall({ include_domains: null, exclude_domains: null }),
  ]),
];

/** An answer was asked for and the target is made to generate none. */
export const answerNone = scenarioOver(
  'finder.response.answer-none',
  'An answer is asked for, in each circumstance, while the fault `no_answer` is armed; `answer` must be null.',
  (context) =>
    alsoInCircumstances(context, 'no_answer', finderCall({ include_answer: true }), () => ({ answer: 'true' })),
  async (context, { call }, assert) => {
    const exchange = await sendValidWithFault(context, 'no_answer', call);
    const answer = bodyOf(exchange)?.answer;
    // No answer of any server is empty, so one that is empty without the fault, too, tells nothing of the fault.
    const isText = typeof answer === 'string' && answer !== '';
    const isUsual = isText && answer === bodyOf(await sendValid(context, call))?.answer;
    if (isUsual) throw new Unjudgeable(`the fault no_answer had no effect: \`answer\` is ${formatValue(answer)}`, true);
    assert.require(
      answer === null,
      '`answer` is null when none is generated, though one was asked for.',
      `\`answer\` is ${formatValue(answer)}.`,
      exchange,
    );
  },
);

/** The target is made to find nothing. */
export const resultsNone = scenarioOver(
  'finder.response.results-none',
  'A search is sent, in each circumstance, while the fault `no_results` is armed; `results` must be null.',
  (context) => alsoInCircumstances(context, 'no_results', finderCall(), () => ({})),
  async (context, { call }, assert) => {
    const exchange = await sendValidWithFault(context, 'no_results', call);
    const results = bodyOf(exchange)?.results;
    if (listIn(results).length > 0)
      throw new Unjudgeable(`the fault no_results had no effect: \`results\` is ${formatValue(results)}`, true);
    assert.require(
      results === null,
      '`results` is null when there are none: not an empty array, and not left out.',
      `\`results\` is ${formatValue(results)}.`,
      exchange,
    );
  },
);
