import {
  type Game,
  type GameUpdate,
  type Message,
  messageOf,
  type SheetField,
  sheetFields,
} from '@ludus/contract';
import type { Cell, CellKind, FileCell } from '../../../infra/spreadsheet/index.ts';

/** The values of a game that a workbook holds, and those that a save needs beside them. */
export type SheetValues = Omit<
  GameUpdate,
  | 'id'
  | 'updatedAt'
  | 'externalIdentifier'
  | 'integrations'
  | 'integrationsToAdd'
  | 'integrationsToDelete'
  | 'integrationsToRemove'
  | 'max_exposure'
  | 'isCatalog'
>;
export type SheetValue = string | number | boolean | null;

type Kind = 'text' | 'optional' | 'number' | 'money' | 'count' | 'day' | 'yesNo';
/** Where a save has the value (`path`), in dots. */
const places: Record<SheetField, { kind: Kind; path?: string }> = {
  name: { kind: 'text' },
  sub_name: { kind: 'optional' },
  rtp: { kind: 'number' },
  rtp_std_dev: { kind: 'number' },
  rtp_since: { kind: 'day' },
  volatility: { kind: 'count' },
  hit_frequency: { kind: 'number' },
  max_multiplier_win: { kind: 'number' },
  type: { kind: 'text' },
  format: { kind: 'text' },
  min_bet: { kind: 'money' },
  max_bet: { kind: 'money' },
  pay_method: { kind: 'text' },
  lines: { kind: 'count' },
  reels: { kind: 'count' },
  rows: { kind: 'count', path: 'gameRows' },
  release_date: { kind: 'day' },
  mobile: { kind: 'yesNo', path: 'supportedPlatforms.mobile' },
  desktop: { kind: 'yesNo', path: 'supportedPlatforms.desktop' },
  buy_bonus: { kind: 'yesNo', path: 'isBuyBonus' },
  in_development: { kind: 'yesNo', path: 'isDev' },
  demo: { kind: 'yesNo', path: 'isDemo' },
  description_en: { kind: 'text' },
  description_it: { kind: 'text' },
};

export interface SheetColumn {
  key: SheetField;
  kind: Kind;
  path: string;
}

export const sheetColumns: readonly SheetColumn[] = sheetFields.map((key) => ({
  key,
  kind: places[key].kind,
  path: places[key].path ?? key,
}));

const cellKinds: Record<Kind, CellKind> = {
  text: 'text',
  optional: 'text',
  number: 'money',
  money: 'money',
  count: 'count',
  day: 'day',
  yesNo: 'text',
};
export const cellKindOf = ({ kind }: SheetColumn): CellKind => cellKinds[kind];

/** What a save would send to keep a game as it is. */
export function valuesOf(game: Game): SheetValues {
  return {
    name: game.name,
    sub_name: game.sub_name,
    slug: game.slug,
    rtp: game.rtp,
    rtp_std_dev: game.rtp_std_dev ?? null,
    rtp_since: game.rtp_since ?? null,
    volatility: game.volatility,
    hit_frequency: game.hit_frequency,
    max_multiplier_win: game.max_multiplier_win,
    type: game.type,
    propertiesData: game.propertiesData,
    description_en: game.description_en,
    description_it: game.description_it,
    release_date: game.release_date,
    supportedPlatforms: game.supportedPlatforms,
    format: game.format,
    max_bet: game.max_bet,
    min_bet: game.min_bet,
    lines: game.lines,
    reels: game.reels,
    gameRows: game.gameRows,
    isBuyBonus: game.isBuyBonus,
    isDev: game.isDev,
    isDemo: game.isDemo,
    pay_method: game.pay_method,
  };
}

export function valueAt(values: object, path: string): SheetValue {
  let value: unknown = values;
  for (const part of path.split('.')) value = (value as Record<string, unknown>)[part];
  return (value ?? null) as SheetValue;
}

/** The same values with another one at a path. */
export function withValue<Values extends object>(values: Values, path: string, value: SheetValue): Values {
  const [first = '', second] = path.split('.');
  const inner = (values as Record<string, unknown>)[first];
  return { ...values, [first]: second === undefined ? value : { ...(inner as object), [second]: value } };
}

export function cellOf(value: SheetValue): Cell {
  return typeof value === 'boolean' ? yesNo(value) : value;
}

export const yesNo = (is: boolean) => (is ? 'yes' : 'no');

const longestShown = 200;

/** A value as people read it in a verdict. */
export function shownValue(value: SheetValue): string {
  const text = value === null ? '' : String(cellOf(value));
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}

// The hub puts an apostrophe in front of what a spreadsheet would run.
const guarded = /^'(?=[=+\-@\t\r])/;
const notText = /(?![\t\n])\p{Cc}/gu;
const plainText = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(notText, '').toWellFormed();

/** A cell as the text that was meant. */
export function rawText(cell: FileCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dayOf(cell) ?? '';
  return plainText(String(cell).replace(guarded, ''));
}

const yes = ['yes', 'y', 'true', '1', 'sì', 'si'];
const no = ['no', 'n', 'false', '0'];

/** Null for anything else. */
export function readYesNo(cell: FileCell | undefined): boolean | null {
  const word = rawText(cell).trim().toLowerCase();
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : null;
}

const dayOf = (date: Date) => (Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10));

function readDay(cell: FileCell): string | null {
  if (cell instanceof Date) return dayOf(cell);
  const text = rawText(cell).trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const numberText = /^-?\d{1,15}([.,]\d{1,15})?$/;
// Three digits after a mark may as well be thousands.
const moneyText = /^-?\d{1,15}([.,]\d{1,2})?$/;

function readNumber(cell: FileCell, written: RegExp): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  const text = rawText(cell).trim();
  return written.test(text) ? Number(text.replace(',', '.')) : null;
}

/** What a cell says of a field that is `current` now; or why it says nothing. */
export function readCell(
  { kind }: SheetColumn,
  cell: FileCell | undefined,
  current: SheetValue,
): { value: SheetValue } | { problem: Message } {
  const text = rawText(cell);
  if (kind === 'text' || kind === 'optional') {
    // A spreadsheet changes the ends of lines, and people leave spaces.
    if (text.trim() === plainText(String(current ?? '')).trim()) return { value: current };
    return { value: kind === 'optional' && text.trim() === '' ? null : text };
  }
  if (kind === 'yesNo') {
    const value = readYesNo(cell);
    return value === null ? { problem: messageOf('fields.sheetYesNo') } : { value };
  }
  if (cell === undefined || cell === null || text.trim() === '') return { value: null };
  if (kind === 'day') {
    const day = readDay(cell);
    return day === null ? { problem: messageOf('fields.sheetDay') } : { value: day };
  }
  const value = readNumber(cell, kind === 'money' ? moneyText : numberText);
  if (value !== null) return { value };
  return { problem: messageOf(kind === 'money' ? 'fields.sheetAmount' : 'fields.sheetNumber') };
}
