import type { SourceMutant } from './source-mutants.ts';

/** A place in the source. Lines move, so code is identified by its text. */
export interface MutantLocation {
  /** File, relative to `simulator/`. */
  readonly file: string;
  /** Top-level declarations of the file; by default all. */
  readonly within?: readonly string[];
  /** Text in the line on which the replaced code begins; by default any. */
  readonly code?: string;
  /** The kind of change, for example `StringLiteral`; by default any. */
  readonly mutator?: string;
  /** The replacement; by default any. */
  readonly to?: string;
}

/** Whether a mutant is at a place. */
export function holds({ file, within, code = '', mutator, to }: MutantLocation, mutant: SourceMutant): boolean {
  return (
    mutant.file === `simulator/${file}` &&
    (within?.includes(mutant.within) ?? true) &&
    mutant.text.includes(code) &&
    (mutator ?? mutant.mutator) === mutant.mutator &&
    (to ?? mutant.replacement) === mutant.replacement
  );
}

/** Why a mutant may survive, or undefined. */
export const allowance = (mutant: SourceMutant): string | undefined =>
  Object.entries(allowedSurvivors).find(([, where]) => where.some((place) => holds(place, mutant)))?.[0];

/** Whole files of a folder. */
const files = (folder: string, ...names: readonly string[]): readonly MutantLocation[] =>
  names.map((name) => ({ file: `${folder}/${name}.ts` }));

/** The lines of a file that hold one of these texts. */
const lines = (file: string, ...texts: readonly string[]): readonly MutantLocation[] =>
  texts.map((code) => ({ file, code }));

/**
 * Where mutants are that no rule has to see, by the reason: what the specification leaves open, what changes nothing
 * that a client could see, and what no request of a client reaches.
 */
