/** Printed documents: A4, with a title, blocks of text, facts, tables and drawings, and numbered pages. */
import { fileURLToPath } from 'node:url';
import type { Language } from '@ludus/contract';
import { drawBlocks } from './blocks.ts';
import { openPage } from './page.ts';

export { amountText, countText, dayText, monthText } from './formats.ts';

export interface PdfColumn {
  title: string;
  /** Its share of the width, beside those of the others; 1 unless given. `content`: as wide as its cells, the others share the rest. */
  width?: number | 'content';
  /** Amounts stand at the right. */
  align?: 'left' | 'right';
}

/** A row, a line that heads the rows after it and is repeated with them on the next page, or the sum that ends these rows. */
export type PdfRow = readonly string[] | { group: string } | { subtotal: readonly string[] };

/** What a drawing may use: points, with the origin at the top left of the page. */
export type PdfCanvas = Pick<
  PDFKit.PDFDocument,
  | 'moveTo'
  | 'lineTo'
  | 'rect'
  | 'circle'
  | 'polygon'
  | 'lineWidth'
  | 'dash'
  | 'undash'
  | 'fill'
  | 'stroke'
  | 'font'
  | 'fontSize'
  | 'fillColor'
  | 'text'
>;

export interface PdfBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type PdfBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isMuted?: boolean }
  /** Pairs of label and value, one below the other. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** Its head is repeated on every page. `total` is the last row, set off. */
  | {
      kind: 'table';
      columns: readonly PdfColumn[];
      rows: readonly PdfRow[];
      total?: readonly string[];
    }
  /** Texts side by side, such as the two sides of a letter; the first line of each is set off. On one page. */
  | { kind: 'columns'; columns: readonly { heading: string; lines: readonly string[] }[] }
  /** Few figures side by side on a band; the first is the one that matters. On one page. */
  | { kind: 'panel'; figures: readonly { label: string; value: string }[] }
  /** What follows stands on pages in landscape, for tables of many figures. */
  | { kind: 'across' }
  /** On one page. */
  | { kind: 'drawing'; height: number; draw(canvas: PdfCanvas, box: PdfBox): void };

export interface PdfDocument {
  title: string;
  /** The line below the title. */
  subtitle: string;
  language: Language;
  /** Stands in the file, which is the same byte by byte for the same document. */
  createdAt: Date;
  author: string;
  /** At the foot of every page, before its number. It may have several lines. */
  footer: string;
  pageText(page: number, pages: number): string;
  blocks: readonly PdfBlock[];
}

const fontFile = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url));

/** Returns the file. The library is loaded with the first document: most processes write none. */
export async function writePdf(document: PdfDocument): Promise<Buffer> {
  const { default: PdfKit } = await import('pdfkit');
  const { title, author, language, createdAt } = document;
  const pdf = new PdfKit({
    size: 'A4',
    margins: { top: 56, bottom: 64, left: 48, right: 48 },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  });
  pdf.registerFont('regular', fontFile('inter-regular'));
  pdf.registerFont('semibold', fontFile('inter-semibold'));
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const page = openPage(pdf, document.footer);
  page.title(title, document.subtitle);
  drawBlocks(page, document.blocks);
  page.footers(document.pageText);
  pdf.end();
  return await written;
}
