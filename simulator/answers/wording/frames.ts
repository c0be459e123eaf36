import type { Harm } from '../danger/harm.ts';
import type { SmallTalk } from '../reading/small-talk.ts';
import { notice } from './notice.ts';

/** The answer to a question of yes or no. */
export type Verdict = 'yes' | 'mostly' | 'depends' | 'rather-not' | 'no';

/** The sentences around the quotes, in one language. `{topic}` is replaced. */
export interface Frames {
  readonly notice: string;
  /** Says when to call for help, before the answer to a complaint that may be urgent. */
  readonly urgent: string;
  readonly pages: readonly string[];
  readonly web: readonly string[];
  readonly literature: readonly string[];
  /** Says that no attached page speaks of the question. */
  readonly silent: string;
  /** Says that attached images were not looked at. */
  readonly unseen: string;
  /** Says that the sources are on another medicine, `{given}`, than the one that was asked for, `{asked}`. */
  readonly substitute: string;
  /** Says that there is no source on `{asked}`, and that what follows is on `{given}`. */
  readonly instead: string;
  readonly nothing: string;
  /** Precedes the quotes that answer a question of yes or no. */
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** Answers small talk. */
  readonly smallTalk: Readonly<Record<SmallTalk, string>>;
  /** Declines to help with a harm, and says where to get help. */
  readonly declined: Readonly<Record<Harm, string>>;
  readonly closings: readonly string[];
  /** Says that quoted sentences stay in English; null in English. */
  readonly quoted: string | null;
}

export const english: Frames = {
  notice,
  urgent: 'If this came on suddenly, is severe or is getting worse, call the emergency services now.',
  pages: ['Your document says:', 'From the pages you attached:'],
  web: [
    'Official medical sources on {topic} say:',
    'On {topic}, official sources state:',
    'What is published about {topic}:',
  ],
  literature: ['The biomedical literature adds:', 'Research articles on {topic} report:'],
  silent: 'The attached pages say nothing about this.',
  unseen: 'The attached images were not looked at: this simulator reads PDFs, no images.',
  substitute:
    'The index has no source on {asked} itself; these speak of {given}, another medicine of the same group, and may not hold for both.',
  instead: 'The index has no source on {asked} itself; what follows is on {given}.',
  nothing: 'No source in the simulated index speaks about this question.',
  verdicts: {
    yes: 'In short, yes.',
    mostly: 'In short, mostly yes.',
    depends: 'It depends.',
    'rather-not': 'In short, no, or only after asking a clinician.',
    no: 'In short, no.',
  },
  smallTalk: {
    greeting:
      'This is a simulator that stands in for a medical information service. Ask about a symptom, an illness, a medicine or a test.',
    thanks: 'You are welcome. If you have another question, ask it.',
    unclear:
      'Say in a sentence what you would like to know: about a symptom, an illness, a medicine or a test. If somebody is in danger, call the emergency number now.',
  },
  declined: {
    violence:
      'No help is given with harming anybody. If somebody is in danger, call the emergency number now; who thinks of harming others can talk to a crisis line or a doctor at any hour.',
    forgery:
      'No help is given with false prescriptions or certificates, and none are written here. Who needs a medicine, or cannot stop taking one, can ask a doctor, a pharmacist or an addiction service for help in confidence.',
    misuse:
      'No help is given with taking medicines for a high, which can stop breath and heart. After an overdose call the emergency number; an addiction service or a doctor helps in confidence.',
  },
  closings: [
    'For a decision about your health, ask a clinician.',
    'A clinician who knows you can say what this means for you.',
    'Ask a clinician before you act on any of this.',
  ],
  quoted: null,
};

