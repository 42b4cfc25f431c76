import type { PdfBlock, PdfColumn } from './index.ts';
import { ink, type Page } from './page.ts';

const gap = 8;
const cell = { size: 8.5, padding: 4, above: 4 } as const;
/** Figures of one width, so that amounts stand below each other. */
const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

export function drawBlock(page: Page, block: PdfBlock): void {
  if (block.kind === 'heading') drawHeading(page, block.text);
  else if (block.kind === 'text') drawText(page, block.text, block.isMuted === true);
  else if (block.kind === 'facts') drawFacts(page, block.facts);
  else if (block.kind === 'table') drawTable(page, block);
  else drawDrawing(page, block);
}

function drawDrawing(page: Page, { height, draw }: Extract<PdfBlock, { kind: 'drawing' }>): void {
  const { pdf, left, width } = page;
  page.make(height);
  const { y } = pdf;
  draw(pdf, { x: left, y, width, height });
  pdf.undash();
  pdf.y = y + height + gap;
}

function drawHeading({ pdf, left, width, make }: Page, text: string): void {
  // Not the last line of a page.
  make(64);
  pdf.y += gap;
  pdf.font('semibold').fontSize(12).fillColor(ink.text).text(text, left, pdf.y, { width });
  pdf.y += 4;
}

function drawText({ pdf, left, width }: Page, text: string, isMuted: boolean): void {
  pdf
    .font('regular')
    .fontSize(9.5)
    .fillColor(isMuted ? ink.muted : ink.text);
  pdf.text(text, left, pdf.y, { width, lineGap: 2 });
  pdf.y += gap / 2;
}

function drawFacts(page: Page, facts: readonly (readonly [label: string, value: string])[]): void {
  const { pdf, left, width } = page;
  const labels = Math.round(width * 0.34);
  for (const [label, value] of facts) {
    pdf.font('regular').fontSize(9.5);
    const height =
      Math.max(
        pdf.heightOfString(label, { width: labels }),
        pdf.heightOfString(value, { width: width - labels }),
      ) + 4;
    page.make(height);
    const { y } = pdf;
    pdf.fillColor(ink.muted).text(label, left, y, { width: labels - gap });
    pdf.fillColor(ink.text).text(value, left + labels, y, { width: width - labels, features: tabular });
    pdf.y = y + height;
  }
  pdf.y += gap / 2;
}

function drawTable(page: Page, { columns, rows, total }: Extract<PdfBlock, { kind: 'table' }>): void {
  const { pdf, left, width } = page;
  const shares = columns.reduce((sum, column) => sum + (column.width ?? 1), 0);
  const widths = columns.map((column) => ((column.width ?? 1) / shares) * width);
  const heightOf = (cells: readonly string[]) => {
    pdf.fontSize(cell.size);
    const heights = cells.map((text, index) =>
      pdf.heightOfString(text, { width: (widths[index] ?? 0) - 2 * cell.padding }),
    );
    return Math.max(...heights) + 2 * cell.above;
  };
  const line = (y: number) =>
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(ink.line);
  const drawCells = (cells: readonly string[], height: number, color: string) => {
    const { y } = pdf;
    let x = left;
    pdf.fontSize(cell.size).fillColor(color);
    for (const [index, text] of cells.entries()) {
      const align = (columns[index] as PdfColumn).align ?? 'left';
      const room = widths[index] ?? 0;
      const options = { width: room - 2 * cell.padding, align, features: tabular };
      pdf.text(text, x + cell.padding, y + cell.above, options);
      x += room;
    }
    pdf.y = y + height;
  };
  const titles = columns.map(({ title }) => title);
  const drawHead = () => {
    pdf.font('semibold');
    const height = heightOf(titles);
    pdf.rect(left, pdf.y, width, height).fill(ink.band);
    drawCells(titles, height, ink.muted);
  };
  // The head never stands alone at the foot of a page.
  page.make(60);
  drawHead();
  for (const cells of rows) {
    pdf.font('regular');
    const height = heightOf(cells);
    if (page.make(height)) drawHead();
    pdf.font('regular');
    drawCells(cells, height, ink.text);
    line(pdf.y);
  }
  if (total !== undefined) {
    pdf.font('semibold');
    const height = heightOf(total);
    if (page.make(height)) drawHead();
    pdf.font('semibold');
    drawCells(total, height, ink.text);
    line(pdf.y);
  }
  pdf.y += gap;
}
