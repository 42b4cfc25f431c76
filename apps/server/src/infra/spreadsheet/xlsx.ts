import escapeHtml from 'escape-html';
import { romeOffset, zone } from '../clock/zone.ts';
import { asText, type Cell, type CellKind, type Column, checkedCell, type Row, type Table } from './table.ts';
import { type ZipEntry, zipPieces } from './zip.ts';

/** Rows a sheet can have; further ones go on in "Name 2". */
const mostRows = 1_048_576;
const longestText = 32_767;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Number formats by kind, with the width of a column of that kind. */
const kinds: Record<CellKind, { format: string; width: number }> = {
  text: { format: '@', width: 24 },
  money: { format: '#,##0.00', width: 16 },
  count: { format: '#,##0', width: 12 },
  ratio: { format: '0.00%', width: 10 },
  instant: { format: 'yyyy-mm-dd hh:mm:ss', width: 20 },
  hour: { format: 'yyyy-mm-dd hh:mm', width: 18 },
  day: { format: 'yyyy-mm-dd', width: 12 },
  month: { format: 'yyyy-mm', width: 10 },
};
const kindNames = Object.keys(kinds) as CellKind[];
// Styles: 0 plain, 1 heading, then each kind as it is and in bold.
const headingStyle = 1;
const styleOf = (kind: CellKind, strong: boolean) => 2 + kindNames.indexOf(kind) * 2 + (strong ? 1 : 0);
const customFormat = 164;

/**
 * A workbook in pieces at constant memory, one sheet per table: heading bold and kept in sight, numbers as numbers with
 * formats, instants as dates on Rome's wall clock with the zone said in the heading. A table that is longer than a sheet
 * may be goes on in further sheets. Tables are read one after another, so a later one may summarise an earlier one.
 */
export function xlsxPieces(tables: readonly Table[]): AsyncGenerator<Buffer> {
  return zipPieces(entriesOf(tables));
}

async function* entriesOf(tables: readonly Table[]): AsyncGenerator<ZipEntry> {
  const sheets: string[] = [];
  for (const table of tables) {
    const rows = new RowQueue(table);
    try {
      for (let part = 1; part === 1 || (await rows.hasMore()); part += 1) {
        sheets.push(part === 1 ? table.name : `${table.name.slice(0, 28)} ${part}`);
        yield {
          path: `xl/worksheets/sheet${sheets.length}.xml`,
          text: sheetText(table.columns, rows),
        };
      }
    } finally {
      await rows.end();
    }
  }
  const one = (path: string, text: string): ZipEntry => ({ path, text: [declaration, text] });
  yield one('xl/styles.xml', stylesXml());
  yield one('xl/workbook.xml', workbookXml(sheets));
  yield one('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
  yield one('_rels/.rels', rootRelations);
  yield one('[Content_Types].xml', contentTypes(sheets.length));
}

/** The rows of a table one after the other, from one sheet to the next; only a new batch is waited for. */
class RowQueue {
  readonly #batches: AsyncGenerator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #at = 0;

  constructor({ rows }: Table) {
    this.#batches = (async function* () {
      yield* rows;
    })();
  }

  /** Whether a row of the batch that was read last is left. */
  get isReady(): boolean {
    return this.#at < this.#batch.length;
  }

  async hasMore(): Promise<boolean> {
    while (!this.isReady) {
      const { value, done } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
      this.#at = 0;
    }
    return true;
  }

  /** Only when there is one. */
  take(): Row {
    return this.#batch[this.#at++] as Row;
  }

  end(): Promise<unknown> {
    return this.#batches.return(undefined);
  }
}

const piecesAt = 262_144;

