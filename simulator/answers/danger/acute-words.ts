/**
 * What a word says about a complaint, in the languages of the answers, without accents. `*` stands for any ending, `_` joins the words of a phrase.
 * The words are general: who, when, how bad, and what the body cannot do. They name no illness and tell no story.
 */
export const acuteWords = {
  /** A certain person, the writer or somebody else. */
  person: `
    i im ive my me myself we our us he she hes shes him his her they them
    ich mein* mir mich wir unser* er sie ihm ihn ihr
    je j mon ma mes moi il elle nous notre
    yo mi mis me estoy tengo soy siento puedo ella nuestr* he se
    io mio mia miei mie mi ho sono sento riesco posso lui lei nostr* ha
    eu meu minha meus minhas estou tenho sinto consigo posso ele ela nosso nossa
    ik mijn mij hij zij hem haar wij
    mam moj* mnie jestem moge nasz*`,
  other: 'he hes she shes er sie il elle lui lei ele ela hij zij',
  /** A clause that begins with one of these leaves out «I». */
  headless: 'had got been woke having feeling took fell cant cannot',
  relative: `
    someone somebody jemand quelqu alguien qualcuno alguem iemand
    dad daddy father mum mummy mom mommy mother parent husband wife partner boyfriend girlfriend brother sister uncle aunt friend mate neighbour neighbor colleague flatmate roommate cousin fiance fiancee roomie coworker
    vater papa mutter mama mann frau partnerin bruder schwester onkel tante freund freundin nachbar* kolleg* opa oma grossvater grossmutter
    pere mere mari femme frere soeur oncle ami amie voisin* collegue copain copine papi mamie grand
    padre madre marido esposa esposo mujer hermano hermana tio tia amigo amiga vecin* companer* pareja
    marito moglie fratello sorella zio zia amico amica vicin* papa compagn*
    pai mae mulher irmao irma namorad* vizinh* coleg*
    vader moeder man vrouw broer zus oom vriend vriendin buurman buurvrouw collega
    maz zona brat siostra ojciec tata matka babcia dziadek`,
  child: `
    baby babies newborn infant toddler twins child kid kiddo son daughter boy girl grandson granddaughter nephew niece
    kind kleinkind saugling neugeborene* sohn tochter junge enkel* neffe nichte
    bebe nourrisson enfant fils fille garcon
    nino nina hijo hija chico nieto nieta recien_nacido
    bambin* neonat* figlio figlia bimb* ragazzin* nipote
    crianca menino menina filho filha neto neta recem_nascido
    kindje zoon dochter zoontje dochtertje peuter kleuter
    dziecko syn corka niemowle`,
  elder: `
    gran granny grandma grandmother grandad granddad grandpa grandfather nan nana elderly opa oma opas omas grossvater grossmutter papi mamie grand
    abuel* nonn* avo avos`,
  frail: `
    pregnant pregnancy trimester contractions labour chemo transplant diabetic
    schwanger* wehen diabetiker* enceinte grossesse embarazad* embarazo contracciones
    incinta gravidanza contrazioni gravida gravidez contracoes zwanger* weeen`,
  /** Something is not possible, or hardly. */
  not: `
    not t cant cannot couldnt wont isnt doesnt unable no hardly barely struggl* trouble problem* difficult* hard fight* gasp*
    nicht kein* kaum schwer
    pas n ne difficul* peine
    no apenas dificult* cuesta deja dejo
    non fatica difficol* smesso
    nao mal
    niet geen nauwelijks moeite
    nie`,
  breath: `
    breath breathe breathes breathing breaths air atm* luft respir* souffle aire respira* fiato ar adem* lucht
    oddych*`,
  /** What else everybody does who is awake and well. */
  wake: `
    wake wakes waking woken awake rouse respond responds responding response react reacts reacting swallow speak speaks speaking talk talks talking
    antwort* ansprechbar reagier* wach* aufwach* schluck* sprech* spricht reden redet weck*
    repond* reagi* reveill* aval* parl*
    respond* reaccion* despert* despiert* trag* habl*
    rispond* reagisc* svegli* ingoi* deglut*
    acord* reag* engol* falar fala
    reageer* wakker slikk* praat* praten spreekt spreken`,
  /** What healthy people do every day. */
  daily: `
    walk walks stand_up stand_on see sees pee peed urinated urinate urine wee drink feed feeds feeding lift open settle work works bend straighten know_what_year know_where_he know_where_she knows recogni* remember move moves moving get_up keep_anything keep_water close say said straight
    gehen laufen stehen steht aufstehen sehen sieht trinkt trinken heben pinkeln urin* offnen beweg* erkenn* weiss schliess*
    march* lever leve voir voit boire boit urin* ouvr* debout boug* reconna* tete tetes sait
    caminar andar levant* ver ve veo bebe beber orin* abr* mueve* mover mama reconoc* sabe
    camminare cammina alzar* alza vedere vede vedo bere beve urinare aprire muov* riconosc* sa
    anda vejo urin* abrir mexe* mexer mama reconhec* sabe
    lopen loopt staan opstaan zien ziet drinkt drinken plassen plast tillen beweeg* bewegen herken* weet optillen`,
  weakened:
    'breathless* short_of_breath out_of_breath atemnot benauwd* falta_de_ar a_bout_de_souffle falta_el_aire manca_il_respiro',
  feel: 'feel feels feeling fuhl* spur* sens sent sentir siento siente sento sente voel*',
  can: 'can could kann konnen konnte peut peux arriv* parvien* puede puedo logra riesc* consegu* consig* kan kunnen',
  limb: `
    leg legs arm arms hand hands foot feet face fingers side body
    bein* arm* hand* fuss* gesicht
    jambe* bras main* pied* visage
    pierna* brazo* mano* pie* cara
    gamba gambe braccio mano mani piede piedi
    perna* braco* mao* pe pes
    been benen armen voet*`,
  /** After these, an everyday word means no lost ability: «can't see a doctor», «don't talk to me». */
  unless: `
    nose nostril to_me to_him to_her to_them to_people about english french german highly doctor gp appointment point alcohol milk coffee caffeine tablets pills tablet pill capsules mornings in_the_morning house far on_from noise heat school schule ecole escuela scuola escola sleep afford decide find concentrate
    nase arzt termin alkohol milch kaffee nez medecin rendez_vous lait nariz medico cita alcohol leche naso appuntamento latte consulta leite neus dokter afspraak schlaf* dorm* slap*`,
  /** States that need help by themselves. */
  down: `
    unconscious unresponsive lifeless slumped slumps floppy getting_limp goes_limp gone_limp went_limp is_limp choking convuls* is_fitting keeps_fitting still_fitting been_fitting seizure mottled suffocat* drowned drowning crushed stabbed electrocut* collaps* delirious paralys* paralyz*
    passed_out passing_out pass_out blacked_out keeled_over having_a_fit had_a_fit fit_after having_fits found_lying found_unconscious lying_on_the bottom_of_the fainted faints fainting keep_fainting foaming gibberish slurred slurring droop* talking_nonsense talking_rubbish talking_gibberish speaking_nonsense making_no_sense mumbling_nonsense
    lost_consciousness
    bewusstlos* ohnmachtig* ohnmacht leblos ganz_schlaff krampft krampfanfall erstick* zusammengebrochen umgekippt blau_angelaufen lallt krampft_seit
    inconscient* evanoui* inerte tout_mou toute_molle convuls* etouff* suffoqu* effondr*
    inconsciente* desmay* desmai* convulsion* ahog* asfixi* atragant* desplom*
    incoscient* svenut* sviene soffoc* accasciat* collassat*
    inconsciente* sufoc* convuls* engasg*
    helemaal_slap bewusteloos flauwgevallen stuip* stikt ingestort`,
  colour:
    'blue purple grey gray yellow gelb* jaune* amarill* giall* amarel* geel blau* lila grau* bleu* violet* gris* azul* morad* blu viola grigi* rox* cinz* cinzent* blauw* paars grijs*',
  being: 'is s are looks goes ist sieht ganz est devient esta es e e_tutto ficou is wordt helemaal',
  pale: 'pale clammy ashen blass bleich kaltschweissig pale palid* pallid* bleek cold_sweat cold_sweats sweat sweats sweating schwitz* sueur* transpir* sudando sudor* sudat* sua suando suor*',
  colourless:
    'bruise bruises bruised bruising bluterguss hematome hematoma livido blauwe_plek hair nail nails toenail toenails tooth teeth snot mucus phlegm urine stool poo haar* cheveux pelo capelli cabelo dent* diente* ongle* una unghi* unha*',
  eyes: 'eye eyes auge* yeux ojos occhi olhos ogen',
  /** Where a colour shows. */
  skin: `
    lip lips face skin mouth fingers fingertips tongue turning turned going gone went looks look all
    lippen gesicht haut mund finger zunge lauft
    levre* visage peau bouche langue doigts
    labio* cara piel boca lengua dedos
    labbra viso pelle bocca lingua dita
    labios rosto pele lingua
    huid gezicht lippen mond tong`,
  took: `
    took taken swallowed drank drunk ate eaten ingested inhaled licked chewed gave given got_hold got_into got_at injected overdosed
    geschluckt verschluckt genommen eingenommen getrunken gegessen gegeben eingeatmet
    avale* bu prise pris ingere* mange donne
    trago tomo tome bebio bebi comio comi ingirio tragado tomado bebido comido dio di
    ingoiato ingoiata bevuto preso presa mangiato ingerito inghiottito dato
    engoliu engoli tomou tomei bebeu comeu ingeriu dei deu
    ingeslikt geslikt gedronken gegeten genomen gegeven`,
  poison: `
    bleach poison poisonous poisoned chemical chemicals cleaner detergent unblocker descaler antifreeze petrol paraffin battery batteries magnet magnets pesticide weedkiller pellets solvent thinner turpentine toadstool mushrooms berries disinfectant dishwasher bleached perfume coin fumes smoke
    bleichmittel giftig* gift_getrunken gift_geschluckt chemikal* reinig* spulmittel frostschutz benzin rauch dampfe batterie knopfbatterie munze magnet* pilz* beeren
    javel fumee produit_pour produit_d produit_menager pile detergent essence champignons piece_de_monnaie baies lessive
    lejia veneno raticida lavandina detergente pila iman imanes moneda humo quimic* gasolina hongos setas anticongelante
    candeggina veleno detersivo batteria moneta fumo funghi bacche varechina
    lixivia agua_sanitaria veneno detergente moeda fumo pilha cogumelos soda
    bleekmiddel giftig schoonmaakmiddel afwasmiddel batterij benzine munt rook vergif paddenstoelen`,
  medicine: `
    pill pills tablet tablets capsules medicine medicines medication meds drops dose doses strip packet painkillers box pack blister caja boite scatola flacone caixa frasco doos potje
    tablette* pille* medikament* tropfen packung comprime* medicament* cachet* pastilla* medicamento* medicina* comprimid* pastigli* compress* pillol* farmac* medicin* comprimido* remedio* pil pillen tabletten medicijn*`,
  tooMuch: `
    whole entire all_the all_of all_my all_her all_his overdose overdosed twice_the twice_my double mistake accident accidentally accidental error wrong twenty thirty forty fifty handful bottle pot too_many too_much ten_times
    ganze* alle zwanzig dreissig vierzig funfzig doppelt* versehentlich uberdosis zu_viel
    toute* vingt trente quarante double trop flacon erreur surdose
    todas veinte treinta cuarenta caja_entera doble demasiad* error sobredosis
    tutte venti trenta quaranta doppi* tropp* sbaglio errore
    todos vinte trinta quarenta dobro demais engano
    hele alle twintig dertig veertig dubbel* per_ongeluk te_veel`,
  blood:
    'blood bleed bleeding bleeds bled bloody coffee_grounds blut blute blutet bluten blutung* blutig* sang saign* sangr* sanguin* sangue bloed*',
  flow: `
    pouring gushing pumping spurting spurts running_down streaming everywhere soaking soaked vomiting vomited throwing coughing coughed spitting puking
    spritzt lauft erbricht spuckt hustet gicle vomi* crache tousse chorro vomit* toss* braakt spuugt hoest`,
  stop: 'stop stops stopped stopping aufhor* aufgehort hort arret* cess* para parar parado dejado deja parou smesso fermat* ferma fermar* stopt stoppen gestopt',
  /** A wish to die, or an urge to harm. */
  harm: `
    end_it hurt_myself harm_myself stab_myself cut_myself wanna_die has_a_knife has_a_gun suicid* hurt_my_kids jump_in_front jumping_in_front jump_off jumping_off
    hurt_my_baby hurt_my_children hurt_someone hurt_people voices_are voices_tell voices_telling hear_voices hearing_voices voices_say
    suizid* selbstmord stimmen_sagen hore_stimmen veux_en_finir voix_me entends_des_voix oigo_voces voces_me voci_mi sento_le_voci ouco_vozes vozes_me zelfmoord hoor_stemmen`,
  fell: `
    fell fallen fall falls slipped tripped toppled dropped tumbled crashed thrown knocked rolled
    gefallen gesturzt sturzte tombe* chute cayo caido caida cadut* caiu caido gevallen`,
  height: `
    ladder roof window stairs balcony horse tree wall cot bed sofa table scaffolding storeys stories_high storey floors metres meters height motorbike onto_his_head onto_her_head on_his_head on_her_head feet_high
    leiter dach fenster treppe balkon pferd baum wickeltisch meter stock
    echelle metres etage* toit fenetre escalier* balcon cheval arbre
    escalera tejado ventana balcon caballo arbol metros piso
    scala scale tetto finestra balcone cavallo albero metri piano
    escada* telhado janela varanda cavalo arvore metros andar
    ladder dak raam trap balkon paard boom meter verdieping`,
  blow: 'hit_his_head hit_her_head hit_my_head banged_his_head banged_her_head banged_my_head kopf_geschlagen kopf_gestossen coup_a_la_tete golpe_en_la_cabeza battuto_la_testa bateu_a_cabeca hoofd_gestoten',
  hurt: `
    over_himself over_herself over_him over_her over_me over_myself all_over_my went_off live_wire spiked caught punched kicked through torn ripped pierced impaled crashed banged burned burnt burn scald* shot bitten bit stung cut gash splashed hit trapped broken
    abgetrennt ubergossen verbrannt verbruht gebissen gestochen geschnitten eingeklemmt brule* ebouillante* mordu* pique* coupe* mordi* picado picada picadura quemado quemada queme quemo corte cortado cortada corto ustion* bruciat* scottat* mors* punt* tagliat* queim* mord* cortou verbrand gebeten gestoken gesneden`,
  swell:
    'swell* swollen puffy bigger thick schwill* geschwollen zugeschwollen gonfl* enfl* hincha* gonfi* incha* zwelt gezwollen opgezet dik',
  airway:
    'tongue face lip lips zunge gesicht lippe* langue visage levre* lengua cara labio* lingua viso faccia labbr* rosto tong gezicht lippen',
  throat: 'throat windpipe hals kehle rachen gorge garganta gola keel',
  closes: 'tight tighter closing closes closed stuck zu eng serre* ferme* cierra cerrand* chiude* fecha* dicht',
  sudden: `
    sudden suddenly abruptly instantly just_now out_of_nowhere all_of_a_sudden came_on thunderclap
    plotzlich* schlagartig auf_einmal gerade soudain* brusque* brutal* tout_a_coup d_un_coup repent* subit* de_golpe improvvis* di_colpo subito_dopo repente subita* plotseling* ineens opeens`,
  recent: `
    minute minutes hour hours tonight today morning yesterday woke just last_night noon midday lunch breakfast dinner evening
    minute* stunde* heute gestern abend mittag fruhstuck heure* depuis_hier aujourd nuit matin hora horas hoy ayer minuto* manana ora ore oggi ieri stamattina stanotte minut* hoje ontem manha uur vandaag gisteren minuten vanochtend`,
  severe: `
    severe severely worst unbearable agony agonising excruciating terrible horrible burst gaping see_the_bone torn ripped pierced impaled severed horrendous intense crushing screaming extreme extremely massive hell violent violently bursting boiling burning_hot burning_up heavily a_lot lots loads gushing roasting pounding ripping tearing stabbing huge writhing doubled awful
    stark* schlimm* heftig* unertraglich* furchtbar* extrem* schrecklich* wahnsinnig* viel
    fort forte forts violent* intense* insupportable* atroce* terrible* horrible* affreu* pire beaucoup
    fuert* intens* insoportable* terrible* horrible* atroz peor muchisimo fortisim* mucho mucha
    forte forti intens* insopportabil* malissimo fortissim* terribil* atroc* lancinant* peggior* violent* molto
    forte* intens* insuportave* terrive* horrive* pior muito
    hevig* erg erge ondraaglijk* vreselijk* verschrikkelijk* extreem veel`,
  /** 39 and more; the figures are read in `clauses.ts`. */
  degrees: '',
  heat: 'fever fieber fievre fiebre febbre febre koorts temperatur* degrees grad graden grados gradi graus',
  worse: `
    worse worsening streaks spreading spreads deteriorat* swelling_up swells_up
    schlimmer anschwell* breitet zunehmend
    empire* aggrave* etend
    peor empeor* extiende
    peggio* estend*
    pior* espalha
    erger`,
  /** Another way than always, or than in other people. */
  odd: `
    gone went turned weird weirdly strange strangely odd oddly funny different crooked twisted sideways rigid off hanging sticking floppy riddles nonsense rubbish gibberish slurred
    komisch* seltsam* wirr* schief* verzieht verdreht verwaschen hart bizarre* travers tordu* dur dure rar* extran* torcid* dur* male stran* storta storto dura duro estranh* torta torto mal raar vreemd scheef hard`,
  talk: 'talk talks talking speak speaks speaking red* sprich* parle parles habla* parla fala falando praat praten',
  fast: 'fast quickly shallow noisy noisily grunt* heavily rapidly schnell* vite rapide* rapid* fuerte veloce affannos* snel zwaar pfeif* siffl*',
  ache: `
    pain pains painful hurt hurts hurting ache aches aching headache sore
    schmerz* weh kopfschmerz* bauchschmerz* mal douleur* dolor* duele* fa_male mal_di dor dores doi pijn doet_zeer`,
  symptom: `
    numb numbness weak weakness dizzy dizziness fever feverish vomit* sick rash confused sleepy drowsy faint stiff shaking shivering trembl* palpitations spinning double_vision blurr* swell* swollen contractions hallucinat* trembling
    taub schwach schwind* fieber erbr* ubel* ausschlag verwirrt schlafrig zittert geschwollen wehen
    engourdi* faible vertige* fievre vomi* nausee* eruption confus* tremble* gonfl* contractions
    entumecid* debil* mareo* mareado mareada fiebre nausea* sarpullido tiembla hincha* contracciones
    intorpidit* debol* vertigin* febbre trema gonfi* contrazioni
    dorment* fraco fraca tontur* febre enjoo treme incha* contracoes
    verdoofd zwak duizelig koorts braakt braken misselijk verward trilt gezwollen weeen`,
  body: `
    temperature vision eye eyes chest throat belly stomach tummy heart leg legs arm arms head hand hands foot feet hip finger fingers toe toes thumb mouth skin jaw groin rib ribs ear side body voice speech lip lips waters erection breast testicle testicles wound face tongue back neck knee ankle
    brust bauch hals kopf auge* arm bein gesicht herz mund finger zehe* hand fuss haut hufte nacken rucken
    poitrine ventre gorge tete oeil yeux bras jambe visage coeur bouche doigt* main pied peau hanche cou dos
    pecho barriga vientre garganta cabeza ojo* brazo pierna cara corazon boca dedo* mano pie piel cadera cuello lado espalda
    petto pancia gola testa occhi* braccio gamba viso cuore bocca dito mano piede pelle anca collo lato schiena
    peito cabeca olho* perna coracao aperto mao pele pescoco rosto costas
    borst buik keel hoofd oog been gezicht hart mond vinger* voet huid heup nek rug`,
  /** What makes a complaint one of those that everybody has now and then. */
  mild: `
    mild mildly slight slightly a_bit minor graze* otherwise_fine otherwise_well no_other_problem no_other_problems sometimes occasionally sniffle sniffles hiccups now_and_then tiny a_little period periods itch*
    leicht* bisschen juck* manchmal periode regelschmerz* schnupfen schluckauf kratzer
    un_peu demange* leger legere parfois rhume hoquet egratignure
    prur* poco leve leves ligero ligera vez_en_cuando resfriado hipo rasguno
    po prur* leggero leggera poco ogni_tanto raffreddore singhiozzo graffio
    pouco coceira leve ligeiro ligeira constipacao soluco arranhao
    beetje jeuk* licht soms verkouden hik schaafwond`,
  /** It comes again and again, or has been so for long. */
  often: `
    always often usually every_day every_night every_week every_month every_monday every_tuesday every_wednesday every_thursday every_friday every_saturday every_sunday every_weekend every_morning every_evening every_year every_time every_single everyday whenever regularly chronic chronically birth ages recurring recurrent daily yet snore snores snored
    immer oft jede* meistens regelmassig chronisch* toujours souvent chaque d_habitude chroniqu* siempre menudo cada cronic* sempre spesso ogni solito frequentemente altijd vaak elke iedere`,
  long: 'week weeks month months year years woche* monat* jahr* semaine* mois ans annee* semana* mes meses ano anos settiman* mes* ann* mes maand* weken jaar jaren decades',
  lasting: 'for since over past seit depuis desde da dal dai ultim* ha sinds al',
  ago: 'ago last vor letzt* dernier* il_y_a hace pasad* fa scors* passad* ha atras geleden vorig*',
  ended: `
    once used_to when_i_was as_a_child as_a_kid as_a_teenager as_a_baby in_the_past history_of childhood died recovered long_ago
    fruher damals als_kind gestorben autrefois etant_enfant mort_en jadis de_nino de_nina murio falleci* da_bambino da_bambina morto_nel faleceu em_crianca vroeger overleden`,
  /** It goes on. */
  ongoing:
    'keeps keep still continuous* constant* nonstop non_stop standig dauernd weiterhin sans_arret continua* sigue continuo blijft',
  now: 'now currently right_now jetzt maintenant ahora adesso ora agora nu',
  conditional: 'if when whenever in_case what_if suppose wenn falls quand lorsque cuando quando wanneer',
  asking: `
    what whats how why which who where when can could should would will is are do does did explain describe define tell list give compare
    was_ist was_sind was_hilft was_kann wie warum welch* wer wo wann kann konnen soll* darf ist sind hat gibt erklar*
    remedy remedies rimedi rimedio remedios remedio hausmittel remede* remedie*
    qu que quel quelle quels quelles comment pourquoi quand combien peut puis dois est faut expliqu*
    cual cuales como cuando cuanto cuanta porque por_que puede debo es explica
    che cosa cos come perche quando quanto quanta quali quale e_possibile devo spiega
    qual quais o_que quanto quanta porque devo e_normal explique
    wat hoe waarom welke wie waar wanneer kan mag moet is zijn leg_uit`,
  animal: `
    dog dogs puppy cat cats kitten rabbit hamster horse budgie parrot cow goat chicken fish tortoise pony
    hund* katze* kater kaninchen pferd vogel chien* chat* lapin cheval perro* perra gato gata conejo caballo cane gatto gatta coniglio cavallo cao cadela gato coelho hond kat poes konijn paard`,
  bites:
    'bit bites bitten scratched scratch kicked attacked trampled threw allergic allergy gebissen gekratzt getreten mordu* griffe* mordio mordid* aran* morso morsicato graffiato mordeu arranhou gebeten gekrabd',
  own: 'my our his her mein* unser* mon notre mi mio mia nuestro meu minha mijn onze',
  story: `
    novel film movie homework essay documentary news fictional story stories character quiz screenplay project footballer thriller
    roman hausaufgabe* geschichte nachrichten krimi referat devoirs expose pelicula novela deberes noticias romanzo compiti notizie telegiornale filme romance noticias huiswerk nieuws verhaal`,
} as const;
