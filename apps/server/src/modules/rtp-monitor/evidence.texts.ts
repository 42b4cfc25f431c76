import type { Language, RtpCaseConclusion, RtpCaseEventKind, RtpVerdict } from '@ludus/contract';

/** The words of the printed evidence. */
export interface EvidenceTexts {
  title(id: number): string;
  allIntegrations: string;
  state: { open: string; closed: string };
  side: { over: string; under: string };
  summary: string;
  fields: Record<
    | 'game'
    | 'integration'
    | 'state'
    | 'finding'
    | 'openedAt'
    | 'closedAt'
    | 'closedBy'
    | 'conclusion'
    | 'reason',
    string
  >;
  conclusion: Record<RtpCaseConclusion, string>;
  inputs: string;
  inputFields: Record<
    | 'rtp'
    | 'deviation'
    | 'since'
    | 'until'
    | 'asOf'
    | 'measuredAt'
    | 'rules'
    | 'hash'
    | 'openedHash'
    | 'closedHash',
    string
  >;
  origin: { sheet: string; estimated: string; record: string; sessions: string };
  sameInputs: string;
  otherInputs: string;
  hashText: string;
  stakes(value: string): string;
  rules(version: number, watchAt: number, alertAt: number, plays: string): string;
  unknown: string;
  opened: string;
  latest: string;
  columns: readonly string[];
  scale: string;
  windows: { month: string; variant: string; lifetime: string };
  from(day: string): string;
  firstSession: string;
  formula: string;
  formulaText: string;
  history: string;
  historyColumns: readonly string[];
  events: Record<RtpCaseEventKind, string>;
  /** Of a game without a case. */
  game: {
    title(name: string): string;
    verdict: string;
    verdicts: Record<RtpVerdict, string>;
    cases: string;
    openCase(id: number): string;
    none: string;
    /** Of a confirmed alert that has no case: when it is opened, or the case that was concluded about its days. */
    awaited(at: string): string;
    awaitedToo(at: string): string;
    concluded(id: number): string;
    printedFor: string;
    measured: string;
    integrations: string;
    others: string;
    days: string;
    daysText(shown: number, days: number): string;
    dayColumns: readonly string[];
    months: string;
    monthsText(days: number): string;
    monthColumns: readonly string[];
    integrationColumns: readonly string[];
  };
  /** Of a case that was measured last before its context was kept. */
  noContext: string;
  hub: string;
  page(page: number, pages: number): string;
}

