import type {
  Language,
  PeriodAction,
  PeriodAmounts,
  PeriodCheckId,
  PeriodCheckResult,
  PeriodState,
  ReconciledFigure,
  ReconciledState,
} from '@ludus/contract';

/** The words of the printed month. */
export interface PeriodTexts {
  title(month: string): string;
  summary: string;
  fields: Record<
    | 'integration'
    | 'month'
    | 'state'
    | 'review'
    | 'closed'
    | 'asOf'
    | 'restated'
    | 'statement'
    | 'printedFor',
    string
  >;
  span(from: string, to: string, zone: string): string;
  state: Record<PeriodState, string>;
  running: string;
  by(at: string, name: string): string;
  notYet: string;
  restatements(count: string, comparedAt: string): string;
  checklist: string;
  checklistClosed: string;
  checkColumns: readonly string[];
  checks: Record<PeriodCheckId, string>;
  result: Record<PeriodCheckResult, string>;
  acknowledged(name: string): string;
  overridden(reason: string): string;
  open: string;
  days: string;
  noDays: string;
  daysText: string;
  daySums(compared: string, days: string): string;
  sumColumns: readonly string[];
  reconciled: Record<ReconciledFigure, string>;
  dayColumns: readonly string[];
  dayState: Record<ReconciledState | 'none', string>;
  total: string;
  figures: string;
  figureColumns: readonly string[];
  todayColumns: readonly string[];
  figure: Record<keyof PeriodAmounts | 'usersCount', string>;
  operators: string;
  operatorColumns: readonly string[];
  operatorTodayColumns: readonly string[];
  history: string;
  historyColumns: readonly string[];
  actions: Record<PeriodAction, string>;
  lines(count: string): string;
  method: string;
  methodText: string;
  hub: string;
  page(page: number, pages: number): string;
}

