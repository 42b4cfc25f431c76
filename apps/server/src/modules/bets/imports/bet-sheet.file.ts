import {
  type BetSheetColumn,
  betSheetColumns,
  eurosFromCents,
  type Message,
  maxBetCents,
  messageOf,
  mostBets,
} from '@ludus/contract';
import { ValidationError } from '../../../infra/errors/index.ts';
import {
  type CellKind,
  type FileCell,
  type FileTable,
  type Table,
  textOf,
} from '../../../infra/spreadsheet/index.ts';
import { ascending } from '../bets.gaming-service.ts';

/** A list as a workbook holds it. */
export interface ExportedList {
  integration: { id: number; name: string };
  operator: { code: string; name: string };
  game: { slug: string; name: string };
  bets: readonly number[];
  canChangeBets: boolean;
}

/** A row of a file, by its cells. */
export interface BetSheetLine {
  line: number;
  /** Null for what is no id. */
  integrationId: number | null;
  operatorCode: string;
  slug: string;
  /** As the file calls them, for what the hub does not know. */
  names: { operator: string; game: string };
  wanted: ReadBets;
  exported: ReadBets;
}

export type ReadBets = { bets: number[] } | { problem: Message };

const kinds: Partial<Record<BetSheetColumn, CellKind>> = { integration_id: 'count' };
const widths: Partial<Record<BetSheetColumn, number>> = { bets: 60, bets_exported: 60 };

/** Amounts of a list as people edit them, in euro. */
export const writtenBets = (bets: readonly number[]): string =>
  bets.map((cents) => eurosFromCents(cents).toFixed(2)).join(' ');

export function betTable(lists: readonly ExportedList[]): Table {
  return {
    name: 'Bets',
    columns: betSheetColumns.map((title) => ({
      title,
      kind: kinds[title] ?? 'text',
      ...(widths[title] !== undefined && { width: widths[title] }),
    })),
    rows: [
      lists.map(({ integration, operator, game, bets, canChangeBets }) => ({
        cells: [
          integration.id,
          integration.name,
          operator.code,
          operator.name,
          game.slug,
          game.name,
          writtenBets(bets),
          writtenBets(bets),
          canChangeBets ? 'yes' : 'no',
        ],
      })),
    ],
  };
}

const required = ['integration_id', 'operator_code', 'slug', 'bets', 'bets_exported'] as const;

/** The rows of a file. @throws ValidationError for files whose columns are not those of the hub */
export function readBetLines(table: FileTable): { lines: BetSheetLine[]; ignored: string[] } {
  const known = new Set<string>(betSheetColumns);
  const places = new Map<string, number>();
  const ignored: string[] = [];
  for (const [at, heading] of table.columns.entries()) {
    if (heading === '') continue;
    if (!known.has(heading)) ignored.push(heading.slice(0, 100));
    else if (places.has(heading))
      throw new ValidationError({ file: messageOf('fields.sheetColumnTwice', { column: heading }) });
    else places.set(heading, at);
  }
  for (const column of required)
    if (!places.has(column))
      throw new ValidationError({ file: messageOf('fields.betSheetColumn', { column }) });
  const lines = table.rows.map((cells, index) => {
    const text = (column: BetSheetColumn) => {
      const at = places.get(column);
      return at === undefined ? '' : textOf(cells[at]).slice(0, longestName);
    };
    const cell = (column: BetSheetColumn) => cells[places.get(column) ?? -1];
    const id = text('integration_id');
    return {
      line: table.lines[index] ?? index + 2,
      integrationId: /^\d{1,9}$/.test(id) ? Number(id) : null,
      operatorCode: text('operator_code'),
      slug: text('slug'),
      names: { operator: text('operator'), game: text('game') },
      wanted: readBets(cell('bets')),
      exported: readBets(cell('bets_exported')),
    };
  });
  return { lines, ignored };
}

const longestName = 200;
// Digits are read as they stand, so that no amount passes through a fraction.
const amount = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** The list of a cell, the smallest first; an empty cell is an empty list. */
export function readBets(cell: FileCell | undefined): ReadBets {
  const words = textOf(cell)
    .split(/[\s;€]+/)
    // Amounts may have commas between them as well, each with a space after it.
    .map((word) => word.replace(/,$/, ''))
    .filter((word) => word !== '');
  if (words.length > mostBets) return { problem: messageOf('fields.betSheetLong', { max: mostBets }) };
  const bets: number[] = [];
  for (const word of words) {
    const found = amount.exec(word);
    if (found === null) return { problem: messageOf('fields.betSheetList') };
    const cents = Number(`${found[1]}${(found[2] ?? '').padEnd(2, '0')}`);
    if (cents === 0 || cents > maxBetCents) return { problem: messageOf('fields.invalidBet') };
    if (bets.includes(cents)) return { problem: messageOf('fields.betExists') };
    bets.push(cents);
  }
  return { bets: ascending(bets) };
}