const en: EvidenceTexts = {
  title: (id) => `RTP case ${id}`,
  allIntegrations: 'All integrations',
  state: { open: 'Open', closed: 'Closed' },
  side: { over: 'Pays too much', under: 'Pays too little' },
  summary: 'Summary',
  fields: {
    game: 'Game',
    integration: 'Integration',
    state: 'State',
    finding: 'Finding',
    openedAt: 'Opened',
    closedAt: 'Closed',
    closedBy: 'Closed by',
    conclusion: 'Conclusion',
    reason: 'Reason',
  },
  conclusion: {
    chance: 'Within what chance allows',
    maths: 'The maths on record were wrong',
    variant: 'The integration runs another variant',
    data: 'Sessions are wrong or incomplete',
    other: 'Something else',
  },
  inputs: 'What it was judged by',
  inputFields: {
    rtp: 'Expected RTP',
    deviation: 'Standard deviation',
    since: 'Variant in force since',
    until: 'Last day measured',
    asOf: 'Sessions fetched up to',
    measuredAt: 'Measured',
    rules: 'Rules',
    hash: 'SHA-256 of the inputs',
    openedHash: 'As confirmed',
    closedHash: 'As concluded',
  },
  origin: {
    sheet: "from the game's maths sheet",
    estimated: 'estimated from its sessions',
    record: "from the game's record",
    sessions: 'real sessions by their day of creation, Europe/Rome',
  },
  sameInputs: 'the same inputs',
  otherInputs: 'other inputs',
  hashText:
    'The fingerprint is of the version of the rules and of every figure below, as JSON with its keys in order (RFC 8785): two documents with the same one were made of the same inputs, whatever their language.',
  stakes: (value) => `${value} stakes`,
  rules: (version, watchAt, alertAt, plays) =>
    `version ${version}: watch at ${watchAt}, alert at ${alertAt} standard errors, confirmed by a second day or window; no verdict before ${plays} plays`,
  unknown: 'Not set',
  opened: 'As opened',
  latest: 'As measured last',
  columns: [
    'Window',
    'Sessions',
    'Bet (€)',
    'Win (€)',
    'Plays',
    'Expected',
    'Observed',
    'Alert limits',
    'Deviation',
  ],
  scale:
    'The scales run in standard errors from the expected RTP: green up to the watch limits, yellow up to the alert limits, red beyond. The point is the observed RTP, an arrow where it lies beyond the scale.',
  windows: { month: '30 days', variant: 'Since variant', lifetime: 'Lifetime' },
  from: (day) => `from ${day}`,
  firstSession: 'from the first session',
  formula: 'How it is computed',
  formulaText:
    'Observed RTP is the sum of win divided by the sum of bet. Plays are rounds weighted by their stakes, (sum of stakes)² / sum of squared stakes. The standard error is the standard deviation of the win of one round per unit staked, divided by the root of the plays; the deviation is observed minus expected RTP in standard errors. The alert limits lie three standard errors from the expected RTP.',
  history: 'History',
  historyColumns: ['When', 'Who', 'What', 'Text'],
  events: {
    opened: 'Opened',
    worse: 'Deviates further',
    noted: 'Note',
    viewed: 'Looked at it',
    printed: 'Took the evidence',
    closed: 'Closed',
    reopened: 'Reopened',
  },
  game: {
    title: (name) => `RTP of ${name}`,
    verdict: 'Verdict',
    verdicts: {
      pinned: 'Case open',
      alert: 'Alert',
      watch: 'Watch',
      normal: 'Normal',
      gathering: 'Gathering plays: too few to judge',
    },
    cases: 'Open cases',
    openCase: (id) => `Case ${id}`,
    none: 'None',
    awaited: (at) =>
      `None yet: the alert is confirmed, and cases are opened by the hourly check, which runs next at ${at}`,
    awaitedToo: (at) => `one more is opened by the next check, ${at}`,
    concluded: (id) =>
      `None: case ${id} was closed about the same days; a new one opens if the deviation grows by a standard error or the variant changes`,
    printedFor: 'Made for',
    measured: 'Measured',
    integrations: 'By integration',
    others: 'The same game at the other integrations',
    days: 'Day by day',
    daysText: (shown, days) =>
      shown < days
        ? `The last ${shown} of ${days} days that were played since the variant is in force, each by itself.`
        : `Every day that was played since the variant is in force (${days}), each by itself.`,
    dayColumns: ['Day', 'Plays', 'Bet (€)', 'Win (€)', 'RTP'],
    months: 'Before, month by month',
    monthsText: (days) =>
      `Every day before those above, of earlier variants too. With them it is the lifetime: ${days} days that were played.`,
    monthColumns: ['Month', 'Days', 'Plays', 'Bet (€)', 'Win (€)', 'RTP'],
    integrationColumns: [
      'Integration',
      'Verdict',
      '30 days',
      'Plays',
      'Deviation',
      'Since variant',
      'Plays',
      'Deviation',
    ],
  },
  noContext:
    'The other integrations and the days were not kept with this measurement; the evidence of the game has them as measured now.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const it: EvidenceTexts = {
  title: (id) => `Caso RTP ${id}`,
  allIntegrations: 'Tutte le integrazioni',
  state: { open: 'Aperto', closed: 'Chiuso' },
  side: { over: 'Paga troppo', under: 'Paga troppo poco' },
  summary: 'Riepilogo',
  fields: {
    game: 'Gioco',
    integration: 'Integrazione',
    state: 'Stato',
    finding: 'Esito',
    openedAt: 'Aperto il',
    closedAt: 'Chiuso il',
    closedBy: 'Chiuso da',
    conclusion: 'Conclusione',
    reason: 'Motivo',
  },
  conclusion: {
    chance: 'Entro ciò che il caso consente',
    maths: 'I dati matematici registrati erano errati',
    variant: 'L’integrazione usa un’altra variante',
    data: 'Sessioni errate o incomplete',
    other: 'Altro',
  },
  inputs: 'Base del giudizio',
  inputFields: {
    rtp: 'RTP atteso',
    deviation: 'Deviazione standard',
    since: 'Variante in vigore dal',
    until: 'Ultimo giorno misurato',
    asOf: 'Sessioni ricevute fino a',
    measuredAt: 'Misurato',
    rules: 'Regole',
    hash: 'SHA-256 dei dati',
    openedHash: 'Alla conferma',
    closedHash: 'Alla conclusione',
  },
  origin: {
    sheet: 'dalla scheda matematica del gioco',
    estimated: 'stimata dalle sessioni',
    record: 'dalla scheda del gioco',
    sessions: 'sessioni reali per giorno di creazione, ora di Roma',
  },
  sameInputs: 'gli stessi dati',
  otherInputs: 'altri dati',
  hashText:
    'L’impronta è della versione delle regole e di ogni cifra che segue, come JSON con le chiavi in ordine (RFC 8785): due documenti con la stessa impronta nascono dagli stessi dati, in qualunque lingua.',
  stakes: (value) => `${value} puntate`,
  rules: (version, watchAt, alertAt, plays) =>
    `versione ${version}: attenzione a ${watchAt}, allarme a ${alertAt} errori standard, confermati da un secondo giorno o da un’altra finestra; nessun giudizio prima di ${plays} giocate`,
  unknown: 'Non impostata',
  opened: 'All’apertura',
  latest: 'Ultima misura',
  columns: [
    'Finestra',
    'Sessioni',
    'Puntato (€)',
    'Vinto (€)',
    'Giocate',
    'Atteso',
    'Osservato',
    'Limiti di allarme',
    'Scostamento',
  ],
  scale:
    'Le scale sono in errori standard dall’RTP atteso: verde fino ai limiti di osservazione, giallo fino ai limiti di allarme, rosso oltre. Il punto è l’RTP osservato, una freccia dove è oltre la scala.',
  windows: { month: '30 giorni', variant: 'Dalla variante', lifetime: 'Da sempre' },
  from: (day) => `dal ${day}`,
  firstSession: 'dalla prima sessione',
  formula: 'Come si calcola',
  formulaText:
    'L’RTP osservato è la somma del vinto divisa per la somma del puntato. Le giocate sono pesate per le puntate, (somma delle puntate)² / somma dei quadrati. L’errore standard è la deviazione standard della vincita di una giocata per unità puntata, divisa per la radice delle giocate; lo scostamento è l’RTP osservato meno quello atteso, in errori standard. I limiti di allarme sono a tre errori standard dall’RTP atteso.',
  history: 'Cronologia',
  historyColumns: ['Quando', 'Chi', 'Cosa', 'Testo'],
  events: {
    opened: 'Aperto',
    worse: 'Scostamento maggiore',
    noted: 'Nota',
    viewed: 'Consultato',
    printed: 'Documento scaricato',
    closed: 'Chiuso',
    reopened: 'Riaperto',
  },
  game: {
    title: (name) => `RTP di ${name}`,
    verdict: 'Esito',
    verdicts: {
      pinned: 'Caso aperto',
      alert: 'Allarme',
      watch: 'Da osservare',
      normal: 'Regolare',
      gathering: 'In raccolta: giocate insufficienti',
    },
    cases: 'Casi aperti',
    openCase: (id) => `Caso ${id}`,
    none: 'Nessuno',
    awaited: (at) =>
      `Ancora nessuno: l’allarme è confermato, e i casi li apre il controllo orario, il prossimo alle ${at}`,
    awaitedToo: (at) => `il prossimo controllo, ${at}, ne apre un altro`,
    concluded: (id) =>
      `Nessuno: il caso ${id} è stato chiuso sugli stessi giorni; se ne apre uno nuovo se lo scostamento cresce di un errore standard o cambia la variante`,
    printedFor: 'Creato per',
    measured: 'Misura',
    integrations: 'Per integrazione',
    others: 'Lo stesso gioco alle altre integrazioni',
    days: 'Giorno per giorno',
    daysText: (shown, days) =>
      shown < days
        ? `Gli ultimi ${shown} dei ${days} giorni giocati da quando è in vigore la variante, ognuno per sé.`
        : `Ogni giorno giocato da quando è in vigore la variante (${days}), ognuno per sé.`,
    dayColumns: ['Giorno', 'Giocate', 'Puntato (€)', 'Vinto (€)', 'RTP'],
    months: 'Prima, mese per mese',
    monthsText: (days) =>
      `Ogni giorno prima di quelli sopra, anche di varianti precedenti. Insieme sono l’intera storia: ${days} giorni giocati.`,
    monthColumns: ['Mese', 'Giorni', 'Giocate', 'Puntato (€)', 'Vinto (€)', 'RTP'],
    integrationColumns: [
      'Integrazione',
      'Esito',
      '30 giorni',
      'Giocate',
      'Scostamento',
      'Dalla variante',
      'Giocate',
      'Scostamento',
    ],
  },
  noContext:
    'Le altre integrazioni e i giorni non sono conservati con questa misura; il documento del gioco li riporta come misurati ora.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
};

export const evidenceTexts: Readonly<Record<Language, EvidenceTexts>> = { en, it };
