import {
  type FileField,
  type FileMapping,
  type FileRowError,
  fileFields,
  mostFileRows,
  timeZone,
} from '@ludus/contract';
import { type Calendar, calendarOf, parseInstant, romeCalendar, romeDay } from '../../infra/clock/index.ts';
import type { UploadedFile } from '../../infra/http/index.ts';
import {
  type FileCell,
  type FileTable,
  readTable as readRowsOf,
  textOf,
} from '../../infra/spreadsheet/index.ts';
import type { SideSession } from './reconciliation.day-sessions.ts';

/** Reads a file of sessions. @throws ValidationError when it is none, is empty or has too many rows */
export const readTable = (file: UploadedFile): Promise<FileTable> => readRowsOf(file, mostFileRows);

/** Headings by which a field is recognised, those of the hub's own lists among them: in lower case, only letters and digits. */
const headings: Record<FileField, readonly string[]> = {
  sessionId: ['sessionid', 'session', 'idsessione', 'sessioneid', 'sessione', 'id'],
  createdAt: [
    'createdat',
    'created',
    'creationdate',
    'date',
    'start',
    'startdate',
    'data',
    'datacreazione',
    'inizio',
    'creata',
    'creatail',
  ],
  sessionType: ['sessiontype', 'type', 'tipo', 'tiposessione', 'tipodisessione'],
  isOpen: ['isopen', 'open', 'status', 'state', 'stato', 'aperta', 'statodellasessione'],
  bet: ['bet', 'bets', 'stake', 'wagered', 'puntato', 'puntata', 'giocato'],
  win: ['win', 'wins', 'won', 'payout', 'vinto', 'vincita'],
  netWin: ['netwin', 'marginenetto', 'netto'],
  due: ['due', 'dovuto', 'amountdue'],
  rounds: ['rounds', 'round', 'spins', 'giocate', 'colpi'],
};

/** What a heading ends with: the zone of its times, the unit of its amounts. */
const inBrackets = /\s*\(([^()]*)\)\s*$/;

/** Whose wall clock the times of a column are on: that of the zone its heading names, as in `Created at (Europe/Rome)`; else Rome's. */
export function calendarOfHeading(heading: string | undefined): Calendar {
  const named = timeZone.safeParse(inBrackets.exec(heading ?? '')?.[1]?.trim());
  return calendarOf(named.success ? named.data : undefined);
}

/** The columns whose headings name a field. */
export function guessMapping(columns: readonly string[]): FileMapping {
  const names = columns.map((column) =>
    column
      .replace(inBrackets, '')
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  const mapping: FileMapping = {};
  for (const field of fileFields) {
    const at = headings[field].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) mapping[field] = at;
  }
  return mapping;
}

export interface FileRow {
  sessionId: string;
  createdAt: Date;
  day: string;
  /** Fields that the file has no column for are absent. */
  session: Partial<SideSession>;
}

export interface RowProblem {
  error: FileRowError;
  field: FileField;
  value: string;
}

type Decimal = ',' | '.';

/** Which separator the amounts of a file have before their decimals, by the first cell that leaves no doubt. */
export function decimalOf(table: FileTable, mapping: FileMapping): Decimal {
  for (const row of table.rows) {
    for (const field of ['bet', 'win', 'netWin', 'due'] as const) {
      const cell = cellOf(row, mapping, field);
      if (typeof cell !== 'string') continue;
      const text = cell.trim();
      const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
      if (last < 0) continue;
      const separator = text[last] as Decimal;
      const isBoth = text.includes(',') && text.includes('.');
      if (isBoth || text.length - last - 1 <= 2) return separator;
    }
  }
  return '.';
}

const cellOf = (row: readonly FileCell[], mapping: FileMapping, field: FileField): FileCell | undefined => {
  const at = mapping[field];
  return at === undefined ? undefined : (row[at] ?? null);
};

