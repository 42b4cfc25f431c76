import type { Language, RestatementReason, ShareBase } from '@ludus/contract';
import {
  balanceAfter,
  recipientOf,
  type StatedAmountName,
  type StatementDocument,
} from './statement.figures.ts';
import { euroText } from './statement.formats.ts';

/** The words of a printed statement and of its workbook. */
export interface StatementTexts {
  statement: string;
  title(number: string): string;
  from: string;
  to: string;
  vatId(id: string): string;
  vatNumber(side: string): string;
  address(side: string): string;
  toPay: string;
  credit(name: string): string;
  nothingToPay: string;
  void: string;
  voidText: string;
  month: string;
  issued: string;
  dueOn: string;
  number: string;
  summary: string;
  amount: string;
  dueOf(month: string): string;
  restated: string;
  net: string;
  vat(rate: string): string;
  total: string;
  balance: string;
  balanceBefore: string;
  thisStatement: string;
  balanceAfter: string;
  thisStatementNow: string;
  owes(name: string, issuer: string, amount: string): string;
  inFavour(name: string, amount: string): string;
  nothingOwed: string;
  toPayNow: string;
  afterDispute: string;
  disputeAndPayments: string;
  payments: string;
  date: string;
  asIssued: string;
  /** Its number, then why. */
  adjusted(number: string, note: string): string;
  netOfWhich: string;
  vatOfWhich: string;
  withVat: string;
  totalAfter: string;
  paid(reference: string): string;
  left: string;
  lines: string;
  operator: string;
  operators: string;
  game: string;
  sessions: string;
  amounts: Record<StatedAmountName, string>;
  totalOf(name: string): string;
  monthTotal: string;
  noRows: string;
  origin(zone: string, closedAt: string): string;
  asOf(at: string): string;
  notFetched: string;
  explained: string;
  exceptions: string;
  restatements: string;
  restatementsText: string;
  noRestatements: string;
  reason: string;
  reasons: Record<RestatementReason, string>;
  changes: string;
  terms: string;
  termsText: string;
  noTerms: string;
  base: string;
  bases: Record<ShareBase, string>;
  termsSince: string;
  note: string;
  tiers: string;
  tier(number: number): string;
  upTo(limit: string): string;
  between(from: string, to: string): string;
  above(limit: string): string;
  tierFrom: string;
  tierTo: string;
  rate: string;
  tierBase: string;
  tiersTotal: string;
  minimum: string;
  byTerms: string;
  byPlatform: string;
  difference: string;
  differenceText: string;
  loss: string;
  minimumApplied: string;
  comparison: string;
  payment: string;
  holder: string;
  bank: string;
  reference: string;
  days(days: number): string;
  sheets: Record<'statement' | 'operators' | 'lines' | 'restatements' | 'terms' | 'about', string>;
  item: string;
  value: string;
  amountsNote: string;
  issuer: string;
  recipient: string;
  integration: string;
  closed: string;
  fetched: string;
  zone: string;
  page(page: number, pages: number): string;
}