/** Frames by language tag. */
const translations: Readonly<Record<string, Frames>> = {
  de: {
    notice: 'Diese Antwort ist simuliert und kein medizinischer Rat.',
    urgent: 'Wenn das plötzlich begonnen hat, stark ist oder schlimmer wird, rufen Sie jetzt den Notruf.',
    pages: ['In Ihrem Dokument steht:'],
    web: ['Amtliche medizinische Quellen sagen zu {topic}:'],
    literature: ['Die Fachliteratur ergänzt:'],
    silent: 'Die angehängten Seiten sagen dazu nichts.',
    unseen: 'Die angehängten Bilder wurden nicht angesehen: Dieser Simulator liest PDF-Dateien, keine Bilder.',
    substitute:
      'Zu {asked} selbst gibt es keine Quelle; diese sprechen von {given}, einem anderen Arzneimittel derselben Gruppe.',
    instead: 'Zu {asked} selbst gibt es keine Quelle; das Folgende handelt von {given}.',
    nothing: 'Keine Quelle im simulierten Verzeichnis sagt etwas zu dieser Frage.',
    verdicts: {
      yes: 'Kurz gesagt, ja.',
      mostly: 'Kurz gesagt, meistens ja.',
      depends: 'Es kommt darauf an.',
      'rather-not': 'Kurz gesagt, nein, oder nur nach ärztlichem Rat.',
      no: 'Kurz gesagt, nein.',
    },
    smallTalk: {
      greeting:
        'Dies ist ein Simulator, der einen medizinischen Auskunftsdienst vertritt. Fragen Sie nach einem Symptom, einer Krankheit, einem Arzneimittel oder einer Untersuchung.',
      thanks: 'Gern geschehen. Wenn Sie noch eine Frage haben, stellen Sie sie.',
      unclear:
        'Schreiben Sie in einem Satz, was Sie wissen möchten: zu einem Symptom, einer Krankheit, einem Arzneimittel oder einer Untersuchung. Ist jemand in Gefahr, rufen Sie jetzt den Notruf.',
    },
    declined: {
      violence:
        'Beim Schädigen anderer wird nicht geholfen. Ist jemand in Gefahr, rufen Sie jetzt den Notruf; wer daran denkt, anderen etwas anzutun, kann jederzeit mit einem Krisendienst oder einer Ärztin sprechen.',
      forgery:
        'Bei falschen Rezepten oder Bescheinigungen wird nicht geholfen. Wer ein Arzneimittel braucht oder nicht davon loskommt, findet vertraulich Hilfe in der Arztpraxis, der Apotheke oder einer Suchtberatung.',
      misuse:
        'Beim Berauschen mit Arzneimitteln wird nicht geholfen: Atmung und Herz können aussetzen. Nach einer Überdosis rufen Sie den Notruf; eine Suchtberatung oder Arztpraxis hilft vertraulich.',
    },
    closings: ['Fragen Sie vor einer Entscheidung über Ihre Gesundheit eine Ärztin oder einen Arzt.'],
    quoted: 'Die zitierten Sätze stehen im englischen Original.',
  },
  fr: {
    notice: 'Cette réponse est simulée et ne constitue pas un avis médical.',
    urgent: 'Si cela a commencé brusquement, est grave ou s’aggrave, appelez les secours maintenant.',
    pages: ['Votre document indique :'],
    web: ['Les sources médicales officielles disent de {topic} :'],
    literature: ['La littérature biomédicale ajoute :'],
    silent: 'Les pages jointes n’en disent rien.',
    unseen: 'Les images jointes n’ont pas été regardées : ce simulateur lit les PDF, pas les images.',
    substitute:
      'Aucune source ne parle de {asked} ; celles-ci portent sur {given}, un autre médicament du même groupe.',
    instead: 'Aucune source ne parle de {asked} ; la suite porte sur {given}.',
    nothing: 'Aucune source de l’index simulé ne parle de cette question.',
    verdicts: {
      yes: 'En bref, oui.',
      mostly: 'En bref, le plus souvent oui.',
      depends: 'Cela dépend.',
      'rather-not': 'En bref, non, ou seulement après avis médical.',
      no: 'En bref, non.',
    },
    smallTalk: {
      greeting:
        'Ceci est un simulateur qui remplace un service d’information médicale. Posez une question sur un symptôme, une maladie, un médicament ou un examen.',
      thanks: 'Avec plaisir. Si vous avez une autre question, posez-la.',
      unclear:
        'Dites en une phrase ce que vous voulez savoir : sur un symptôme, une maladie, un médicament ou un examen. Si quelqu’un est en danger, appelez les secours maintenant.',
    },
    declined: {
      violence:
        'Aucune aide n’est donnée pour nuire à autrui. Si quelqu’un est en danger, appelez les secours maintenant ; qui pense à faire du mal à d’autres peut parler à tout moment à une ligne de crise ou à un médecin.',
      forgery:
        'Aucune aide n’est donnée pour de fausses ordonnances ou de faux certificats. Qui a besoin d’un médicament, ou n’arrive pas à l’arrêter, peut demander de l’aide en confiance à un médecin, un pharmacien ou un service d’addictologie.',
      misuse:
        'Aucune aide n’est donnée pour se droguer avec des médicaments, ce qui peut arrêter la respiration et le cœur. Après un surdosage, appelez les secours ; un service d’addictologie ou un médecin aide en confiance.',
    },
    closings: ['Avant toute décision sur votre santé, demandez conseil à un médecin.'],
    quoted: 'Les phrases citées restent en anglais.',
  },
  es: {
    notice: 'Esta respuesta es simulada y no es un consejo médico.',
    urgent: 'Si esto ha empezado de repente, es grave o empeora, llame ahora al número de emergencias.',
    pages: ['Su documento dice:'],
    web: ['Las fuentes médicas oficiales dicen sobre {topic}:'],
    literature: ['La literatura biomédica añade:'],
    silent: 'Las páginas adjuntas no dicen nada sobre esto.',
    unseen: 'Las imágenes adjuntas no se han mirado: este simulador lee PDF, no imágenes.',
    substitute: 'No hay ninguna fuente sobre {asked}; estas hablan de {given}, otro medicamento del mismo grupo.',
    instead: 'No hay ninguna fuente sobre {asked}; lo que sigue trata de {given}.',
    nothing: 'Ninguna fuente del índice simulado habla de esta pregunta.',
    verdicts: {
      yes: 'En resumen, sí.',
      mostly: 'En resumen, casi siempre sí.',
      depends: 'Depende.',
      'rather-not': 'En resumen, no, o solo tras consultar a un médico.',
      no: 'En resumen, no.',
    },
    smallTalk: {
      greeting:
        'Esto es un simulador que sustituye a un servicio de información médica. Pregunte por un síntoma, una enfermedad, un medicamento o una prueba.',
      thanks: 'De nada. Si tiene otra pregunta, hágala.',
      unclear:
        'Diga en una frase qué quiere saber: sobre un síntoma, una enfermedad, un medicamento o una prueba. Si alguien está en peligro, llame ahora al número de emergencias.',
    },
    declined: {
      violence:
        'No se ayuda a hacer daño a nadie. Si alguien está en peligro, llame ahora al número de emergencias; quien piense en hacer daño a otros puede hablar a cualquier hora con una línea de crisis o un médico.',
      forgery:
        'No se ayuda con recetas ni certificados falsos. Quien necesite un medicamento, o no pueda dejarlo, puede pedir ayuda en confianza a un médico, un farmacéutico o un servicio de adicciones.',
      misuse:
        'No se ayuda a drogarse con medicamentos, que puede parar la respiración y el corazón. Tras una sobredosis llame al número de emergencias; un servicio de adicciones o un médico ayuda en confianza.',
    },
    closings: ['Antes de decidir sobre su salud, consulte a un profesional sanitario.'],
    quoted: 'Las frases citadas se dejan en inglés.',
  },
  it: {
    notice: 'Questa risposta è simulata e non è un consiglio medico.',
    urgent: 'Se è iniziato all’improvviso, è grave o peggiora, chiami subito il numero di emergenza.',
    pages: ['Il suo documento dice:'],
    web: ['Le fonti mediche ufficiali dicono su {topic}:'],
    literature: ['La letteratura biomedica aggiunge:'],
    silent: 'Le pagine allegate non dicono nulla su questo.',
    unseen: 'Le immagini allegate non sono state guardate: questo simulatore legge i PDF, non le immagini.',
    substitute: 'Nessuna fonte parla di {asked}; queste parlano di {given}, un altro medicinale dello stesso gruppo.',
    instead: 'Nessuna fonte parla di {asked}; quanto segue riguarda {given}.',
    nothing: 'Nessuna fonte dell’indice simulato parla di questa domanda.',
    verdicts: {
      yes: 'In breve, sì.',
      mostly: 'In breve, per lo più sì.',
      depends: 'Dipende.',
      'rather-not': 'In breve, no, o solo dopo aver chiesto a un medico.',
      no: 'In breve, no.',
    },
    smallTalk: {
      greeting:
        'Questo è un simulatore che sostituisce un servizio di informazioni mediche. Chieda di un sintomo, una malattia, un medicinale o un esame.',
      thanks: 'Prego. Se ha un’altra domanda, la faccia pure.',
      unclear:
        'Scriva in una frase che cosa vuole sapere: su un sintomo, una malattia, un medicinale o un esame. Se qualcuno è in pericolo, chiami subito il numero di emergenza.',
    },
    declined: {
      violence:
        'Non si aiuta a fare del male a nessuno. Se qualcuno è in pericolo, chiami subito il numero di emergenza; chi pensa di fare del male ad altri può parlare a ogni ora con una linea di crisi o un medico.',
      forgery:
        'Non si aiuta con ricette o certificati falsi. Chi ha bisogno di un medicinale, o non riesce a smettere, può chiedere aiuto in confidenza a un medico, un farmacista o un servizio per le dipendenze.',
      misuse:
        'Non si aiuta a drogarsi con medicinali: respiro e cuore possono fermarsi. Dopo un sovradosaggio chiami il numero di emergenza; un servizio per le dipendenze o un medico aiuta in confidenza.',
    },
    closings: ['Prima di decidere sulla sua salute, chieda a un medico.'],
    quoted: 'Le frasi citate restano in inglese.',
  },
  pt: {
    notice: 'Esta resposta é simulada e não é aconselhamento médico.',
    urgent: 'Se isto começou de repente, é grave ou está a piorar, ligue já para o número de emergência.',
    pages: ['O seu documento diz:'],
    web: ['As fontes médicas oficiais dizem sobre {topic}:'],
    literature: ['A literatura biomédica acrescenta:'],
    silent: 'As páginas anexadas não dizem nada sobre isto.',
    unseen: 'As imagens anexadas não foram vistas: este simulador lê PDF, não imagens.',
    substitute: 'Nenhuma fonte fala de {asked}; estas falam de {given}, outro medicamento do mesmo grupo.',
    instead: 'Nenhuma fonte fala de {asked}; o que se segue é sobre {given}.',
    nothing: 'Nenhuma fonte do índice simulado fala desta pergunta.',
    verdicts: {
      yes: 'Em resumo, sim.',
      mostly: 'Em resumo, na maioria dos casos sim.',
      depends: 'Depende.',
      'rather-not': 'Em resumo, não, ou só depois de perguntar a um médico.',
      no: 'Em resumo, não.',
    },
    smallTalk: {
      greeting:
        'Isto é um simulador que substitui um serviço de informação médica. Pergunte sobre um sintoma, uma doença, um medicamento ou um exame.',
      thanks: 'De nada. Se tiver outra pergunta, faça-a.',
      unclear:
        'Diga numa frase o que quer saber: sobre um sintoma, uma doença, um medicamento ou um exame. Se alguém está em perigo, ligue já para o número de emergência.',
    },
    declined: {
      violence:
        'Não se ajuda a fazer mal a ninguém. Se alguém está em perigo, ligue já para o número de emergência; quem pensa em fazer mal a outros pode falar a qualquer hora com uma linha de crise ou um médico.',
      forgery:
        'Não se ajuda com receitas ou atestados falsos. Quem precisa de um medicamento, ou não consegue parar, pode pedir ajuda em confiança a um médico, um farmacêutico ou um serviço de dependências.',
      misuse:
        'Não se ajuda a drogar-se com medicamentos, o que pode parar a respiração e o coração. Após uma sobredose ligue para o número de emergência; um serviço de dependências ou um médico ajuda em confiança.',
    },
    closings: ['Antes de decidir sobre a sua saúde, pergunte a um médico.'],
    quoted: 'As frases citadas ficam em inglês.',
  },
  nl: {
    notice: 'Dit antwoord is gesimuleerd en is geen medisch advies.',
    urgent: 'Als dit plotseling is begonnen, ernstig is of erger wordt, bel dan nu het alarmnummer.',
    pages: ['In uw document staat:'],
    web: ['Officiële medische bronnen zeggen over {topic}:'],
    literature: ['De biomedische literatuur voegt toe:'],
    silent: 'De bijgevoegde pagina’s zeggen hier niets over.',
    unseen: 'De bijgevoegde afbeeldingen zijn niet bekeken: deze simulator leest pdf’s, geen afbeeldingen.',
    substitute: 'Over {asked} zelf is er geen bron; deze gaan over {given}, een ander geneesmiddel uit dezelfde groep.',
    instead: 'Over {asked} zelf is er geen bron; wat volgt gaat over {given}.',
    nothing: 'Geen bron in de gesimuleerde index zegt iets over deze vraag.',
    verdicts: {
      yes: 'Kort gezegd, ja.',
      mostly: 'Kort gezegd, meestal ja.',
      depends: 'Dat hangt ervan af.',
      'rather-not': 'Kort gezegd, nee, of alleen na overleg met een arts.',
      no: 'Kort gezegd, nee.',
    },
    smallTalk: {
      greeting:
        'Dit is een simulator die een medische informatiedienst vervangt. Vraag naar een symptoom, een ziekte, een geneesmiddel of een onderzoek.',
      thanks: 'Graag gedaan. Als u nog een vraag hebt, stel die dan.',
      unclear:
        'Schrijf in één zin wat u wilt weten: over een symptoom, een ziekte, een geneesmiddel of een onderzoek. Is iemand in gevaar, bel dan nu het alarmnummer.',
    },
    declined: {
      violence:
        'Bij het schaden van anderen wordt niet geholpen. Is iemand in gevaar, bel dan nu het alarmnummer; wie eraan denkt anderen iets aan te doen, kan op elk uur met een crisislijn of een arts praten.',
      forgery:
        'Bij valse recepten of verklaringen wordt niet geholpen. Wie een geneesmiddel nodig heeft, of er niet mee kan stoppen, kan in vertrouwen hulp vragen aan een arts, een apotheker of de verslavingszorg.',
      misuse:
        'Bij het gebruiken van geneesmiddelen als roes wordt niet geholpen: ademhaling en hart kunnen stoppen. Bel na een overdosis het alarmnummer; de verslavingszorg of een arts helpt in vertrouwen.',
    },
    closings: ['Vraag een arts voordat u over uw gezondheid beslist.'],
    quoted: 'De geciteerde zinnen blijven in het Engels.',
  },
};

