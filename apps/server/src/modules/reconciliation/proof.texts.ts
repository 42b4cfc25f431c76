import type { DifferenceClass, Language, ReconciledFigure, ReconciledState } from '@ludus/contract';

type DayState = ReconciledState | 'none';

/** The words of a proof of completeness. */
export interface ProofTexts {
  title(month: string): string;
  allIntegrations: string;
  summary: string;
  fields: Record<
    'month' | 'integrations' | 'compared' | 'equal' | 'differs' | 'failed' | 'none' | 'files' | 'madeFor',
    string
  >;
  span(from: string, to: string, zone: string): string;
  running(to: string): string;
  of(count: string, all: string): string;
  noIntegrations: string;
  matrix: string;
  /** What the signs of the matrix mean. */
  legend: string;
  integration: string;
  state: Record<DayState, string>;
  differences: string;
  noDifferences: string;
  differenceColumns: readonly string[];
  classes: Record<DifferenceClass | 'unexplained' | 'notClassed', string>;
  why: Record<DifferenceClass | 'unexplained' | 'notClassed', string>;
  real: string;
  fun: string;
  figures: Record<ReconciledFigure, string>;
  unreadable(count: string): string;
  days: string;
  dayColumns: readonly string[];
  schedule: string;
  failedAt(time: string, reason: string): string;
  filesTitle: string;
  noFiles: string;
  file(facts: {
    integration: string;
    from: string;
    to: string;
    rows: string;
    wrong: string;
    sessions: string;
    time: string;
    name: string;
  }): string;
  noChecksum: string;
  method: string;
  methodText: string;
  hub: string;
  page(page: number, pages: number): string;
}