const en: StatementTexts = {
  statement: 'Statement',
  title: (number) => `Statement ${number}`,
  from: 'From',
  to: 'To',
  vatId: (id) => `VAT number ${id}`,
  vatNumber: (side) => `${side}, VAT number`,
  address: (side) => `${side}, address`,
  toPay: 'Amount to pay',
  credit: (name) => `In favour of ${name}`,
  nothingToPay: 'Nothing to pay',
  void: 'Void',
  voidText: 'This statement has been withdrawn. Nothing is owed by it.',
  month: 'Month',
  issued: 'Issued',
  dueOn: 'Pay by',
  number: 'Number',
  summary: 'How the amount is made up',
  amount: 'Amount\u00a0(€)',
  dueOf: (month) => `Due for ${month}`,
  restated: 'Restatements of earlier months',
  net: 'Net amount',
  vat: (rate) => `VAT ${rate}`,
  total: 'Total',
  balance: 'Balance',
  balanceBefore: 'Balance before this statement',
  thisStatement: 'This statement',
  balanceAfter: 'Balance after this statement',
  thisStatementNow: 'This statement, with what was decided and paid since',
  owes: (name, issuer, amount) => `With this statement, ${name} owes ${issuer} ${amount}.`,
  inFavour: (name, amount) => `With this statement, ${amount} are in favour of ${name}.`,
  nothingOwed: 'With this statement, nothing is owed.',
  toPayNow: 'Now to pay',
  afterDispute: 'After a dispute',
  disputeAndPayments: 'After a dispute, and payments',
  payments: 'Payments',
  date: 'Date',
  asIssued: 'Total as issued',
  adjusted: (number, note) => (note === '' ? number : `${number}: ${note}`),
  netOfWhich: 'Net',
  vatOfWhich: 'VAT',
  withVat: 'Amounts that are taken off or put on after a dispute include VAT.',
  totalAfter: 'Total after the dispute',
  paid: (reference) => (reference === '' ? 'Payment' : `Payment: ${reference}`),
  left: 'Left to pay',
  lines: 'By operator and game',
  operator: 'Operator',
  operators: 'By operator',
  game: 'Game',
  sessions: 'Sessions',
  amounts: { bet: 'Bet', win: 'Win', grosswin: 'Gross win', tax: 'Tax', netwin: 'Net win', due: 'Due' },
  totalOf: (name) => `Total ${name}`,
  monthTotal: 'Total of the month',
  noRows: 'No real session was created in this month.',
  origin: (zone, closedAt) =>
    `Real sessions by their month of creation, ${zone}, as the month was closed on ${closedAt}.`,
  asOf: (at) => `Sessions fetched up to ${at}.`,
  notFetched: 'Not all sessions of the month could be fetched before it was closed.',
  explained: 'Amounts in euro. Tax is gross win minus net win, as the platform keeps it back before net win.',
  exceptions: 'Known when the month was closed',
  restatements: 'Restatements of earlier months',
  restatementsText:
    'Changes of sessions of months that were closed before, which are on no earlier statement.',
  noRestatements: 'No session of an earlier month has changed since the last statement.',
  reason: 'Reason',
  reasons: { late: 'Arrived late', ended: 'Ended since', corrected: 'Corrected' },
  changes: 'Changes',
  terms: 'Terms of settlement',
  termsText: 'What is stated is the due that the platform reports. The terms stand beside it for comparison.',
  noTerms: 'No terms of settlement apply to this month.',
  base: 'Base',
  bases: { netwin: 'Net win of the month', grosswin: 'Gross win of the month' },
  termsSince: 'Terms in force since',
  note: 'Note',
  tiers: 'Part of the base (€)',
  tier: (number) => `Tier ${number}`,
  upTo: (limit) => `Up to ${limit}`,
  between: (from, to) => `${from} to ${to}`,
  above: (limit) => `Above ${limit}`,
  tierFrom: 'From',
  tierTo: 'To',
  rate: 'Rate',
  tierBase: 'Base\u00a0(€)',
  tiersTotal: 'Sum of the tiers',
  minimum: 'Minimum of the month',
  byTerms: 'Due by the terms',
  byPlatform: 'Due as the platform reports it',
  difference: 'Difference',
  differenceText:
    'The platform rounds the due of each session, the terms only that of the month: cents are rounding.',
  loss: 'The month has a loss or nothing to share, so only the minimum is owed.',
  minimumApplied: 'The sum of the tiers is below the minimum, which is owed instead.',
  comparison: 'Comparison',
  payment: 'Payment',
  holder: 'Account holder',
  bank: 'Bank',
  reference: 'Reference',
  days: (days) =>
    days === 0 ? 'on the day of issue' : `within ${days} ${days === 1 ? 'day' : 'days'} of issue`,
  sheets: {
    statement: 'Statement',
    operators: 'By operator',
    lines: 'By operator and game',
    restatements: 'Restatements',
    terms: 'Terms',
    about: 'About',
  },
  item: 'Item',
  value: 'Value',
  amountsNote: 'Amounts',
  issuer: 'Issuer',
  recipient: 'Recipient',
  integration: 'Integration',
  closed: 'Month closed',
  fetched: 'Sessions fetched up to',
  zone: 'Time zone',
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const it: StatementTexts = {
  statement: 'Rendiconto',
  title: (number) => `Rendiconto ${number}`,
  from: 'Emittente',
  to: 'Destinatario',
  vatId: (id) => `Partita IVA ${id}`,
  vatNumber: (side) => `${side}, partita IVA`,
  address: (side) => `${side}, indirizzo`,
  toPay: 'Importo da pagare',
  credit: (name) => `A favore di ${name}`,
  nothingToPay: 'Nulla da pagare',
  void: 'Annullato',
  voidText: 'Questo rendiconto è stato annullato: in base ad esso non è dovuto nulla.',
  month: 'Mese',
  issued: 'Emesso il',
  dueOn: 'Scadenza',
  number: 'Numero',
  summary: 'Composizione dell’importo',
  amount: 'Importo\u00a0(€)',
  dueOf: (month) => `Dovuto di ${month}`,
  restated: 'Rettifiche di mesi precedenti',
  net: 'Imponibile',
  vat: (rate) => `IVA ${rate}`,
  total: 'Totale',
  balance: 'Saldo',
  balanceBefore: 'Saldo precedente',
  thisStatement: 'Questo rendiconto',
  balanceAfter: 'Saldo dopo questo rendiconto',
  thisStatementNow: 'Questo rendiconto, con quanto deciso e pagato in seguito',
  owes: (name, issuer, amount) => `Con questo rendiconto ${name} deve a ${issuer} ${amount}.`,
  inFavour: (name, amount) => `Con questo rendiconto ${amount} sono a favore di ${name}.`,
  nothingOwed: 'Con questo rendiconto non è dovuto nulla.',
  toPayNow: 'Ora da pagare',
  afterDispute: 'Dopo una contestazione',
  disputeAndPayments: 'Dopo una contestazione, e pagamenti',
  payments: 'Pagamenti',
  date: 'Data',
  asIssued: 'Totale come emesso',
  adjusted: (number, note) => (note === '' ? number : `${number}: ${note}`),
  netOfWhich: 'Netto',
  vatOfWhich: 'IVA',
  withVat: 'Gli importi detratti o aggiunti dopo una contestazione comprendono l’IVA.',
  totalAfter: 'Totale dopo la contestazione',
  paid: (reference) => (reference === '' ? 'Pagamento' : `Pagamento: ${reference}`),
  left: 'Resta da pagare',
  lines: 'Per operatore e gioco',
  operator: 'Operatore',
  operators: 'Per operatore',
  game: 'Gioco',
  sessions: 'Sessioni',
  amounts: {
    bet: 'Puntato',
    win: 'Vinto',
    grosswin: 'Margine lordo',
    tax: 'Imposte',
    netwin: 'Margine netto',
    due: 'Dovuto',
  },
  totalOf: (name) => `Totale ${name}`,
  monthTotal: 'Totale del mese',
  noRows: 'In questo mese non è stata creata alcuna sessione reale.',
  origin: (zone, closedAt) =>
    `Sessioni reali per mese di creazione, ${zone}, come risultavano alla chiusura del mese, il ${closedAt}.`,
  asOf: (at) => `Sessioni aggiornate al ${at}.`,
  notFetched: 'Prima della chiusura non è stato possibile aggiornare tutte le sessioni del mese.',
  explained:
    'Importi in euro. Le imposte sono il margine lordo meno il margine netto, cioè quanto la piattaforma trattiene prima del margine netto.',
  exceptions: 'Noto alla chiusura del mese',
  restatements: 'Rettifiche di mesi precedenti',
  restatementsText: 'Variazioni di sessioni di mesi già chiusi, non comprese in alcun rendiconto precedente.',
  noRestatements: 'Dall’ultimo rendiconto nessuna sessione dei mesi precedenti è cambiata.',
  reason: 'Motivo',
  reasons: { late: 'Arrivata tardi', ended: 'Terminata dopo', corrected: 'Corretta' },
  changes: 'Variazioni',
  terms: 'Condizioni economiche',
  termsText:
    'L’importo richiesto è il dovuto comunicato dalla piattaforma. Le condizioni economiche sono riportate per confronto.',
  noTerms: 'A questo mese non si applicano condizioni economiche.',
  base: 'Base di calcolo',
  bases: { netwin: 'Margine netto del mese', grosswin: 'Margine lordo del mese' },
  termsSince: 'Condizioni in vigore da',
  note: 'Nota',
  tiers: 'Scaglione (€)',
  tier: (number) => `Scaglione ${number}`,
  upTo: (limit) => `Fino a ${limit}`,
  between: (from, to) => `Da ${from} a ${to}`,
  above: (limit) => `Oltre ${limit}`,
  tierFrom: 'Da',
  tierTo: 'A',
  rate: 'Aliquota',
  tierBase: 'Base\u00a0(€)',
  tiersTotal: 'Somma degli scaglioni',
  minimum: 'Minimo mensile',
  byTerms: 'Dovuto secondo le condizioni',
  byPlatform: 'Dovuto comunicato dalla piattaforma',
  difference: 'Differenza',
  differenceText:
    'La piattaforma arrotonda ogni sessione, le condizioni solo il mese: i centesimi sono arrotondamenti.',
  loss: 'Il mese è in perdita o non ha margine da ripartire: è dovuto solo il minimo.',
  minimumApplied: 'La somma degli scaglioni è inferiore al minimo, che è dovuto al suo posto.',
  comparison: 'Confronto',
  payment: 'Pagamento',
  holder: 'Intestatario',
  bank: 'Banca',
  reference: 'Causale',
  days: (days) =>
    days === 0
      ? 'il giorno dell’emissione'
      : `entro ${days} ${days === 1 ? 'giorno' : 'giorni'} dall’emissione`,
  sheets: {
    statement: 'Rendiconto',
    operators: 'Per operatore',
    lines: 'Per operatore e gioco',
    restatements: 'Rettifiche',
    terms: 'Condizioni',
    about: 'Informazioni',
  },
  item: 'Voce',
  value: 'Valore',
  amountsNote: 'Importi',
  issuer: 'Emittente',
  recipient: 'Destinatario',
  integration: 'Integrazione',
  closed: 'Chiusura del mese',
  fetched: 'Sessioni aggiornate al',
  zone: 'Fuso orario',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
};

export const statementTexts: Readonly<Record<Language, StatementTexts>> = { en, it };

/** Who owes whom how much with a statement, in words: a sign in front of a balance says it to no one. */
export function balanceText(document: StatementDocument, t: StatementTexts): string {
  const { content } = document;
  const after = balanceAfter(document);
  const { name } = recipientOf(content);
  if (after === 0) return t.nothingOwed;
  return after > 0 ? t.owes(name, content.issuer.name, euroText(after)) : t.inFavour(name, euroText(-after));
}
