import { wordSet } from './words.ts';

/** What a message is that asks nothing of medicine: a greeting, or a question about who answers; thanks; or a word that does not tell what is wanted. */
export type SmallTalk = 'greeting' | 'thanks' | 'unclear';

/** No small talk has more characters. */
const longest = 100;

const greetings = [
  'hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings|how are you(?: doing| today)?|nice to meet you',
  '(?:who|what) are you|what is this|what can (?:you do|i ask(?: you)?|you help(?: me)? with)|how (?:can you help(?: me)?|do you work)|are you (?:a |an |real )*(?:doctor|nurse|human|person|robot|bot|machine|ai|chatgpt|gpt|real)',
  '(?:(?:can|could|will|would) you (?:please )?(?:help(?: me)?|answer)|i (?:need|want|would like) (?:some |your )?(?:help|advice|information)|(?:i have|i ve got|can i ask(?: you)?)(?= (?:a|some|another) question)|can i ask (?:you )?something)|(?:(?:with|on|about) )?(?:a|some|my|another) (?:(?:medical|health|quick|general) )?questions?|(?:(?:about|on|with|regarding) )(?:my |a )?(?:health|medicine|something medical)',
  'hallo|guten (?:tag|morgen|abend)|servus|moin|gruezi|wie geht s(?: dir| ihnen)?|wie geht es (?:dir|ihnen)|wer (?:bist du|sind sie)|was kannst du|(?:kannst du|konnen sie) mir helfen|ich habe eine frage',
  'bonjour|bonsoir|salut|coucou|(?:comment )?ca va|comment allez vous|qui (?:es tu|etes vous)|(?:pouvez vous|peux tu|pourriez vous) m aider|j ai une question',
  'hola|buen(?:os|as) (?:dias|tardes|noches)|que tal|como estas?|quien (?:eres|es usted)|(?:me )?(?:puedes|puede) ayudar(?:me)?|tengo una pregunta',
  'ciao|buongiorno|buonasera|salve|come (?:stai|sta)|chi sei|(?:mi )?(?:puoi|puo) aiutar(?:e|mi)|ho una domanda',
  'ola|oi|bom dia|boa (?:tarde|noite)|tudo bem|como esta|quem (?:es|e voce)|(?:podes|pode) ajudar(?: me)?|tenho uma (?:pergunta|duvida)',
  'hoi|goede(?:morgen|middag|navond)|hoe gaat het|wie ben je|(?:kun je|kunt u) (?:me|mij) helpen|ik heb een vraag',
];
const thanks = [
  'thanks?(?: you)?(?: (?:so|very) much| a lot| again| for (?:your|the) help)*|thx|ty|cheers|ta|many thanks|ok(?:ay)?|alright|all right|got it|i see|understood|makes sense|fine|great|perfect|good|nice|cool|wonderful|excellent|that(?: s| is| was)? (?:great|good|(?:very |really |so )?helpful|clear|useful|all)|(?:that|this|it) (?:really |has )?(?:helped|helps)(?: a lot| me)*|very helpful|good to know|(?:good)?bye(?: bye)?|see you|have a (?:nice|good|great) day',
  'danke(?: schon| sehr| dir| ihnen)*|vielen dank|besten dank|das hat (?:mir )?(?:sehr )?geholfen|alles klar|verstanden|gut|super|prima|tschuss|auf wiedersehen',
  'merci(?: beaucoup| bien)?|d accord|c est (?:clair|parfait)|tres bien|parfait|au revoir',
  '(?:muchas |mil )?gracias|vale|de acuerdo|entendido|muy bien|perfecto|adios|hasta luego',
  '(?:mille |molte )?grazie(?: mille)?|va bene|perfetto|capito|arrivederci',
  '(?:muito )?obrigad[oa]|entendi|esta bem|adeus|tchau',
  'dank (?:je|u)(?: wel)?|bedankt|hartelijk dank|prima|duidelijk|tot ziens',
];
const unclear = [
  'help(?: me)?|yes|yeah|yep|yup|no|nope|sorry|pardon|maybe|not sure|i do(?:n t| not) know|test(?:ing)?',
  'hilfe|ja|nein|entschuldigung|vielleicht',
  'aide(?: moi)?|oui|non|desole|pardon',
  'ayuda(?:me)?|si|perdon|lo siento',
  'aiuto|scusa|scusi',
  'ajuda|sim|nao|desculpe?',
  'help me|hulp|nee|misschien',
];
/** What stands beside these without changing it. */
const beside = wordSet('there doctor doc everyone all and so then please you assistant bot merci und et y e en');

const either = (phrases: readonly string[]): RegExp => new RegExp(`^(?:${phrases.join('|')})(?= |$)`);
const kinds = [
  ['thanks', either(thanks)],
  ['greeting', either(greetings)],
  ['unclear', either(unclear)],
] as const;
/** What a message is that is several of these: a question about who answers asks more than thanks do, and «no, thanks» is clear. */
const first: readonly SmallTalk[] = ['greeting', 'thanks', 'unclear'];

/** What kind of small talk a message is; null if anything else is in it. */
export function smallTalkIn(text: string): SmallTalk | null {
  if (text.length > longest) return null;
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{Mn}+/gu, '');
  let left = (plain.match(/[a-z0-9]+|[^\sa-z0-9\p{P}\p{S}]+/gu) ?? []).join(' ');
  const found = new Set<SmallTalk>();
  while (left !== '') {
    const match = kinds.map(([kind, phrases]) => [kind, phrases.exec(left)?.[0] ?? ''] as const);
    const [kind, phrase] = match.reduce((best, one) => (one[1].length > best[1].length ? one : best));
    const [word = ''] = left.split(' ', 1);
    if (phrase === '' && !beside.has(word)) return null;
    if (phrase !== '') found.add(kind);
    left = left.slice((phrase || word).length).trimStart();
  }
  return first.find((kind) => found.has(kind)) ?? null;
}