/** One sheet, of as many rows as it has room for. */
async function* sheetText(columns: readonly Column[], rows: RowQueue): AsyncGenerator<string> {
  const widths = columns
    .map(({ kind, title, width }, index) => {
      const wide = width ?? Math.max(kinds[kind].width, Math.min(40, headingOf({ title, kind }).length + 2));
      return `<col min="${index + 1}" max="${index + 1}" width="${wide}" customWidth="1"/>`;
    })
    .join('');
  const heading = columns.map(
    (column, index) =>
      `<c r="${columnName(index)}1" ${textCell(headingStyle)}${escaped(headingOf(column))}${textCellEnd}`,
  );
  let text =
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData><row r="1">${heading.join('')}</row>`;
  const cells = columns.map(cellOf);
  let number = 2;
  for (; number <= mostRows && (rows.isReady || (await rows.hasMore())); number += 1) {
    text += rowXml(cells, number, rows.take());
    if (text.length < piecesAt) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

function headingOf({ title, kind }: Column): string {
  return kind === 'instant' || kind === 'hour' ? `${title} (${zone})` : title;
}

/** What stands around the value of a cell, which is the same in every row. */
interface CellXml {
  kind: CellKind;
  before: string;
  plain: string;
  strong: string;
  after: string;
}

function cellOf({ kind }: Column, index: number): CellXml {
  const start = (strong: boolean) =>
    kind === 'text' ? `" ${textCell(styleOf(kind, strong))}` : `" s="${styleOf(kind, strong)}"><v>`;
  return {
    kind,
    before: `<c r="${columnName(index)}`,
    plain: start(false),
    strong: start(true),
    after: kind === 'text' ? textCellEnd : '</v></c>',
  };
}

const textCell = (style: number) => `s="${style}" t="inlineStr"><is><t xml:space="preserve">`;
const textCellEnd = '</t></is></c>';

function rowXml(columns: readonly CellXml[], number: number, { cells, strong = false }: Row): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index] as CellXml;
    const value = checkedCell(column.kind, cells[index] ?? null);
    if (value === null) continue;
    const text = column.kind === 'text' ? escaped(value as string) : numberText(column.kind, value);
    xml += column.before + number + (strong ? column.strong : column.plain) + text + column.after;
  }
  return `${xml}</row>`;
}

const dayMs = 86_400_000;
// Day 0 of spreadsheets, as their calendar counts from March 1900 on.
const dayZero = Date.UTC(1899, 11, 30);

function numberText(kind: CellKind, value: Cell): string {
  if (value instanceof Date) {
    // Seconds are what the format shows; a fraction of them would be rounded into the next minute by some readers.
    const seconds = Math.floor((value.getTime() + romeOffset(value)) / 1000);
    return String((seconds * 1000 - dayZero) / dayMs);
  }
  if (kind === 'day') return String((Date.parse(`${value}T00:00:00Z`) - dayZero) / dayMs);
  if (kind === 'month') return String((Date.parse(`${value}-01T00:00:00Z`) - dayZero) / dayMs);
  return String(value);
}

const columnNames: string[] = [];

/** A, B, … Z, AA … */
function columnName(index: number): string {
  let name = columnNames[index];
  if (name === undefined) {
    name = String.fromCharCode(65 + (index % 26));
    if (index >= 26) name = columnName(Math.floor(index / 26) - 1) + name;
    columnNames[index] = name;
  }
  return name;
}

// What XML cannot hold: control characters, and two code points that are none.
const notXml = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const marks = /^[=+\-@]|[&<>"\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** A text as XML, which no spreadsheet runs as a formula. */
function escaped(given: string): string {
  // Most texts need nothing.
  if (given.length <= longestText && !marks.test(given)) return given;
  const text = asText(given).slice(0, longestText);
  return escapeHtml(text.toWellFormed().replaceAll(notXml, '')).replaceAll('\r', '&#13;');
}

function stylesXml(): string {
  const formats = kindNames.map(
    (kind, index) => `<numFmt numFmtId="${customFormat + index}" formatCode="${kinds[kind].format}"/>`,
  );
  const xf = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const cells = kindNames.flatMap((_, index) => [xf(customFormat + index, 0), xf(customFormat + index, 1)]);
  const font = (weight: string) =>
    `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  return (
    `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length + 2}">${xf(0, 0)}${xf(0, 1)}${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

function workbookXml(sheets: readonly string[]): string {
  const list = sheets.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`;
}

function workbookRelations(sheets: number): string {
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const list = Array.from({ length: sheets }, (_, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  list.push(relation(sheets + 1, 'styles', 'styles.xml'));
  return `<Relationships xmlns="${packageRelations}">${list.join('')}</Relationships>`;
}

const rootRelations = `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${type}.${kind}+xml"/>`;
  const list = Array.from({ length: sheets }, (_, index) =>
    part(`worksheets/sheet${index + 1}`, 'worksheet'),
  );
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${part('workbook', 'sheet.main')}${part('styles', 'styles')}${list.join('')}</Types>`
  );
}
