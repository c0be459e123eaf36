import { type RuleReport, shownStep } from './report.ts';

/** What a server does everywhere, by the choice of a library, a language or its author: how its failures read. */
interface Habit {
  readonly actual: RegExp;
  readonly expected?: RegExp;
  readonly words: (match: readonly string[]) => string;
  /** Equal for what belongs together; by default the words. */
  readonly name?: string;
}

/** What is known of a failure, besides its words. */
interface SymptomOfHabit {
  readonly rule: RuleReport;
  readonly withoutEnvelope: boolean;
  readonly wrongMember: string | undefined;
  readonly status: number | undefined;
  readonly expectedStatus: string | undefined;
}

/** Habits in how a whole answer is made and written. */
const WHOLE_HABITS: readonly Habit[] = [
  {
    actual:
      / Only after the same(?: text| `q`)? was sent with(?: no|out this)? (?:(`\w+)|the active (key)|PDFs|an image)/,
    words: ([, field, key]) =>
      `what was answered before comes again with another ${field === undefined ? (key ?? 'attachment') : `${field}\``}, as from a cache that does not look at it`,
  },
  {
    actual: / \d+ bytes ((?:of \w+ that Content-Encoding does not name)|in UTF-16) \(/,
    words: ([, encoding]) => `answers are ${encoding}`,
  },
  { actual: /\bthe (?:body is|bytes of the stream are) not UTF-8\b/i, words: () => 'answers are not in UTF-8' },
  {
    actual: / a string that holds JSON: | "\{\\"/,
    words: () => 'JSON is encoded twice: the whole is a string that holds JSON',
  },
  {
    actual: /^The target answered 422 with the error envelope/,
    expected: /\{detail/,
    words: () => 'schema failures come with the envelope `error`, not with `detail`',
  },
  {
    actual: /^The target answered (\d{3})\b.* That is a web page:/s,
    expected: /\b(?:answered with 200|is accepted)\b/,
    words: ([, status]) => `valid requests get a web page with ${status}`,
  },
  { actual: / the whole is [^{].* instead of an object/, words: () => 'answers are not objects' },
  { actual: /, that is, ([^.\n]+)/, words: ([, change]) => `texts come back ${change}` },
];

/** Habits in how fields are written. */
const FIELD_HABITS: readonly Habit[] = [
  {
    actual: /`(?:[^`]*\.)?(\w+)` is missing \(there is (`\w+`)\)/,
    words: ([, due, found]) => `fields have other names, such as ${found} for \`${due}\``,
    name: 'other names',
  },
  {
    actual: /^In the answer, `[^`]+` is the string .* instead of an? (?:integer|number)/,
    words: () => 'numbers come as strings',
  },
  {
    actual: /` is an object instead of an array/,
    words: () => 'lists come as objects; those of one entry, perhaps',
  },
  {
    actual: /^In the answer, `[^`]+` is null instead of an? (?:integer|number)/,
    words: () => 'numbers come as null; zeros, perhaps',
  },
  { actual: / is missing \(it is in (`\w+`)\)/, words: ([, wrapper]) => `answers are wrapped in ${wrapper}` },
  {
    actual: /^(?:In the answer, )?`[^`]+` (?:is \[\]|has 0 |is an array of 0 )/,
    expected: /\bnull\b/,
    words: () => 'empty lists come instead of null',
  },
  { actual: /^(?:In the answer, )?`[^`]+` is the string "" instead of .*\bnull\b/, words: () => EMPTY_STRINGS },
  { actual: /^(?:With .+ )?`[^`]+` is ""\./, expected: /\bnull\b/, words: () => EMPTY_STRINGS },
  {
    actual: /^(?:In the answer, )?`[^`]+` is (?:missing|absent)/,
    expected: /\bnull\b/,
    words: () => 'fields that may be null are left out',
  },
];
const EMPTY_STRINGS = 'empty strings come instead of null';

/** The habit of the server that a failure shows, if any; equal names belong together. */
export function habitOf(symptom: SymptomOfHabit): { name: string; words: string } | undefined {
  const { rule, withoutEnvelope, wrongMember, status, expectedStatus } = symptom;
  const whole = habitAmong(WHOLE_HABITS, rule);
  if (whole) return whole;
  if (status === 500 && expectedStatus?.startsWith('4')) return named('what is to be refused is answered with 500');
  if (status === 413)
    return named('long bodies are refused with 413: a limit of the server, or of a proxy in front of it');
  if (/\bthe body is no JSON\b/.test(rule.failure?.actual ?? '')) return named('answers are no JSON');
  if (isErrorWithSuccess(rule, status)) return named('errors come with a status of success');
  if (withoutEnvelope) return named('errors come without the envelope `error`');
  if (wrongMember !== undefined) return named(`in errors ${wrongMember}`);
  return habitAmong(FIELD_HABITS, rule);
}

/** Whatever a rule says of such an answer: it is no stream, its content type is wrong, its fields are missing. */
function isErrorWithSuccess({ failure }: RuleReport, status = 0): boolean {
  const body = shownStep(failure?.steps)?.answer.body ?? '';
  const isError = /^\s*\{\s*"error"\s*:/.test(body);
  return (
    (isError && status >= 200 && status < 300) ||
    /^The target answered with an error, but with the status 2|: the whole is \{"error": /.test(failure?.actual ?? '')
  );
}

function habitAmong(habits: readonly Habit[], { failure }: RuleReport): { name: string; words: string } | undefined {
  for (const { actual, expected = /^/, words, name } of habits) {
    const match = actual.exec(failure?.actual ?? '');
    if (match && expected.test(failure?.expected ?? '')) return named(words(match), name);
  }
  return undefined;
}

const named = (words: string, name = words): { name: string; words: string } => ({ name, words });