/** Cents of an amount of euro; null when it is none. */
export function parseCents(cell: FileCell | undefined, decimal: Decimal): number | null {
  if (typeof cell === 'number') {
    const cents = Math.round(cell * 100);
    return Number.isSafeInteger(cents) && Math.abs(cents / 100 - cell) < 1e-6 ? cents : null;
  }
  const text = textOf(cell)
    .replaceAll(/[\s\u00a0€]|EUR/gi, '')
    .replace('\u2212', '-');
  const grouping = decimal === ',' ? '.' : ',';
  const match = /^(-?)(\d+|\d{1,3}(?:[.,]\d{3})+)(?:([.,])(\d{1,2}))?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', separator, decimals = ''] = match;
  if (separator !== undefined && separator !== decimal) return null;
  if (whole.includes(decimal) || (/[.,]/.test(whole) && !whole.includes(grouping))) return null;
  const cents = Number(whole.replaceAll(grouping, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : null;
}

const localTime =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?$/;

/** An instant; times without an offset, and those of a spreadsheet, are on the wall clock of the calendar. */
export function parseTime(cell: FileCell | undefined, calendar = romeCalendar): Date | null {
  const text = textOf(cell);
  const withOffset = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? parseInstant(text) : null;
  return withOffset ?? timeIn(calendar, text);
}

function timeIn(calendar: Calendar, text: string): Date | null {
  const match = localTime.exec(text);
  if (match === null) return null;
  const [, first = '', month = '', last = '', hours = '0', minutes = '0', seconds = '0'] = match;
  const [year, date] = first.length === 4 ? [first, last] : [last, first];
  if (year.length !== 4) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const start = parseInstant(day, calendar);
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (start === null || hour > 23 || minute > 59 || second > 59) return null;
  const at = new Date(start.getTime() + ((hour * 60 + minute) * 60 + second) * 1000);
  // On a day on which the clocks change, later hours lie nearer to its start or further from it.
  return new Date(at.getTime() + calendar.offset(start) - calendar.offset(at));
}

const words = {
  fun: ['4', 'fun', 'demo', 'free'],
  real: ['1', 'real', 'money', 'soldi', 'reale'],
  open: ['true', '1', 'open', 'yes', 'aperta', 'aperto', 'si', 'sì'],
  closed: ['false', '0', 'closed', 'no', 'chiusa', 'chiuso', ''],
};

/** Reads a row as a session, or says the first thing that is wrong with it. */
export function readRow(
  row: readonly FileCell[],
  mapping: FileMapping,
  decimal: Decimal,
  calendar = romeCalendar,
): FileRow | RowProblem {
  const cell = (field: FileField) => cellOf(row, mapping, field);
  const problem = (error: FileRowError, field: FileField): RowProblem => ({
    error,
    field,
    value: textOf(cell(field)).slice(0, 100),
  });
  const sessionId = textOf(cell('sessionId'));
  if (!/^[\x21-\x7e]{1,64}$/.test(sessionId)) return problem('noSessionId', 'sessionId');
  const createdAt = parseTime(cell('createdAt'), calendar);
  if (createdAt === null) return problem('noDay', 'createdAt');
  const session: Partial<SideSession> = {};
  for (const field of ['bet', 'win', 'netWin', 'due'] as const) {
    if (mapping[field] === undefined) continue;
    // The hub's own list has no due for play money, for which no one owes anything.
    if (field === 'due' && textOf(cell(field)) === '') continue;
    const cents = parseCents(cell(field), decimal);
    if (cents === null || (cents < 0 && (field === 'bet' || field === 'win')))
      return problem('noAmount', field);
    session[field] = cents;
  }
  if (mapping.rounds !== undefined) {
    const rounds = Number(textOf(cell('rounds')).replaceAll(/[.,\s\u00a0]/g, '') || Number.NaN);
    if (!Number.isSafeInteger(rounds) || rounds < 0) return problem('noCount', 'rounds');
    session.rounds = rounds;
  }
  const word = (field: FileField) => textOf(cell(field)).toLowerCase();
  if (mapping.sessionType !== undefined) {
    const isFun = words.fun.includes(word('sessionType'));
    if (!isFun && !words.real.includes(word('sessionType'))) return problem('noType', 'sessionType');
    session.sessionType = isFun ? 4 : 1;
  }
  if (mapping.isOpen !== undefined) {
    const isOpen = words.open.includes(word('isOpen'));
    if (!isOpen && !words.closed.includes(word('isOpen'))) return problem('noType', 'isOpen');
    session.isOpen = isOpen;
  }
  return { sessionId, createdAt, day: romeDay(createdAt), session };
}
