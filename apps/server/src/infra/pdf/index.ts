/** Printed documents: A4, with a title, blocks of text, facts, tables and drawings, and numbered pages. */
import { fileURLToPath } from 'node:url';
import type { Language } from '@ludus/contract';
import { drawBlock } from './blocks.ts';
import { openPage } from './page.ts';

export interface PdfColumn {
  title: string;
  /** Its share of the width, beside those of the others; 1 unless given. */
  width?: number;
  /** Amounts stand at the right. */
  align?: 'left' | 'right';
}

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
      rows: readonly (readonly string[])[];
      total?: readonly string[];
    }
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
  /** At the foot of every page, before its number. */
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
  const page = openPage(pdf);
  page.title(title, document.subtitle);
  for (const block of document.blocks) drawBlock(page, block);
  page.footers(document.footer, document.pageText);
  pdf.end();
  return await written;
}