const en: PeriodTexts = {
  title: (month) => `Period close of ${month}`,
  summary: 'Summary',
  fields: {
    integration: 'Integration',
    month: 'Month',
    state: 'State',
    review: 'Put in review',
    closed: 'Closed',
    asOf: 'Fetched up to, when closed',
    restated: 'Changed since',
    statement: 'Statement',
    printedFor: 'Made for',
  },
  span: (from, to, zone) => `${from} to ${to}, ${zone}`,
  state: { open: 'Open', review: 'In review', closed: 'Closed', restated: 'Closed, restated since' },
  running: 'has not ended yet',
  by: (at, name) => `${at} by ${name}`,
  notYet: 'Not yet',
  restatements: (count, comparedAt) => `${count} session changes, compared ${comparedAt}`,
  checklist: 'Checklist',
  checklistClosed: 'Checklist when it was closed',
  checkColumns: ['Check', 'Result', 'Found', 'Decision'],
  checks: {
    complete: 'Complete',
    reconciled: 'Reconciled',
    quarantine: 'Quarantine empty',
    openSessions: 'Open sessions',
    incidents: 'RTP alerts',
    alerts: 'Incidents',
  },
  result: { passed: 'Passed', attention: 'Needs attention', failed: 'Failed' },
  acknowledged: (name) => `Seen by ${name}, who closed the month`,
  overridden: (reason) => `Closed anyway: ${reason}`,
  open: 'Not decided yet',
  days: 'Days compared with the platform',
  noDays: 'No day of this month was compared with the platform.',
  daysText:
    'Real sessions as each day was compared last. A difference is the figure of the platform less that of the hub; a day also differs where fun sessions do.',
  daySums: (compared, days) => `${compared} of ${days} days were compared. Together they come to:`,
  sumColumns: ['Figure', 'Hub', 'Platform', 'Difference'],
  reconciled: {
    sessions: 'Sessions',
    open: 'Open sessions',
    bet: 'Bet (€)',
    win: 'Win (€)',
    netWin: 'Net win (€)',
    due: 'Due (€)',
    rounds: 'Rounds',
  },
  dayColumns: [
    'Day',
    'Compared',
    'Sessions, hub',
    'Sessions, platform',
    'Bet, hub',
    'Bet, platform',
    'Differ.',
    'Win, hub',
    'Win, platform',
    'Differ.',
  ],
  dayState: { equal: 'Equal', differs: 'Differs', failed: 'Failed', none: 'Not compared' },
  total: 'Total',
  figures: 'Figures of the month',
  figureColumns: ['Figure', 'As closed', 'As known today', 'Difference'],
  todayColumns: ['Figure', 'As known today'],
  figure: {
    bet: 'Bet (€)',
    win: 'Win (€)',
    grosswin: 'Gross win (€)',
    netwin: 'Net win (€)',
    due: 'Due (€)',
    sessionsTotal: 'Sessions',
    sessionsOpen: 'Open sessions',
    rounds: 'Rounds',
    usersCount: 'Players',
  },
  operators: 'Gross win by operator',
  operatorColumns: ['Operator', 'As closed (€)', 'As known today (€)', 'Difference (€)'],
  operatorTodayColumns: ['Operator', 'As known today (€)'],
  history: 'History',
  historyColumns: ['When', 'Who', 'What', 'Text'],
  actions: {
    review: 'Put in review',
    withdraw: 'Taken out of review',
    close: 'Closed',
    restate: 'Restated',
    reopen: 'Reopened',
  },
  lines: (count) => `${count} sessions`,
  method: 'How it is computed',
  methodText:
    'Figures are sums of real sessions by their time of creation, Europe/Rome; closing copies the sessions and freezes their sums, and what a later fetch changes is shown as a difference and kept session by session. Each day is compared with the totals that the platform itself states for it, figure by figure.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const it: PeriodTexts = {
  title: (month) => `Chiusura mensile di ${month}`,
  summary: 'Riepilogo',
  fields: {
    integration: 'Integrazione',
    month: 'Mese',
    state: 'Stato',
    review: 'Messo in revisione',
    closed: 'Chiuso',
    asOf: 'Dati aggiornati al, alla chiusura',
    restated: 'Cambiato da allora',
    statement: 'Rendiconto',
    printedFor: 'Creato per',
  },
  span: (from, to, zone) => `dal ${from} al ${to}, ${zone}`,
  state: { open: 'Aperto', review: 'In revisione', closed: 'Chiuso', restated: 'Chiuso, poi rettificato' },
  running: 'non è ancora finito',
  by: (at, name) => `${at}, ${name}`,
  notYet: 'Non ancora',
  restatements: (count, comparedAt) => `${count} variazioni di sessioni, confronto del ${comparedAt}`,
  checklist: 'Controlli',
  checklistClosed: 'Controlli al momento della chiusura',
  checkColumns: ['Controllo', 'Esito', 'Riscontro', 'Decisione'],
  checks: {
    complete: 'Completo',
    reconciled: 'Riconciliato',
    quarantine: 'Quarantena vuota',
    openSessions: 'Sessioni aperte',
    incidents: 'Allarmi RTP',
    alerts: 'Incidenti',
  },
  result: { passed: 'Superato', attention: 'Da verificare', failed: 'Non superato' },
  acknowledged: (name) => `Preso in visione da ${name}, che ha chiuso il mese`,
  overridden: (reason) => `Chiuso comunque: ${reason}`,
  open: 'Non ancora deciso',
  days: 'Giorni confrontati con la piattaforma',
  noDays: 'Nessun giorno di questo mese è stato confrontato con la piattaforma.',
  daysText:
    'Sessioni reali all’ultimo confronto di ogni giorno. La differenza è il dato della piattaforma meno quello dell’hub; un giorno differisce anche per le sessioni fun.',
  daySums: (compared, days) => `${compared} giorni su ${days} confrontati. Insieme danno:`,
  sumColumns: ['Dato', 'Hub', 'Piattaforma', 'Differenza'],
  reconciled: {
    sessions: 'Sessioni',
    open: 'Sessioni aperte',
    bet: 'Puntato (€)',
    win: 'Vinto (€)',
    netWin: 'Margine netto (€)',
    due: 'Dovuto (€)',
    rounds: 'Giocate',
  },
  dayColumns: [
    'Giorno',
    'Confronto',
    'Sessioni, hub',
    'Sessioni, piattaforma',
    'Puntato, hub',
    'Puntato, piattaforma',
    'Differ.',
    'Vinto, hub',
    'Vinto, piattaforma',
    'Differ.',
  ],
  dayState: { equal: 'Uguale', differs: 'Diverso', failed: 'Non riuscito', none: 'Non confrontato' },
  total: 'Totale',
  figures: 'Dati del mese',
  figureColumns: ['Dato', 'Alla chiusura', 'Noto oggi', 'Differenza'],
  todayColumns: ['Dato', 'Noto oggi'],
  figure: {
    bet: 'Puntato (€)',
    win: 'Vinto (€)',
    grosswin: 'Margine lordo (€)',
    netwin: 'Margine netto (€)',
    due: 'Dovuto (€)',
    sessionsTotal: 'Sessioni',
    sessionsOpen: 'Sessioni aperte',
    rounds: 'Giocate',
    usersCount: 'Giocatori',
  },
  operators: 'Margine lordo per operatore',
  operatorColumns: ['Operatore', 'Alla chiusura (€)', 'Noto oggi (€)', 'Differenza (€)'],
  operatorTodayColumns: ['Operatore', 'Noto oggi (€)'],
  history: 'Cronologia',
  historyColumns: ['Quando', 'Chi', 'Cosa', 'Testo'],
  actions: {
    review: 'Messo in revisione',
    withdraw: 'Rimosso dalla revisione',
    close: 'Chiuso',
    restate: 'Rettificato',
    reopen: 'Riaperto',
  },
  lines: (count) => `${count} sessioni`,
  method: 'Come si calcola',
  methodText:
    'I dati sono somme di sessioni reali per momento di creazione, ora di Roma; la chiusura copia le sessioni e ne congela le somme, e ciò che un aggiornamento successivo cambia è mostrato come differenza e conservato sessione per sessione. Ogni giorno è confrontato, dato per dato, con i totali che la piattaforma stessa dichiara.',
  hub: 'Ludus Hub',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
};

export const periodTexts: Readonly<Record<Language, PeriodTexts>> = { en, it };
