import { expect, it } from 'vitest';
import { sentences, topicsOf } from '../given.test-support.ts';

/** Emergencies in other languages: name and languages, the topics that answer, and wordings. */
const emergencies: Readonly<Record<string, readonly [topics: readonly string[], wordings: string]>> = {
  'a wish to die or to harm oneself, de, fr, es, it, pt, nl': [
    ['suicidal-thoughts'],
    `
    ik wil dood | mijn zoon wil niet meer leven | zelfmoordgedachten, wat nu | Ich habe Suizidgedanken | Ich will nicht mehr leben
    Ich möchte sterben | Ich will sterben | ich will einfach nur noch sterben | Ich will mich umbringen | Ich bringe mich um
    Ich werde mich heute Nacht umbringen | Ich denke daran, mich umzubringen | Ich überlege, mir das Leben zu nehmen
    Mein Sohn will sich das Leben nehmen | Meine Tochter ritzt sich | Ich ritze mich seit Monaten | Meine Freundin will sich etwas antun
    Ich möchte nicht mehr da sein | Ich möchte einschlafen und nie mehr aufwachen | Ich wünschte, ich wäre tot | Ich wäre lieber tot
    Mein Leben hat keinen Sinn mehr | Ich sehe keinen Sinn mehr im Leben | Ich bin lebensmüde | Ich will meinem Leben ein Ende setzen
    Ich will mein Leben beenden | Wie viele Schlaftabletten brauche ich, um zu sterben? | Selbstmord | Selbstmordgedanken seit Wochen
    Mein Mann hat Selbstmordgedanken | Selbstverletzung bei Jugendlichen | Er hat versucht, sich zu erhängen
    Ich will von der Brücke springen | Ich kann so nicht mehr weiterleben | ich hab keine lust mehr zu leben
    Ohne mich wären alle besser dran | Mein Bruder hat gesagt, dass er nicht mehr leben will | Ich verletze mich selbst
    Ich will mir die Pulsadern aufschneiden | ich will mich vor den Zug werfen | Suizidversuch mit Tabletten
    Meine Mutter redet davon, dass sie sterben will | Ich will tot sein | ich hab vor mich heute abend umzubringen
    Ich kann und will nicht mehr leben | Manchmal denke ich, es wäre besser, wenn ich tot wäre
    Mein bester Freund hat gesagt er bringt sich um | Am liebsten wäre ich nicht mehr auf der Welt | ich möchte mein leben beenden
    Es wäre besser, wenn es mich nicht mehr gäbe | mein Kind sagt es will sterben | Ich schneide mich in die Arme
    Ich plane meinen Selbstmord | ich halte das Leben nicht mehr aus | Hat jemand Tipps wie ich mich töten kann
    Ich habe eine Überdosis genommen weil ich sterben wollte | Ich sehe keinen anderen Ausweg mehr als den Tod
    ich will endlich sterben dürfen | Mein Partner droht mit Selbstmord | ich habe mir die Arme aufgeritzt
    Ich wollte mich gestern umbringen | Hab keinen Lebensmut mehr und will sterben | wie kann man sich schmerzlos umbringen
    ich hasse mein leben und will nicht mehr | Meine Schwester hat Suizidgedanken geäußert | Je veux mourir | Je veux me suicider
    J'ai envie de mourir | J'ai envie d'en finir | J'ai envie d'en finir avec la vie | Je ne veux plus vivre | Je n'ai plus envie de vivre
    Je veux me tuer | Je pense à me tuer | Mon fils veut se suicider | Ma fille se scarifie | Elle se fait du mal volontairement
    J'ai des idées noires | J'ai des idées suicidaires | Je pense au suicide tous les jours | Je voudrais être mort
    Je voudrais m'endormir et ne plus me réveiller | Je serais mieux morte | Tout le monde serait mieux sans moi
    Je veux mettre fin à mes jours | Je veux mettre fin à ma vie | Il menace de se pendre | Je vais me foutre en l'air | je veux crever
    Ma vie ne vaut plus rien | Je n'ai plus aucune raison de vivre | Je veux sauter d'un pont | Je me coupe les bras
    automutilation chez l'adolescent | Combien de comprimés pour mourir ? | tentative de suicide par médicaments
    Je veux disparaître pour toujours | J'en ai marre de vivre | Mon ami parle de se suicider | Je veux me jeter sous un train
    Je veux me faire du mal | comment mourir sans souffrir | je ne veux plus être là | J'ai plus envie de rien, je veux juste mourir
    Ma copine dit qu'elle va se suicider ce soir | Je pense souvent à la mort et à en finir | Je n'en peux plus de vivre
    La vie n'a plus de sens pour moi | je voudrais ne plus exister | Mon ado s'est ouvert les veines | Comment me suicider sans douleur
    j'ai préparé ma corde | j'ai envie de me faire du mal | On dirait que mon mari veut en finir | je souhaite mourir
    je suis fatigué de vivre | Mon frère a essayé de se pendre | je veux partir pour toujours et ne plus souffrir
    Je n'arrive plus à vivre, j'ai envie de mourir | elle menace de se jeter par la fenêtre
    J'ai fait une tentative de suicide l'an dernier et les idées reviennent | mon élève se mutile | je me déteste et je veux mourir
    Quiero suicidarme | Me quiero morir | Quiero morirme | Quiero morir | No quiero vivir más | Ya no quiero vivir
    No quiero seguir viviendo | Quiero matarme | Me voy a matar | Pienso en matarme | Pienso en quitarme la vida
    Mi hijo quiere quitarse la vida | Mi hija se corta los brazos | Mi hija se autolesiona | Tengo ganas de morir | Tengo ideas suicidas
    Tengo pensamientos suicidas | Ojalá estuviera muerto | Estaría mejor muerta | Todos estarían mejor sin mí
    La vida no tiene sentido para mí | No vale la pena vivir | Quiero acabar con mi vida | Quiero acabar con todo | No tengo ganas de vivir
    Estoy cansada de vivir | ¿Cuántas pastillas necesito para morir? | Quiero dormir y no despertar nunca | Me hago daño a mí misma
    Mi amigo habla de suicidarse | Intento de suicidio con pastillas | Quiero tirarme por la ventana | Quiero desaparecer para siempre
    autolesiones en adolescentes | Quiero ahorcarme | Me corto las venas | Prefiero morir que seguir así | No quiero despertar mañana
    mi padre dice que se quiere morir | Ya no aguanto más, quiero morirme | Mi novia me ha dicho que se va a suicidar
    No le encuentro sentido a la vida | Pienso mucho en la muerte y en matarme | Ojalá no me despertara mañana
    Mi hijo adolescente se hace cortes en los brazos | Preferiría estar muerta | He pensado en tirarme al tren
    no quiero estar en este mundo | Cómo suicidarse sin dolor | Me gustaría dormirme y no despertar | Quiero hacerme daño
    estoy pensando en suicidarme | mi hermana intentó suicidarse | no encuentro motivos para vivir | me quiero matar
    mi mejor amigo dice que se quiere matar | quisiera estar muerta | no puedo más con mi vida, quiero acabar con ella | mi alumna se corta
    Voglio morire | Voglio uccidermi | Non voglio più vivere | Penso di togliermi la vita | Ho pensieri suicidi | Voglio farla finita
    Sono stanca di vivere | Mia figlia si taglia le braccia | Quero morrer | Quero me matar | Não quero mais viver | Penso em suicídio
    Vou me matar | Tenho pensamentos suicidas | Quero acabar com a minha vida`,
  ],
  'a wish to die, pl': [['suicidal-thoughts'], 'Chcę umrzeć | Nie chcę już żyć | mam myśli samobójcze'],
  'no breath, pl': [['cardiac-arrest'], 'Moja mama straciła przytomność i nie oddycha'],
  'a stroke or heart attack, pl': [
    ['stroke', 'myocardial-infarction'],
    'Tata ma krzywą twarz i bełkocze | Mam silny ból w klatce piersiowej i się pocę',
  ],
  'choking, pl': [['choking'], 'Moje dziecko się dusi | zadławił się cukierkiem'],
  'a stroke, de, fr, es': [
    ['stroke'],
    `
    Mein Mann hat plötzlich einen hängenden Mundwinkel und kann nicht sprechen | Meine Oma kann auf einmal den Arm nicht mehr heben
    Ihr Mund ist schief und sie lallt | linke Körperhälfte plötzlich gelähmt
    Vater spricht plötzlich undeutlich und der rechte Arm ist taub | Die eine Gesichtshälfte hängt herunter | Halbseitenlähmung
    Schlaganfall erkennen | Sie findet keine Worte mehr und sieht schief aus im Gesicht | Hirnblutung
    Papa redet auf einmal komisch und sein Mund hängt | meine Frau kann ihren linken Arm plötzlich nicht bewegen
    Die rechte Seite ist auf einmal taub | Mein Vater ist verwirrt, kann nicht sprechen und sein Arm hängt schlaff herunter
    Oma hat plötzlich eine schiefe Gesichtshälfte | Mon père a la bouche de travers et n'arrive plus à parler
    Ma mère ne peut plus lever le bras gauche | visage paralysé d'un côté depuis ce matin | Il parle bizarrement et son bras est paralysé
    Elle n'arrive plus à trouver ses mots, le visage tombe | faiblesse soudaine d'un côté du corps | Mon mari fait un AVC
    attaque cérébrale que faire | hémorragie cérébrale | Sa bouche est déviée et il bredouille
    mon grand-père ne peut plus parler et un côté du visage est paralysé | sa main droite ne répond plus et il parle comme s'il était ivre
    depuis ce matin ma femme ne peut plus parler ni bouger son bras droit | sa bouche tombe d'un côté
    Mi padre tiene la boca torcida y no puede hablar | Se le ha torcido la cara de repente | No puede mover el brazo izquierdo y habla raro
    Mi abuela no puede levantar el brazo y balbucea | medio cuerpo paralizado | derrame cerebral síntomas
    Creo que mi marido tiene un ictus | de repente no le salen las palabras y tiene la cara caída
    debilidad repentina en un lado del cuerpo | parálisis facial repentina y habla mal | mi madre habla raro y se le cae un lado de la cara
    de repente mi marido no puede mover la pierna y el brazo derechos | a mi abuela se le ha torcido la boca y no puede mover un brazo
    mi padre no puede hablar de repente`,
  ],
  'a heart attack, de, fr, es': [
    ['myocardial-infarction', 'pulmonary-embolism'],
    `
    Starke Schmerzen in der Brust, die in den linken Arm ausstrahlen | Mein Vater hat Druck auf der Brust und kalten Schweiß
    Brustschmerzen und Atemnot | Meine Brust tut weh und mir ist übel | Engegefühl in der Brust | Ich glaube, ich habe einen Herzinfarkt
    Herzanfall was tun | Stechen in der Brust beim Atmen | Brennen in der Brust und Schmerzen im linken Arm
    Mein Mann klagt über starken Druck auf der Brust | Brustschmerzen, die in den Kiefer ziehen
    mein opa hat seit einer stunde schmerzen in der brust und schwitzt | ziehende Schmerzen im linken Arm und Druck in der Brust
    Mon père a une forte douleur à la poitrine | J'ai mal à la poitrine et au bras gauche | Oppression dans la poitrine avec sueurs
    Une douleur thoracique qui descend dans le bras gauche | Ça me serre dans la poitrine | Mon mari fait une crise cardiaque
    infarctus que faire | douleur dans la poitrine depuis une heure | j'ai un poids sur la poitrine et je transpire
    ma mère a mal dans la poitrine et transpire beaucoup | douleur très forte au milieu de la poitrine
    mon mari a mal à la poitrine depuis 30 minutes | serrement dans la poitrine et bras gauche engourdi
    Mi padre tiene un dolor fuerte en el pecho | Me duele mucho el pecho y el brazo izquierdo | Opresión en el pecho y sudor frío
    Dolor en el pecho que se va al brazo | Mi marido está teniendo un infarto | ataque al corazón qué hacer
    Me aprieta el pecho y me falta el aire | dolor de pecho y náuseas | siento presión en el pecho
    tengo un dolor muy fuerte en el pecho que baja por el brazo | mi abuelo siente un peso en el pecho y suda mucho
    mi madre tiene dolor de pecho y sudores fríos | me duele el pecho y el brazo izquierdo`,
  ],
  'choking, de, fr, es': [
    ['choking'],
    `
    Mein Kind hat sich verschluckt und bekommt keine Luft | Mein Baby erstickt | Baby hat sich an einer Weintraube verschluckt
    Ein Stück Apfel steckt meinem Sohn im Hals und er kriegt keine Luft | Meine Tochter droht zu ersticken
    Was tun, wenn jemand am Ersticken ist? | Ihm ist etwas im Hals stecken geblieben | Heimlich-Griff bei Kindern
    Opa hat sich am Fleisch verschluckt und läuft blau an | mein kleiner sohn hat eine murmel im hals | Baby verschluckt sich und wird blau
    ihm steckt ein Bonbon in der Luftröhre | Mon bébé s'étouffe avec un morceau de pomme, que faire ? | Mon fils s'étrangle avec un bonbon
    Quelqu'un s'étouffe au restaurant | Elle a avalé de travers et ne peut plus respirer
    Un morceau de viande coincé dans la gorge, il ne respire plus | mon enfant est en train de s'étouffer | manœuvre de Heimlich
    bébé a fait une fausse route | mon mari s'est étouffé avec de la viande | mon bébé a avalé une bille et ne peut plus respirer
    mon fils s'étouffe avec un raisin | il a un os coincé dans la gorge et s'étouffe | Mi bebé se está atragantando
    Mi hijo se atragantó con una uva | Se ha atragantado y no puede respirar | Mi hija se ahoga con un trozo de manzana
    Tiene algo atascado en la garganta y no respira bien | atragantamiento en bebés | maniobra de Heimlich
    mi abuelo se está ahogando con la comida | mi bebe se ahoga con la leche | mi hija se ha tragado una canica y no puede respirar
    mi bebé se atraganta con la comida | mi padre se está asfixiando con un trozo de carne`,
  ],
  'an allergic shock, de, fr, es': [
    ['anaphylaxis'],
    `
    Meine Frau hat ein geschwollenes Gesicht und bekommt keine Luft nach Erdnüssen | Nach einem Bienenstich schwillt mein Hals zu
    Anaphylaktischer Schock | allergischer Schock | Zunge und Lippen geschwollen nach dem Essen von Nüssen
    schwere allergische Reaktion nach Wespenstich | Nach dem Antibiotikum Atemnot und Ausschlag am ganzen Körper
    Mein Kind hat Nüsse gegessen und die Lippen schwellen an | Seit dem Wespenstich ist die Zunge dick und er atmet schwer
    Quaddeln am ganzen Körper und Atemnot nach Garnelen | nach einem Wespenstich ist sein Gesicht geschwollen und er bekommt keine Luft
    mein Hals schwillt nach dem Essen von Erdnüssen an | Ma sœur a le visage gonflé et ne peut pas respirer après avoir mangé des cacahuètes
    choc anaphylactique | sa gorge se ferme après une piqûre de guêpe | Ma langue gonfle après avoir mangé des noix
    réaction allergique grave que faire | lèvres gonflées et difficulté à respirer après une crevette
    Après une piqûre d'abeille, il n'arrive plus à respirer | choc allergique
    il a des plaques partout et du mal à respirer après une piqûre | mes lèvres gonflent après avoir mangé du poisson
    après une piqûre de guêpe son visage a gonflé et il respire mal
    mon enfant allergique aux arachides a mangé un biscuit et sa langue gonfle
    Mi hermana tiene la cara hinchada y no puede respirar después de comer cacahuetes | shock anafiláctico | reacción alérgica grave
    se le cierra la garganta después de una picadura de avispa | Se me hincha la lengua tras comer marisco
    le picó una abeja y le cuesta respirar | labios hinchados y falta de aire después de comer nueces | choque anafiláctico qué hacer
    tengo ronchas por todo el cuerpo y no puedo respirar bien después de comer gambas
    se me ha hinchado la lengua después de tomar un antibiótico | después de la picadura se le hinchó la cara y no respira bien
    comió cacahuetes y se le están hinchando los labios`,
  ],
  'somebody unconscious, de, fr, es': [
    ['cardiac-arrest', 'fainting'],
    `
    Mein Mann ist bewusstlos | Bewusstlos was tun | Er liegt bewusstlos da und reagiert nicht | Meine Mutter ist nicht ansprechbar
    Er atmet nicht mehr | Mein Vater ist zusammengebrochen und atmet nicht | Kein Puls, keine Atmung | Herzstillstand | Sie wacht nicht auf
    mein Baby atmet nicht | meine Oma liegt am Boden und bewegt sich nicht | er ist umgekippt und reagiert nicht mehr
    mein Freund ist nach der Party bewusstlos und lässt sich nicht wecken | Kollege zusammengebrochen, atmet nicht
    Mon mari est inconscient | perte de connaissance | Il ne réagit plus et ne répond pas | Mon fils ne respire plus
    Elle s'est effondrée et ne respire plus | arrêt cardiaque | Il n'a plus de pouls | Ma mère est tombée et ne se réveille pas
    mon bébé ne respire pas | Elle est sans connaissance par terre | mon père est tombé et ne bouge plus
    elle ne répond plus quand je lui parle | mon collègue s'est effondré et ne respire pas | ma mère est inconsciente, que faire ?
    Mi marido está inconsciente | pérdida de conocimiento | No responde y no respira | Mi bebé no respira | Se desplomó y no respira
    paro cardíaco | parada cardíaca qué hacer | No tiene pulso | Mi padre no reacciona | ha perdido el conocimiento y no se despierta
    mi abuela se ha caído y no responde | está en el suelo y no se mueve | mi compañero se ha desplomado y no responde
    mi madre está inconsciente, ¿qué hago?`,
  ],
  'heavy bleeding, de, fr, es': [
    ['major-bleeding', 'postpartum-haemorrhage'],
    `
    Die Wunde blutet stark und hört nicht auf | Starke Blutung nach der Geburt | starke Blutung stoppen | Er verliert viel Blut
    Das Blut spritzt aus der Wunde | Er hat sich tief geschnitten und blutet heftig | Mein Mann verblutet | Arterielle Blutung am Bein
    Er hat sich mit der Säge in den Arm geschnitten und es blutet wie verrückt | wie stoppe ich eine starke Blutung am Bein
    mein Mann hat sich in die Hand gesägt und verliert viel Blut | Platzwunde am Kopf blutet stark
    La plaie saigne beaucoup et n'arrête pas de saigner | hémorragie après l'accouchement | Il perd beaucoup de sang
    Le sang gicle de la blessure | comment arrêter une hémorragie | Il s'est coupé et saigne abondamment
    saignement abondant d'une plaie au bras | hémorragie grave que faire | il s'est coupé avec une scie et ça saigne énormément
    ma fille saigne beaucoup après une chute sur du verre | la blessure à la jambe n'arrête pas de saigner
    La herida sangra mucho y no para de sangrar | sangrado después del parto | Está perdiendo mucha sangre | hemorragia grave qué hacer
    Se ha cortado y está sangrando mucho | Mi hermano se desangra | cómo parar una hemorragia
    sangrado abundante por una herida en la pierna | se cortó con un cuchillo y sangra muchísimo
    mi hijo sangra mucho de la cabeza después de una caída | no consigo parar la hemorragia del brazo`,
  ],
  'a poisoning, de, fr, es': [
    ['household-poisoning', 'medicine-overdose', 'paracetamol-overdose', 'button-battery', 'carbon-monoxide-poisoning'],
    `
    Mein Kind hat Tabletten geschluckt | Mein Sohn hat Bleichmittel getrunken | Meine Tochter hat eine Knopfzelle verschluckt
    Sie hat zu viele Tabletten genommen | Vergiftung durch Pilze | Mein Kleinkind hat Spülmittel getrunken
    Ich habe 30 Paracetamol Tabletten genommen | Kohlenmonoxidvergiftung | Überdosis Schlaftabletten
    meine 2-jährige hat Entkalker getrunken | mein Sohn hat Beeren vom Busch gegessen, sind die giftig?
    mein Baby hat eine Batterie verschluckt | Opa hat seine ganzen Herztabletten auf einmal genommen
    meine Tochter hat WC-Reiniger geschluckt | ich habe aus Versehen zu viel Paracetamol genommen | Mon enfant a avalé de la javel
    Mon fils a avalé une pile bouton | Elle a pris trop de médicaments | J'ai avalé 20 comprimés de paracétamol
    Mon bébé a bu du produit ménager | empoisonnement aux champignons | intoxication au monoxyde de carbone
    Ma fille a avalé des médicaments | surdosage en paracétamol | mon fils a bu de l'eau de javel
    ma grand-mère a pris tous ses médicaments d'un coup | mon fils de deux ans a avalé du détergent
    j'ai pris une boîte entière de Doliprane | Mi hijo ha bebido lejía | Mi hija se ha tragado una pila | Mi hijo se tragó una pila de botón
    He tomado 30 pastillas de paracetamol | Se ha tomado demasiadas pastillas | Mi bebé ha tragado detergente
    intoxicación por monóxido de carbono | envenenamiento por setas | sobredosis de pastillas | mi niña se ha bebido el friegasuelos
    mi abuelo se ha tomado todas las pastillas de golpe | mi hijo ha comido setas del campo y vomita | mi hija ha bebido lejía sin querer
    me he tomado una caja entera de ibuprofeno`,
  ],
  'hard breathing, de, es': [
    ['severe-breathlessness', 'asthma', 'bronchiolitis', 'heart-failure', 'pulmonary-embolism', 'anaphylaxis'],
    `
    Ich bekomme keine Luft | Mein Vater hat Atemnot | Mein Kind atmet ganz schwer | Ich kann kaum atmen | Meine Tochter ringt nach Luft
    plötzliche Luftnot | blaue Lippen und Atemnot | ich kriege schlecht Luft | mein Baby atmet sehr schnell und zieht die Rippen ein
    No puedo respirar | A mi hijo le cuesta respirar | Me falta el aire | dificultad para respirar en un bebé
    mi madre respira con dificultad | labios morados y no respira bien | me ahogo al subir escaleras
    mi padre no puede respirar bien desde ayer | mi bebé respira muy rápido y se le hunden las costillas`,
  ],
  'hard breathing, fr': [
    ['severe-breathlessness', 'asthma', 'heart-failure', 'pulmonary-embolism', 'anaphylaxis'],
    `
    Je n'arrive plus à respirer | Ma fille a du mal à respirer | difficultés respiratoires chez un bébé | Mon père respire mal
    je manque d'air | lèvres bleues et respire difficilement | essoufflement soudain | ma fille respire très vite et fort
    mon bébé a beaucoup de mal à respirer`,
  ],
  'signs of meningitis, de, fr, es': [
    ['meningitis'],
    `
    Mein Kind hat Fieber, einen steifen Nacken und rote Flecken, die beim Drücken nicht weggehen | Nackensteifigkeit und hohes Fieber
    Fieber und Kopfschmerzen und Nacken steif | Hirnhautentzündung Anzeichen | Ausschlag verblasst nicht und Fieber
    Baby hat hohes Fieber und violette Flecken auf der Haut | Tochter hat Fieber und kann den Kopf nicht zur Brust beugen
    Mon fils a de la fièvre et la nuque raide | taches violettes sur la peau avec fièvre | méningite signes
    fièvre, vomissements et taches qui ne disparaissent pas sous un verre
    mon bébé a 40 de fièvre et des taches rouges qui ne s'effacent pas | fièvre élevée, nuque raide et vomissements
    rigidez de nuca y fiebre | Mi hija tiene fiebre y el cuello rígido | manchas moradas en la piel y fiebre | meningitis señales
    manchas rojas que no desaparecen al apretar y fiebre | mi hijo tiene fiebre alta, vómitos y no puede doblar el cuello
    fiebre, dolor de cabeza y cuello rígido`,
  ],
  'a seizure, de, fr, es': [
    ['epilepsy', 'febrile-seizure'],
    `
    Mein Sohn hat einen Krampfanfall | Mein Kind krampft | Sie zuckt am ganzen Körper und hat Schaum vor dem Mund
    epileptischer Anfall was tun | Mein Kind (2 Jahre) hat 40 Grad Fieber und einen Krampfanfall gehabt | Fieberkrampf
    mein Freund zuckt und verdreht die Augen | mein Kind hat Fieber und krampft | meine Tochter hat einen Fieberkrampf
    epileptischer Anfall dauert länger als fünf Minuten | Mon fils fait une crise d'épilepsie | Mon bébé convulse
    convulsions avec fièvre chez un enfant | Elle fait une crise épileptique depuis dix minutes | convulsion fébrile
    Il tremble de tout son corps et ne répond plus | mon enfant a des secousses et les yeux révulsés avec de la fièvre
    crise d'épilepsie qui dure plus de cinq minutes | Mi hijo está convulsionando | Mi bebé tiene convulsiones con fiebre
    ataque epiléptico qué hacer | Mi hermana tiene una crisis epiléptica | convulsión febril | echa espuma por la boca y tiembla
    mi hermano está teniendo un ataque y tiembla entero | mi hija convulsiona con fiebre`,
  ],
};

