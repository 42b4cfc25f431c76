import type { PdfBlock } from './index.ts';
import { gap, ink, type Page, tabular } from './page.ts';
import { drawTable } from './table.ts';

export function drawBlocks(page: Page, blocks: readonly PdfBlock[]): void {
  for (const [index, block] of blocks.entries()) drawBlock(page, block, blocks.slice(index + 1));
}

function drawBlock(page: Page, block: PdfBlock, next: readonly PdfBlock[]): void {
  if (block.kind === 'heading') drawHeading(page, block.text, next);
  else if (block.kind === 'text') drawText(page, block.text, block.isMuted === true);
  else if (block.kind === 'facts') drawFacts(page, block.facts);
  else if (block.kind === 'table') drawTable(page, block);
  else if (block.kind === 'columns') drawColumns(page, block.columns);
  else if (block.kind === 'panel') drawPanel(page, block.figures);
  else if (block.kind === 'across') page.turn();
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

/** With the next text and the beginning of what follows it, so that neither is the last of a page. */
function drawHeading(page: Page, text: string, [next]: readonly PdfBlock[]): void {
  const { pdf, left, width, make } = page;
  const textHeight = next?.kind === 'text' ? heightOfText(page, next.text) : 0;
  make(leastBelow + (textHeight < most ? textHeight : 0));
  pdf.y += gap;
  pdf.font('semibold').fontSize(12).fillColor(ink.text).text(text, left, pdf.y, { width });
  pdf.y += 4;
}

/** The heading itself, and of a table its head and some rows. */
const leastBelow = 150;
/** A longer text goes on over the end of a page anyway. */
const most = 200;
const lineGap = 2;

function heightOfText({ pdf, width }: Page, text: string): number {
  return pdf.font('regular').fontSize(9.5).heightOfString(text, { width, lineGap }) + gap / 2;
}

function drawText({ pdf, left, width }: Page, text: string, isMuted: boolean): void {
  pdf
    .font('regular')
    .fontSize(9.5)
    .fillColor(isMuted ? ink.muted : ink.text);
  pdf.text(text, left, pdf.y, { width, lineGap });
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

function drawColumns(page: Page, columns: Extract<PdfBlock, { kind: 'columns' }>['columns']): void {
  const { pdf, left, width } = page;
  const between = 24;
  const own = (width - between * (columns.length - 1)) / columns.length;
  const parts = columns.map(({ heading, lines: [first = '', ...more] }) => [
    { text: heading, font: 'regular', size: 8, color: ink.muted, above: 0 },
    { text: first, font: 'semibold', size: 10.5, color: ink.text, above: 3 },
    ...more.map((text) => ({ text, font: 'regular', size: 9.5, color: ink.text, above: 2 })),
  ]);
  const heights = parts.map((lines) =>
    lines.reduce((sum, { text, font, size, above }) => {
      pdf.font(font).fontSize(size);
      return sum + above + pdf.heightOfString(text, { width: own });
    }, 0),
  );
  const height = Math.max(...heights);
  page.make(height);
  const top = pdf.y;
  for (const [index, lines] of parts.entries()) {
    pdf.y = top;
    for (const { text, font, size, color, above } of lines) {
      pdf.font(font).fontSize(size).fillColor(color);
      pdf.text(text, left + index * (own + between), pdf.y + above, { width: own });
    }
  }
  pdf.y = top + height + 2 * gap;
}

const panel = { padding: 12, main: 17, other: 10.5, label: 8 } as const;

function drawPanel(page: Page, figures: Extract<PdfBlock, { kind: 'panel' }>['figures']): void {
  const { pdf, left, width } = page;
  const shares = figures.map((_, index) => (index === 0 ? 1.7 : 1));
  const unit = (width - panel.padding) / shares.reduce((sum, share) => sum + share, 0);
  const rooms = shares.map((share) => share * unit - panel.padding);
  const parts = figures.map(({ label, value }, index) => {
    const room = rooms[index] ?? 0;
    const labelHeight = pdf.font('regular').fontSize(panel.label).heightOfString(label, { width: room });
    let size: number = index === 0 ? panel.main : panel.other;
    pdf.font('semibold').fontSize(size);
    // An amount of any length stays on its line.
    size *= Math.min(1, room / (pdf.widthOfString(value, { features: tabular }) + 1));
    return { label, value, size, room, labelHeight };
  });
  const labels = Math.max(...parts.map(({ labelHeight }) => labelHeight));
  const height = 2 * panel.padding + labels + 4 + panel.main * 1.25;
  page.make(height);
  const top = pdf.y;
  pdf.rect(left, top, width, height).fill(ink.band);
  let x = left + panel.padding;
  // Labels begin on one line, figures stand on one.
  const base = top + height - panel.padding - 3;
  for (const { label, value, size, room } of parts) {
    pdf.font('regular').fontSize(panel.label).fillColor(ink.muted);
    pdf.text(label, x, top + panel.padding, { width: room });
    pdf.font('semibold').fontSize(size).fillColor(ink.text);
    pdf.text(value, x, base, { lineBreak: false, baseline: 'alphabetic', features: tabular });
    x += room + panel.padding;
  }
  pdf.y = top + height + 2 * gap;
}
