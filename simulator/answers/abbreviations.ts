const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Codes of states that are abbreviations of medicine too. */
const states = words(
  'AL AR CA CO CT DC DE GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ PA RI SC SD TN TX VA VT WA WI',
);
const placing = words(
  'live lives living lived move moved moving based located born reside resident from visit visiting visited travel travelling traveling travelled fly flying drive driving drove here',
);
/** What stands near to a school subject. */
const schooling = words(
  'school lesson lessons teacher teachers class classes kit exam exams homework coach gym pupil curriculum',
);
/** Words before and after the emergency department. */
const goingThere = words('the to at from via our local');
const beingThere = words(
  'seen presented presents presenting arrived arrives admitted treated came brought attended waited waiting',
);
const ofThere = words(
  'nurse nurses doctor doctors physician physicians department visit visits attendance attendances consultant discharge triage staff waiting presentation referral team',
);
const medicineOf = words(
  'drug drugs tablet tablets pill pills medicine medicines medication treatment treatments therapy',
);
const near = 3;
/** What stands near to the oil company. */
const ofCompany = words(
  'court sue sued sues suing oil petrol gas fuel fuels pump pumps spill refinery pipeline share shares shareholder shareholders stock stocks dividend dividends profit profits earnings company plc supplier suppliers investor investors ceo merger lawsuit',
);
const nearCompany = 5;

/**
 * Whether two letters that may abbreviate something of medicine stand for something else here: a title («Ms Smith»), a state («I live in MI»),
 * a school subject («failed PE at school»), a company («BP was sued») or the emergency department («presented to the ED»).
 */
export function meansElse(written: readonly string[], at: number): boolean {
  const word = written[at] as string;
  if (word.length !== 2) return false;
  const before = (distance: number): string[] =>
    written.slice(Math.max(0, at - distance), at).map((one) => one.toLowerCase());
  const after = (distance: number): string[] =>
    written.slice(at + 1, at + 1 + distance).map((one) => one.toLowerCase());
  const [last = ''] = before(1);
  const [next = ''] = after(1);
  if (word === 'Ms') return /^[A-Z][a-z]+$/.test(written[at + 1] ?? '');
  if (states.has(word) && before(near + 1).some((one) => placing.has(one))) return true;
  if ([...before(near), ...after(near)].some((one) => schooling.has(one))) return true;
  if (word === 'BP' && [...before(nearCompany), ...after(nearCompany)].some((one) => ofCompany.has(one))) return true;
  if (word !== 'ED' || medicineOf.has(next)) return false;
  return (
    goingThere.has(last) || ofThere.has(next) || (last === 'in' && before(near + 1).some((one) => beingThere.has(one)))
  );
}