it.each(Object.entries(emergencies))(
  'an emergency in another language is answered as the English one is: %s',
  (_, [topics, wordings]) => {
    const lost = sentences(wordings).filter((text) => !topics.includes(topicsOf(text)[0] ?? 'no source'));
    expect(lost).toEqual([]);
  },
);

it.each(
  sentences(`
    Ich lache mich tot | Ich lache mich tot über diesen Witz | Ich sterbe vor Hunger | Ich sterbe vor Langeweile
    Mein Rücken bringt mich um | Ich könnte meinen Chef umbringen | Die Hitze bringt mich um
    Ich will nicht sterben, ich habe Schmerzen in der Brust | Ist mein Vater daran gestorben? | Kann man an Grippe sterben?
    Wie lange muss ich mit Diabetes leben? | Ich will so lange leben wie möglich | je meurs de faim | J'ai failli mourir de rire
    je suis mort de rire | C'est à mourir de rire | Je ne veux pas mourir d'un cancer | Peut-on mourir de la grippe ?
    mourir de soif en randonnée | J'ai envie d'en finir avec ces boutons | Ce mal de tête va me tuer | me muero de risa
    me muero de ganas de comer chocolate | Me muero de hambre | morir de risa | No quiero morir, tengo dolor en el pecho
    ¿Se puede morir de gripe? | Este dolor de espalda me mata | me muero de sueño | Quiero morir de risa | muoio dal ridere | muoio di fame
    não quero morrer | estou morrendo de fome | Mon chien est mort | Wie werde ich meine Warzen los | Il veut en finir avec la cigarette
    Quiero dejar de fumar | mi abuelo murió de un infarto`),
)('an emergency in another language is not found in «%s»', (text) => {
  expect(topicsOf(text)[0] ?? '').not.toMatch(/suicid|poisoning|overdose|cardiac|choking/);
});
