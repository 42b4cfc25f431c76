import { createRuler, featuresOf, isFigures } from './figures.ts';
import type { PdfBlock, PdfColumn, PdfRow } from './index.ts';
import { gap, ink, type Page } from './page.ts';

type Font = 'regular' | 'semibold';
type Table = Extract<PdfBlock, { kind: 'table' }>;

const padding = 4;
const above = 4;
// Read from the first: a smaller type is better than figures on two lines.
const smallest = 6;
const sizes = [8.5, 8, 7.5, 7, 6.5, smallest] as const;
/** Part of the width that is kept for the columns without `content`, and what has to do at the smallest type. */
const free = { kept: 0.2, least: 0.12 } as const;

interface Layout {
  size: number;
  /** One per column. */
  widths: readonly number[];
}

export function drawTable(page: Page, table: Table): void {
  const { pdf, left, width } = page;
  const { columns, rows, total } = table;
  const rulers = { regular: createRuler(pdf, 'regular'), semibold: createRuler(pdf, 'semibold') };
  const { size, widths } = layoutOf(page, table, rulers.semibold);
  const roomOf = (index: number) => (widths[index] ?? 0) - 2 * padding;
  const alignOf = (index: number) => columns[index]?.align ?? 'left';
  const heightOf = (cells: readonly string[], font: Font) => {
    pdf.font(font).fontSize(size);
    const lineHeight = pdf.currentLineHeight(true);
    const heights = cells.map((text, index) =>
      isFigures(text) && rulers[font](text) * size <= roomOf(index)
        ? lineHeight
        : pdf
            .font(font)
            .fontSize(size)
            .heightOfString(text, { width: roomOf(index), ...featuresOf(text) }),
    );
    return Math.max(...heights) + 2 * above;
  };
  const line = () =>
    pdf
      .moveTo(left, pdf.y)
      .lineTo(left + width, pdf.y)
      .lineWidth(0.5)
      .stroke(ink.line);
  const drawCells = (cells: readonly string[], font: Font, height: number, color: string) => {
    const { y } = pdf;
    let x = left;
    for (const [index, text] of cells.entries()) {
      const features = featuresOf(text);
      const room = roomOf(index);
      const own = isFigures(text) ? rulers[font](text) * size : room + 1;
      pdf.font(font).fontSize(size).fillColor(color);
      // Figures that have room are placed here: the library would measure them several times.
      if (own <= room) {
        const indent = alignOf(index) === 'right' ? room - own : 0;
        pdf.text(text, x + padding + indent, y + above, { lineBreak: false, ...features });
      } else pdf.text(text, x + padding, y + above, { width: room, align: alignOf(index), ...features });
      x += widths[index] ?? 0;
    }
    pdf.y = y + height;
  };
  const drawHead = () => {
    const titles = columns.map(({ title }) => title);
    const height = heightOf(titles, 'semibold');
    pdf.rect(left, pdf.y, width, height).fill(ink.band);
    drawCells(titles, 'semibold', height, ink.muted);
  };
  const drawGroup = (name: string) => {
    pdf.font('semibold').fontSize(size).fillColor(ink.text);
    pdf.text(name, left + padding, pdf.y + above, { width: width - 2 * padding });
    pdf.y += above;
    line();
  };
  const lines = linesOf(rows, total);
  const heights = lines.map(({ cells, font }) => heightOf(cells, font));
  let group: string | null = null;
  // The head stands on no page by itself, nor with one row.
  page.make(Math.min(100, 24 + heights.reduce((sum, height) => sum + height, 0)));
  drawHead();
  for (const [index, { cells, font, kind }] of lines.entries()) {
    if (kind === 'total') group = null;
    if (page.make(heightTogether(lines, heights, index))) {
      drawHead();
      if (group !== null) drawGroup(group);
    }
    if (kind === 'group') {
      group = cells[0] ?? '';
      drawGroup(group);
      continue;
    }
    drawCells(cells, font, heights[index] ?? 0, ink.text);
    line();
    if (kind === 'subtotal') group = null;
  }
  pdf.y += gap;
}

interface Line {
  kind: 'row' | 'group' | 'subtotal' | 'total';
  cells: readonly string[];
  font: Font;
}

function linesOf(rows: readonly PdfRow[], total: readonly string[] | undefined): Line[] {
  const lines = rows.map((row): Line => {
    if ('group' in row) return { kind: 'group', cells: [row.group], font: 'semibold' };
    if ('subtotal' in row) return { kind: 'subtotal', cells: row.subtotal, font: 'semibold' };
    return { kind: 'row', cells: row, font: 'regular' };
  });
  return total === undefined ? lines : [...lines, { kind: 'total', cells: total, font: 'semibold' }];
}

/** With what stays on the page of a line: the first row of a group with its name, sums with the last row before them. */
function heightTogether(lines: readonly Line[], heights: readonly number[], from: number): number {
  let height = heights[from] ?? 0;
  for (let at = from + 1; at < lines.length; at += 1) {
    const isKept =
      lines[at - 1]?.kind === 'group' || lines[at]?.kind === 'subtotal' || lines[at]?.kind === 'total';
    if (!isKept) break;
    height += heights[at] ?? 0;
  }
  return height;
}

function layoutOf(
  { width }: Page,
  { columns, rows, total }: Table,
  widthOf: (text: string) => number,
): Layout {
  const measured = linesOf(rows, total).filter(({ kind }) => kind !== 'group');
  // Titles may have several lines. Bold is the widest that a cell can be.
  const natural = columns.map(({ title, width: own }, index) =>
    own !== 'content'
      ? null
      : Math.max(
          ...title.split(' ').map(widthOf),
          ...measured.map(({ cells }) => widthOf(cells[index] ?? '')),
        ),
  );
  const takenAt = (size: number) =>
    natural.reduce<number>((sum, own) => sum + (own === null ? 0 : own * size + 1 + 2 * padding), 0);
  const isAllContent = natural.every((own) => own !== null);
  const mostOf = (kept: number) => (isAllContent ? width : width * (1 - kept));
  const size = sizes.find((one) => takenAt(one) <= mostOf(free.kept)) ?? smallest;
  const taken = takenAt(size);
  // What is too wide for the page at the smallest type is broken into lines; only columns of content share what is left.
  const scale = taken === 0 ? 1 : isAllContent ? width / taken : Math.min(1, mostOf(free.least) / taken);
  const rest = width - taken * scale;
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  return {
    size,
    widths: columns.map((column, index) => {
      const own = natural[index] ?? null;
      if (own === null) return (shareOf(column) / shares) * rest;
      return (own * size + 1 + 2 * padding) * scale;
    }),
  };
}

const shareOf = ({ width = 1 }: PdfColumn) => (width === 'content' ? 0 : width);
