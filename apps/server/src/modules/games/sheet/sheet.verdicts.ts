import {
  gameUpdate,
  type Message,
  messageOf,
  messageOfIssue,
  type SheetRow,
  sheetMediaColumn,
} from '@ludus/contract';
import { HubError, ValidationError } from '../../../infra/errors/index.ts';
import { type FileCell, type FileTable, textOf } from '../../../infra/spreadsheet/index.ts';
import { computedExposure } from '../games.edit.ts';
import {
  rawText,
  readCell,
  readYesNo,
  type SheetColumn,
  type SheetValues,
  sheetColumns,
  shownValue,
  valueAt,
  withValue,
  yesNo,
} from './sheet.columns.ts';

/** A game as it is now. */
export interface SheetGame {
  id: number;
  version: string;
  values: SheetValues;
  /** Whether its exposure follows its bet and win. */
  isExposureComputed: boolean;
  /** Integrations that see it, and whether they play it. */
  links: ReadonlyMap<number, { isPlayed: boolean }>;
}

/** What an import does to a game. */
export interface PlannedChange {
  id: number;
  name: string;
  version: string;
  values: SheetValues;
  show: number[];
  hide: number[];
}

export interface SheetWorld {
  games: ReadonlyMap<number, SheetGame>;
  integrations: ReadonlyMap<number, string>;
}

export interface SheetReading {
  rows: SheetRow[];
  planned: PlannedChange[];
  ignored: string[];
}

interface Layout {
  id: number;
  version: number;
  slug: number | undefined;
  fields: { at: number; column: SheetColumn }[];
  integrations: { at: number; id: number; heading: string }[];
  ignored: string[];
}

export const headingOf = (id: number, name: string) => `visible:${id} ${name}`;

/** What each row of a file would do. @throws ValidationError for files whose columns are not those of the hub */
export function readSheet(table: FileTable, world: SheetWorld): SheetReading {
  const layout = layoutOf(table.columns, world);
  const planned: PlannedChange[] = [];
  const seen = new Set<number>();
  const rows = table.rows.map((cells, index) => {
    const line = table.lines[index] ?? index + 2;
    const { row, change } = readRow(cells, line, { layout, world, seen });
    if (change !== undefined) planned.push(change);
    return row;
  });
  return { rows, planned, ignored: layout.ignored };
}

function layoutOf(columns: readonly string[], { integrations }: SheetWorld): Layout {
  const fields = new Map(sheetColumns.map((column) => [column.key as string, column]));
  const keys = new Map<string, number>();
  const layout: Omit<Layout, 'id' | 'version' | 'slug'> = { fields: [], integrations: [], ignored: [] };
  const seen = new Set<string>();
  for (const [at, heading] of columns.entries()) {
    if (heading === '') continue;
    const shown = /^visible:(\d{1,9})(?:\s|$)/.exec(heading);
    const key = shown === null ? heading : `visible:${Number(shown[1])}`;
    if (seen.has(key))
      throw new ValidationError({
        file: messageOf('fields.sheetColumnTwice', { column: heading.slice(0, 100) }),
      });
    seen.add(key);
    const column = fields.get(key);
    const name = shown === null ? undefined : integrations.get(Number(shown[1]));
    if (column !== undefined) layout.fields.push({ at, column });
    else if (name !== undefined) {
      const id = Number(shown?.[1]);
      layout.integrations.push({ at, id, heading: headingOf(id, name) });
    } else if (key === 'id' || key === 'version' || key === 'slug') keys.set(key, at);
    else if (key !== sheetMediaColumn) layout.ignored.push(heading.slice(0, 100));
  }
  const required = (column: string): number => {
    const at = keys.get(column);
    if (at === undefined)
      throw new ValidationError({ file: messageOf('fields.sheetColumnMissing', { column }) });
    return at;
  };
  return { ...layout, id: required('id'), version: required('version'), slug: keys.get('slug') };
}

interface Context {
  layout: Layout;
  world: SheetWorld;
  seen: Set<number>;
}