const en: ProofTexts = {
  title: (month) => `Proof of completeness, ${month}`,
  allIntegrations: 'All integrations',
  summary: 'Summary',
  fields: {
    month: 'Month',
    integrations: 'Integrations',
    compared: 'Days compared',
    equal: 'Equal',
    differs: 'Different',
    failed: 'Comparison failed',
    none: 'Not compared',
    files: 'Files compared',
    madeFor: 'Made for',
  },
  span: (from, to, zone) => `${from} to ${to}, ${zone}`,
  running: (to) => `not over yet, shown up to ${to}`,
  of: (count, all) => `${count} of ${all}`,
  noIntegrations: 'No integration is active.',
  matrix: 'Days and integrations',
  legend: '= equal   ≠ different   ! comparison failed   – not compared',
  integration: 'Integration',
  state: { equal: 'Equal', differs: 'Different', failed: 'Failed', none: 'Not compared' },
  differences: 'Differences and why',
  noDifferences: 'No compared day differs.',
  differenceColumns: ['Class', 'Sessions', 'Difference', 'Explanation'],
  classes: {
    missingHere: 'Missing at the hub',
    missingThere: 'Missing at the platform',
    amount: 'Amount',
    openHere: 'Open at the hub',
    openThere: 'Open at the platform',
    dayBoundary: 'Day boundary',
    quarantined: 'Quarantined',
    doubled: 'Doubled',
    unexplained: 'Unexplained',
    notClassed: 'Not classed',
  },
  why: {
    missingHere: 'The platform has them, the hub does not.',
    missingThere: 'The hub has them, the platform does not.',
    amount: 'Both have them, with other amounts or rounds.',
    openHere: 'Open at the hub, closed at the platform.',
    openThere: 'Closed at the hub, open at the platform.',
    dayBoundary: 'Created on another day at one of the two.',
    quarantined: 'The rows of the platform cannot be stored.',
    doubled: 'Sent twice and counted twice by the platform.',
    unexplained: 'No session of the feed accounts for it.',
    notClassed: 'The sessions of the day have not been compared one by one yet.',
  },
  real: 'real',
  fun: 'fun',
  figures: {
    sessions: 'Sessions',
    open: 'Open',
    bet: 'Bet',
    win: 'Win',
    netWin: 'Net win',
    due: 'Due',
    rounds: 'Rounds',
  },
  unreadable: (count) => `${count} rows of the feed are unreadable.`,
  days: 'Day by day',
  dayColumns: [
    'Day',
    'State',
    'Compared',
    'Platform as of',
    'By',
    'Sessions, hub',
    'Sessions, platform',
    'Difference',
  ],
  schedule: 'Every night',
  failedAt: (time, reason) => `Last attempt ${time}: ${reason}`,
  filesTitle: 'Files of operators that were compared',
  noFiles: 'No file with a row of this month was compared.',
  file: ({ integration, from, to, rows, wrong, sessions, time, name }) =>
    `${integration}, ${from} to ${to}. ${rows} rows, ${wrong} more rejected, ${sessions} sessions differ. Compared ${time} by ${name}.`,
  noChecksum: 'compared before checksums were kept',
  method: 'How it is made',
  methodText:
    'Each day that is over, in Europe/Rome, is compared with the totals that the platform itself states for it, figure by figure, for real and fun sessions: every night, and when someone asks for it. Where they differ, the sessions of the day are compared one by one and classed. A difference is the figure of the platform less that of the hub, in euro. The document shows the last comparison of each day as known when it is made.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const it: ProofTexts = {
  title: (month) => `Prova di completezza, ${month}`,
  allIntegrations: 'Tutte le integrazioni',
  summary: 'Riepilogo',
  fields: {
    month: 'Mese',
    integrations: 'Integrazioni',
    compared: 'Giorni confrontati',
    equal: 'Uguali',
    differs: 'Diversi',
    failed: 'Confronto non riuscito',
    none: 'Non confrontati',
    files: 'File confrontati',
    madeFor: 'Creato per',
  },
  span: (from, to, zone) => `dal ${from} al ${to}, ${zone}`,
  running: (to) => `non ancora finito, mostrato fino al ${to}`,
  of: (count, all) => `${count} su ${all}`,
  noIntegrations: 'Nessuna integrazione è attiva.',
  matrix: 'Giorni e integrazioni',
  legend: '= uguale   ≠ diverso   ! confronto non riuscito   – non confrontato',
  integration: 'Integrazione',
  state: { equal: 'Uguale', differs: 'Diverso', failed: 'Non riuscito', none: 'Non confrontato' },
  differences: 'Differenze e motivi',
  noDifferences: 'Nessun giorno confrontato è diverso.',
  differenceColumns: ['Classe', 'Sessioni', 'Differenza', 'Spiegazione'],
  classes: {
    missingHere: 'Mancante nell’hub',
    missingThere: 'Mancante in piattaforma',
    amount: 'Importo',
    openHere: 'Aperta nell’hub',
    openThere: 'Aperta in piattaforma',
    dayBoundary: 'Confine di giorno',
    quarantined: 'In quarantena',
    doubled: 'Doppia',
    unexplained: 'Non spiegata',
    notClassed: 'Non classificata',
  },
  why: {
    missingHere: 'La piattaforma le ha, l’hub no.',
    missingThere: 'L’hub le ha, la piattaforma no.',
    amount: 'Presenti in entrambi, con importi o giocate diversi.',
    openHere: 'Aperte nell’hub, chiuse in piattaforma.',
    openThere: 'Chiuse nell’hub, aperte in piattaforma.',
    dayBoundary: 'Create in un altro giorno in uno dei due.',
    quarantined: 'Le righe della piattaforma non possono essere archiviate.',
    doubled: 'Inviate due volte e contate due volte dalla piattaforma.',
    unexplained: 'Nessuna sessione del flusso la giustifica.',
    notClassed: 'Le sessioni del giorno non sono ancora state confrontate una per una.',
  },
  real: 'reali',
  fun: 'fun',
  figures: {
    sessions: 'Sessioni',
    open: 'Aperte',
    bet: 'Puntato',
    win: 'Vinto',
    netWin: 'Margine netto',
    due: 'Dovuto',
    rounds: 'Giocate',
  },
  unreadable: (count) => `${count} righe del flusso non sono leggibili.`,
  days: 'Giorno per giorno',
  dayColumns: [
    'Giorno',
    'Stato',
    'Confrontato',
    'Piattaforma al',
    'Da',
    'Sessioni, hub',
    'Sessioni, piatt.',
    'Differenza',
  ],
  schedule: 'Ogni notte',
  failedAt: (time, reason) => `Ultimo tentativo ${time}: ${reason}`,
  filesTitle: 'File degli operatori confrontati',
  noFiles: 'Nessun file con una riga di questo mese è stato confrontato.',
  file: ({ integration, from, to, rows, wrong, sessions, time, name }) =>
    `${integration}, dal ${from} al ${to}. ${rows} righe, altre ${wrong} scartate, ${sessions} sessioni diverse. Confrontato il ${time} da ${name}.`,
  noChecksum: 'confrontato prima che le impronte venissero conservate',
  method: 'Come è realizzato',
  methodText:
    'Ogni giorno finito, Europe/Rome, è confrontato con i totali che la piattaforma stessa dichiara, dato per dato, per sessioni reali e fun: ogni notte e su richiesta. Dove sono diversi, le sessioni del giorno sono confrontate una per una e classificate. La differenza è il dato della piattaforma meno quello dell’hub, in euro. Il documento mostra l’ultimo confronto di ogni giorno noto al momento della creazione.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
};

export const proofTexts: Readonly<Record<Language, ProofTexts>> = { en, it };