/** What languages are called, in English and in themselves. */
const names: Readonly<Record<string, readonly string[]>> = {
  de: ['german', 'deutsch', 'allemand', 'aleman', 'tedesco', 'alemao', 'duits'],
  fr: ['french', 'français', 'francais', 'franzosisch', 'frances', 'francese', 'frans'],
  es: ['spanish', 'español', 'espanol', 'spanisch', 'espagnol', 'spagnolo', 'spaans'],
  it: ['italian', 'italiano', 'italienisch', 'italien', 'italiaans'],
  pt: ['portuguese', 'português', 'portugues', 'portugiesisch', 'portugais', 'portoghese', 'portugees'],
  nl: ['dutch', 'nederlands', 'niederlandisch', 'neerlandais', 'holandes', 'olandese'],
  en: ['english', 'englisch', 'anglais', 'ingles', 'inglese', 'engels'],
};

/** The tag of a language by its name, a word in lower case without accents; null for other words. */
export const languageNamed = (name: string): string | null =>
  Object.keys(names).find((tag) => names[tag]?.includes(name)) ?? null;

/** The frames of a language, by its tag (`de`, `pt-BR`) or its name; undefined if there are none. */
export function framesIn(language: string): Frames | undefined {
  const asked = language.trim().toLowerCase();
  const [first] = asked.split(/[-_]/);
  const tag = Object.keys(names).find((one) => one === first || names[one]?.includes(asked));
  if (tag !== undefined && tag !== 'en') return translations[tag];
  return /^en(?:glish)?\b/.test(asked) ? english : undefined;
}

/** The language that instructions ask for by its name: «always answer in German»; null if none. */
export function languageIn(instructions: string): string | null {
  const [, name = ''] = asksForLanguage.exec(instructions) ?? [];
  return name === '' ? null : name;
}
const asksForLanguage = new RegExp(
  `\\b(?:(?:answer|respond|repl|writ|talk|speak|communicat|antwort|sprich|r[ée]pond|rispond)\\w*\\b[^.!?;]{0,30}?\\b(?:in|auf|en|em)|speak(?: only)?|language(?: is)?:?) (?:plain |simple )?(${Object.values(names).flat().join('|')})(?!\\p{L})`,
  'iu',
);