export const allowedSurvivors: Readonly<Record<string, readonly MutantLocation[]>> = {
  'The proof asks the simulator in this process: commands and adapters have tests of their own, over HTTP and msw.': [
    { file: 'command.ts' },
    ...files('server', 'serve', 'serve-io', 'workers', 'server', 'server-thread', 'embedded', 'http', 'express'),
    { file: 'msw.ts' },
    { file: 'stream/leavable-stream.ts' },
    { file: 'dry-run.ts' },
    { file: 'attachments/ocr.ts', within: ['ocrIsInstalled'] },
  ],
  'The proof asks a simulator with its own memory, which cannot fail; stores that are shared have tests of their own, on real servers.':
    [
      ...files('stores', 'file', 'index', 'load', 'patience', 'postgres', 'postgres-statements', 'primary', 'redis'),
      ...files('stores', 'redis-scripts', 'shared', 'store'),
      { file: 'stores/memory.ts', code: 'replica' },
      { file: 'core/world.ts', code: 'replica' },
      { file: 'core/world.ts', code: 'sequence' },
      { file: 'simulator.ts', code: 'added' },
      { file: 'pipeline/send-stream.ts', code: 'ApiError' },
      { file: 'stream/stream.ts', code: 'failed' },
    ],
  'The proof fetches from the simulated network; the real one has tests of its own on loopback.': [
    { file: 'attachments/real-network.ts' },
    ...lines('attachments/reader.ts', ': (bytes, maxPages, signal)', "options.network === 'real'"),
    { file: 'control/profile.ts', code: "network === 'real'" },
    { file: 'attachments/address.ts', within: ['sameAddress'] },
  ],
  'An answer need not cite what it lists, and what it quotes is open (readings S42).': [
    { file: 'answers/search/quotes.ts', code: 'chosen.length === before + mostOfList' },
    { file: 'answers/question/page-passages.ts', within: ['sentencesOf', 'textsOf'] },
  ],
  'What a page says that looks like a citation: no fixture says any.': [
    { file: 'answers/question/page-passages.ts', within: ['citationToken'] },
  ],
  'Relevance is relative: which texts match, how well, and what is quoted of them, the specification leaves open.': [
    ...files('answers/reading', 'concepts', 'stop-words', 'words', 'reading', 'spelling', 'nearness', 'language-of'),
    ...files('answers/reading', 'small-talk', 'idioms', 'cognates', 'values', 'content-words', 'topic-sets'),
    ...files('answers/reading', 'abbreviations', 'leaning', 'word-homes', 'word-parts'),
    ...files('answers/question', 'terms', 'question', 'following', 'asked-parts', 'subject', 'attached'),
    ...files('answers/question', 'row-values', 'ruled-out', 'denied', 'facts', 'asked-aspects', 'circumstances'),
    ...files('answers/question', 'of-things', 'substitutes', 'told'),
    ...files('answers/search', 'search', 'ranked-sentences'),
    ...files('answers/corpus', 'sought-kinds', 'library'),
    ...files('answers/comparison', 'relevance', 'answer-kinds', 'fields', 'features'),
    { file: 'answers/rerank.ts', within: ['rounded', 'readableCharacters'] },
    { file: 'answers/search/quotes.ts', within: ['sayingOf', 'tellsMore'] },
    { file: 'answers/search/quotes.ts', code: 'fit' },
    { file: 'answers/compose.ts', within: ['withoutSource', 'aspectOf', 'ofKind', 'plainFirst'] },
    { file: 'answers/wording/style.ts' },
    ...files('answers/danger', 'danger', 'danger-signs', 'harm', 'urgent-help'),
    { file: 'answers/follow-up-questions.ts', within: ['inEmergency', 'emergencies', 'never', 'neverMeets'] },
    { file: 'answers/question/page-passages.ts', code: 'longest' },
    { file: 'answers/compose.ts', code: 'frames.nothing' },
    { file: 'answers/finder.ts', within: ['synthesise'] },
    { file: 'answers/finder.ts', code: 'advanced' },
    { file: 'answers/chat.ts', within: ['fragmentsOf'], code: 'characters.slice' },
    { file: 'answers/search/quotes.ts', within: ['quotesFrom'], code: "prefix === 'PF'" },
  ],
  'Filtering by domain is best-effort: odd values may be ignored, and results outside the filter may appear (chat, rule 2).':
    [...files('answers/corpus', 'domain-filter', 'homes')],
  'Which of several right answers comes is open, as long as equal requests get equal ones; these only choose among them.':
    [{ file: 'core/chance.ts' }, { file: 'answers/identity.ts' }],
  'How a page or a picture reads as markdown shows in no answer: the model is given it, and what it makes of it is open (chat, rule 7).':
    [{ file: 'attachments/page-markdown.ts' }, { file: 'attachments/read-pdf.ts', within: ['readPicture'] }],
  'Words for people are open: what is left of them is not empty, or the one who answers has words of its own.': [
    { file: 'answers/compose.ts', within: ['languageRemark'] },
    ...files('answers/wording', 'frames', 'notice'),
    { file: 'attachments/address.ts', within: ['RANGE_NAMES'] },
    ...files('attachments', 'fetch-fault', 'refusal'),
    { file: 'attachments/fetch-file.ts', mutator: 'StringLiteral' },
    { file: 'attachments/parse-pool.ts', mutator: 'StringLiteral' },
    { file: 'request/authenticate.ts', within: ['authenticate'], mutator: 'StringLiteral' },
    { file: 'request/body.ts', within: ['readBody'], code: 'object_type' },
    { file: 'request/body.ts', within: ['readBody'], code: 'unreadable(' },
    { file: 'request/wording.ts', within: ['describe', 'pattern'], mutator: 'StringLiteral' },
    { file: 'request/wording.ts', within: ['describe', 'pattern'], mutator: 'ConditionalExpression' },
    { file: 'request/wording.ts', within: ['describe', 'pattern'], mutator: 'EqualityOperator' },
    { file: 'request/wording.ts', within: ['describe'], mutator: 'ObjectLiteral' },
    { file: 'answers/compose.ts', within: ['compose'] },
    ...lines('answers/steps.ts', 'attachedPages > 0', 'searchesLiterature'),
    { file: 'attachments/reader.ts', code: 'const next' },
    { file: 'attachments/body.ts', within: ['decoderFor'], mutator: 'StringLiteral' },
    { file: 'answers/follow-up-questions.ts', within: ['followUpsFor'], code: 'question.replace' },
    { file: 'answers/chat.ts', within: ['fragmentsOf'], code: 'const fragments' },
    { file: 'answers/chat.ts', within: ['named'] },
    { file: 'answers/chat.ts', code: 'about' },
    { file: 'answers/follow-up-questions.ts', within: ['followUpsFor'], code: 'const ' },
    { file: 'control/profile.ts', code: 'name:' },
    { file: 'answers/steps.ts', within: ['counted', 'literatureSearch'] },
    { file: 'attachments/address.ts', within: ['refusedRange'], mutator: 'StringLiteral' },
    { file: 'request/wording.ts', within: ['pattern'], mutator: 'ObjectLiteral' },
    { file: 'attachments/read-pdf.ts', code: 'refused(', mutator: 'StringLiteral' },
    { file: 'answers/chat.ts', code: 'chanceOf(', mutator: 'StringLiteral' },
    { file: 'attachments/read-pdf.ts', code: 'OcrFault' },
  ],
  'Follow-up questions are asked for, not guaranteed (chat request body).': [
    { file: 'answers/follow-up-questions.ts', code: "faults.has('no_follow_ups')" },
  ],
  'The order of the summary by category is open (readings S19).': [
    { file: 'answers/domains.ts', within: ['summarise'], mutator: 'MethodExpression' },
  ],
  'A detail item may hold `input` or not (errors, 422 format).': [
    { file: 'request/wording.ts', within: ['detailItem', 'longestInput'], code: 'plain' },
  ],
  'Which values other than the due type are taken is open (readings R5).': [
    { file: 'request/validate.ts', within: ['coerceField'], mutator: 'Regex' },
    { file: 'request/validate.ts', within: ['coerceField'], code: "type === 'boolean'" },
    { file: 'request/validate.ts', within: ['withoutEmptyText'] },
  ],
  'The suites arm each fault for a key of their own; what a fault without one strikes is for those who arm it by hand.':
    [...lines('faults/faults.ts', 'fault.key === undefined', 'key === undefined || fault.key === key')],
  'What time it is and how time passes is open: any moment in seconds will do.': [
    { file: 'core/world.ts', within: ['createWorld', 'fixedMoment'], code: 'clock ===' },
    ...lines('core/world.ts', 'pause(', 'turn('),
    { file: 'attachments/simulated-network.ts', code: 'spent' },
    { file: 'pipeline/send-stream.ts', code: 'turn: ' },
    { file: 'core/world.ts', within: ['dayBefore'] },
    { file: 'answers/finder.ts', within: ['responseTime'] },
  ],
  'The journal is for those who look at a simulator; no rule reads it.': [
    { file: 'stores/journal.ts' },
    { file: 'server/log.ts' },
    { file: 'pipeline/trace.ts' },
    ...lines('simulator.ts', 'onRequest', 'journal'),
    { file: 'control/control-calls.ts', code: 'journal' },
  ],
  'The control API is called as it is documented; what it says to others is tested beside it.': [
    { file: 'control/control.ts', within: ['createControl'] },
    { file: 'control/control-calls.ts', within: ['known', 'readControlBody'] },
    { file: 'faults/fault-order.ts' },
  ],
  'Faults for those who test a client: no rule asks for them; clients are tried on them in the tests beside.': [
    { file: 'stream/stream-faults.ts', within: ['stallMs', 'breakMs', 'halfBody', 'breakOff'] },
    { file: 'stream/stream-faults.ts', within: ['strikeStream'], code: 'half' },
    { file: 'stream/stream-faults.ts', within: ['strikeStream'], code: "'reset'" },
    ...files('stream', 'stream-styles', 'split', 'pace'),
    ...lines('stream/stream.ts', "'rest'", 'apology'),
    ...lines('pipeline/send-stream.ts', 'rest', 'until', 'awake', 'stop', 'due', 'left', 'tempo'),
    ...files('faults', 'directives', 'standing-faults'),
    { file: 'answers/finder.ts', code: 'context.echo' },
    { file: 'answers/rerank.ts', code: 'context.echo' },
    ...lines('pipeline/respond.ts', 'echo', 'tempo'),
    { file: 'ledger/initial-keys.ts', code: 'testKeys.forbidden' },
    { file: 'pipeline/strike.ts', code: 'stand' },
    { file: 'pipeline/strike.ts', within: ['openSteps'] },
    { file: 'server/listen.ts' },
    { file: 'control/guard.ts' },
    { file: 'pipeline/strike.ts', within: ['page', 'tooManyRequests'] },
    { file: 'pipeline/respond.ts', within: ['finish'], code: 'truncate' },
    { file: 'core/wire.ts', within: ['BrokenConnection', 'noAnswer'] },
  ],
  'Unknown paths and other methods are open (readings R13).': [
    { file: 'request/route.ts', within: ['notFound', 'methodNotAllowed', 'clip'] },
    { file: 'request/route.ts', code: 'allowed' },
  ],
  'What a body counts as by its Content-Type is open (readings R8).': [
    { file: 'request/body.ts', within: ['jsonMediaType'] },
    { file: 'request/body.ts', within: ['readBody'], code: 'ediaType' },
  ],
  'How tokens are counted is open: only that there is one at least, the same in both figures.': [
    { file: 'answers/token-count.ts', within: ['isWordCode'] },
    ...lines('answers/token-count.ts', 'text.length', 'isWordCode(code)', 'inWord', 'tokens += 1'),
  ],
  'How many failures a 422 lists is open, as long as it is one at least.': [
    ...lines('request/validate.ts', 'longestDetail', 'thoroughBytes'),
    { file: 'request/validate.ts', within: ['refuse'], to: 'true', code: 'violations(' },
  ],
  'Which image formats an address may name is not judged (readings A3); its scheme is refused before.': [
    { file: 'attachments/image-url.ts' },
  ],
  'File names other than plain ASCII ones are not judged (readings A5).': [
    { file: 'attachments/filename.ts', within: ['UNNAMED', 'percentDecoded'] },
    ...lines('attachments/filename.ts', 'canParse', 'UNNAMED'),
    { file: 'request/read-attachments.ts', code: 'refusal' },
  ],
  'Bounds of time and memory for what breaks a reader of PDFs: no fixture does, files of the tests beside it do.': [
    ...files('attachments', 'parse-pool', 'bounded-pdfium', 'parse-worker'),
    ...lines('attachments/reader.ts', 'inTurn', "'busy'"),
    { file: 'attachments/ocr.ts', within: ['start'], code: 'fail' },
    { file: 'attachments/read-pdf.ts', code: 'WebAssembly.RuntimeError' },
  ],
  'A file that is read anew gives the same pages: the cache saves time alone.': [{ file: 'attachments/page-cache.ts' }],
  'The simulated origin plays broken servers: what is broken in another way is refused just as well.': [
    {
      file: 'attachments/simulated-server.ts',
      within: ['BEHAVIOURS', 'PDF', 'PICTURES', 'drip', 'padded', 'brokenOff'],
    },
    { file: 'attachments/simulated-server.ts', within: ['bomb', 'bombOf', 'gzipped', 'redirect'] },
    { file: 'attachments/simulated-network.ts', within: ['STRANGE_NAMES', 'simulatedResolver'] },
    { file: 'attachments/simulated-network.ts', mutator: 'StringLiteral' },
    { file: 'attachments/simulated-network.ts', code: 'no such host' },
    { file: 'attachments/body.ts', within: ['DECODERS'] },
    { file: 'attachments/body.ts', code: 'refusal ?? error' },
    { file: 'attachments/simulated-dispatch.ts' },
    { file: 'attachments/simulated-server.ts', code: 'content-length' },
  ],
  'A port or a user in an address is refused by the simulator alone; the text names neither.': [
    ...lines('attachments/guarded-url.ts', 'url.username', 'port'),
    { file: 'attachments/guarded-url.ts', mutator: 'StringLiteral' },
  ],
  'A client that leaves early is tested over HTTP; in this process none does.': [
    ...lines('stream/stream.ts', 'signal', 'abandon'),
    { file: 'simulator.ts', code: 'signal' },
    { file: 'request/read-attachments.ts', code: 'signal && ' },
    { file: 'attachments/network.ts' },
    ...lines('attachments/fetch-file.ts', 'caller', "body.on('error'"),
    { file: 'stores/memory-ledger.ts', code: 'account === null', to: 'false' },
  ],
  'Nothing is asked of a simulator after it was closed.': [...lines('attachments/reader.ts', 'closed', 'close: ()')],
  'Bounds of memory that no run comes near: thousands of keys, charges and faults.': [
    { file: 'stores/memory-ledger.ts', code: 'max' },
    { file: 'faults/faults.ts', code: 'oldest' },
  ],
  'Headers beside those that the text names are open.': [
    { file: 'request/authenticate.ts', code: 'www-authenticate' },
    { file: 'pipeline/send-stream.ts', code: 'cache-control', to: '""' },
  ],
  'Which direction a text has is open, as long as equal texts have the same and others others.': [
    { file: 'answers/comparison/vector.ts', code: 'state' },
    { file: 'answers/comparison/vector.ts', within: ['spread', 'wholeText'] },
  ],
  'The last good snapshot may be served at any time (domains catalog, rules).': [
    { file: 'pipeline/respond.ts', code: 'stale_catalog' },
    { file: 'pipeline/respond.ts', within: ['lastGood'] },
  ],
  'What the control API tells beside balances and the amounts of charges is for people: the text has no figure for it.':
    [
      ...lines('stores/memory-ledger.ts', 'record.requests', 'record.revoked', 'spent_micros'),
      { file: 'ledger/initial-keys.ts', code: 'environment:', mutator: 'StringLiteral' },
      { file: 'ledger/price.ts', code: 'item:', mutator: 'StringLiteral' },
      { file: 'ledger/price.ts', code: 'facts.pages > 0', to: 'facts.pages >= 0' },
    ],
  'Unknown fields of a request are not judged (readings R11).': [
    { file: 'request/validate.ts', code: 'properties[name]?.type', mutator: 'OptionalChaining' },
  ],
  'A body that is no JSON may be refused as one that is no object (readings R8a).': [
    { file: 'request/body.ts', within: ['parse'], mutator: 'BlockStatement' },
  ],
  'It comes out the same: keywords that say nothing of values, a price without follow-ups, how well a picture is packed, arguments never left out.':
    [
      { file: 'request/schema-stages.ts', within: ['annotations'] },
      { file: 'pipeline/respond.ts', code: 'making, false)', to: 'true' },
      { file: 'attachments/grey-png.ts', code: 'level' },
      { file: 'stores/memory-ledger.ts', code: '= []' },
      { file: 'attachments/read-pdf.ts', within: ['open'], code: 'catch (error)' },
      { file: 'attachments/read-pdf.ts', within: ['open'], code: '/password|security/' },
      { file: 'attachments/read-pdf.ts', code: 'let pages' },
      { file: 'attachments/guarded-url.ts', code: 'const host', mutator: 'Regex' },
      { file: 'attachments/simulated-server.ts', code: 'const type' },
    ],
  'A request meets its own limit of 40 MB before a file meets its 50 MB; both end in the same answer (readings A2).': [
    { file: 'attachments/body.ts', within: ['tooLarge'], code: 'room.fileBytes' },
    { file: 'attachments/body.ts', within: ['tooLarge'], mutator: 'StringLiteral' },
  ],
  'On the simulated network nobody is behind a public address: it is refused one way or the other.': [
    { file: 'attachments/address.ts', within: ['refusedRange'], code: 'ipaddr.isValid(address)' },
    { file: 'attachments/guarded-url.ts', within: ['LOCAL_NAME'] },
  ],
  'Names that lead to private addresses are of the simulated network alone: no other target could be asked for one.': [
    { file: 'attachments/simulated-network.ts', code: 'owns:' },
  ],
  'What the simulator says of a defect of its own cannot be seen without one.': [
    ...lines('simulator.ts', 'nexpected', "code: 'internal_error'"),
  ],
  'Whether a stream that breaks off is billed is open (readings R20).': [
    { file: 'pipeline/send-stream.ts', code: 'bill.release()' },
  ],
  'A snapshot of the steps may come twice with nothing new in it.': ['step.actions.length >= 0', 'true'].map((to) => ({
    file: 'answers/stream-events.ts',
    code: 'step.actions.length > 0',
    to,
  })),
  'What is only asked whether it holds may as well be undefined.': [
    { file: 'attachments/reader.ts', code: '() => false', to: '() => undefined' },
  ],
  'The shape of the legacy slot in a step of a stream is not judged (readings S10).': [
    { file: 'answers/stream-events.ts', within: ['streamAction'] },
  ],
  'A stream may fail at any place before its sources; where, the one who arms the fault says.': [
    { file: 'stream/stream-faults.ts', within: ['strikesAt'] },
  ],
  'The catalogue is kept in the order of its domains, so that equal counts are in order before they are compared.': [
    { file: 'answers/domains.ts', within: ['ascending'] },
    { file: 'answers/domains.ts', within: ['byDocuments'], mutator: 'ArithmeticOperator' },
  ],
};