function readRow(
  cells: readonly FileCell[],
  line: number,
  { layout, world, seen }: Context,
): { row: SheetRow; change?: PlannedChange } {
  const sent = textOf(cells[layout.id]);
  const id = /^\d{1,9}$/.test(sent) ? Number(sent) : null;
  const game = id === null ? undefined : world.games.get(id);
  const row: SheetRow = {
    line,
    gameId: game?.id ?? null,
    name: '',
    verdict: 'unknown',
    changes: [],
    errors: [],
  };
  if (game === undefined) {
    const name = layout.fields.find(({ column }) => column.key === 'name');
    row.name = name === undefined ? '' : shownValue(rawText(cells[name.at]));
    return { row };
  }
  row.name = game.values.name;
  const refuse = (column: string, value: string, message: Message) => {
    if (!row.errors.some((error) => error.column === column))
      row.errors.push({ column, value: shownValue(value), message });
  };
  if (seen.has(game.id)) refuse('id', sent, messageOf('fields.sheetGameTwice'));
  seen.add(game.id);
  const slug = layout.slug === undefined ? game.values.slug : rawText(cells[layout.slug]).trim();
  if (slug !== game.values.slug) refuse('slug', slug, messageOf('fields.slugKept'));
  const values = readValues(cells, game, layout, refuse);
  const links = readLinks(cells, game, layout, refuse);
  if (values !== null) row.changes.push(...changesOf(game.values, values));
  row.changes.push(...links.changes);
  const version = textOf(cells[layout.version]);
  if (version === '') refuse('version', '', messageOf('fields.sheetVersion'));
  if (row.errors.length > 0 || values === null) row.verdict = 'error';
  else if (row.changes.length === 0) row.verdict = 'unchanged';
  else if (version !== game.version) row.verdict = 'meanwhile';
  else {
    row.verdict = 'change';
    const { show, hide } = links;
    return { row, change: { id: game.id, name: game.values.name, version, values, show, hide } };
  }
  return { row };
}

type Refuse = (column: string, value: string, message: Message) => void;

/** The values of a row as a save would keep them; null when a save would refuse them. */
function readValues(
  cells: readonly FileCell[],
  game: SheetGame,
  { fields }: Layout,
  refuse: Refuse,
): SheetValues | null {
  let candidate: SheetValues = game.values;
  let isReadable = true;
  for (const { at, column } of fields) {
    const read = readCell(column, cells[at], valueAt(game.values, column.path));
    if ('value' in read) candidate = withValue(candidate, column.path, read.value);
    else {
      isReadable = false;
      refuse(column.key, rawText(cells[at]), read.problem);
    }
  }
  const columnAt = (path: string) =>
    sheetColumns.find((column) => column.path === path)?.key ?? path.split('.')[0] ?? path;
  const parsed = gameUpdate.safeParse(candidate);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issue.path.join('.');
      refuse(columnAt(path), shownValue(valueAt(candidate, path)), messageOfIssue(issue));
    }
    return null;
  }
  if (!isReadable) return null;
  const values = parsed.data as SheetValues;
  if (game.isExposureComputed && !isExposureExact(values, refuse)) return null;
  // A save keeps none for the others.
  const hasLines = values.pay_method === 'Paylines' || values.pay_method === 'Ways';
  return hasLines ? values : { ...values, lines: 0 };
}

function isExposureExact(values: SheetValues, refuse: Refuse): boolean {
  try {
    computedExposure(values);
    return true;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    refuse('max_multiplier_win', shownValue(values.max_multiplier_win), messageOf('fields.exposureTooLarge'));
    return false;
  }
}

function changesOf(before: SheetValues, after: SheetValues): SheetRow['changes'] {
  return sheetColumns.flatMap(({ key, path }) => {
    const [old, changed] = [valueAt(before, path), valueAt(after, path)];
    return old === changed ? [] : [{ column: key, old: shownValue(old), new: shownValue(changed) }];
  });
}

/** Who is to see the game, and who no more. An empty cell leaves an integration as it is. */
function readLinks(cells: readonly FileCell[], game: SheetGame, { integrations }: Layout, refuse: Refuse) {
  const show: number[] = [];
  const hide: number[] = [];
  const changes: SheetRow['changes'] = [];
  for (const { at, id, heading } of integrations) {
    const text = rawText(cells[at]);
    if (text.trim() === '') continue;
    const isWanted = readYesNo(cells[at]);
    const link = game.links.get(id);
    const isShown = link !== undefined;
    if (isWanted === null) refuse(heading, text, messageOf('fields.sheetYesNo'));
    else if (isWanted === isShown) continue;
    else if (link?.isPlayed === true) refuse(heading, text, messageOf('fields.sheetPlayed'));
    else {
      (isWanted ? show : hide).push(id);
      changes.push({ column: heading, old: yesNo(isShown), new: yesNo(isWanted) });
    }
  }
  return { show, hide, changes };
}
