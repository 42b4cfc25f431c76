/** What stands on the one page of a document of the demo. */
export interface PdfPage {
  title: string;
  subtitle: string;
  /** Facts, each with its label, one a line. */
  facts: readonly (readonly [label: string, value: string])[];
  paragraphs: readonly string[];
  footer: string;
}

// A4 in points; the origin is the lower left corner.
const width = 595;
const height = 842;
const margin = 64;
const lineLength = 84;

/** Writes a page with the two fonts that every reader has, so that none travels with the file. */
export function pdfOf(page: PdfPage): Buffer {
  const content = contentOf(page);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(page.title)}) /Producer (Ludus Hub) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\n`;
  // One byte a character: the offsets above count characters.
  return Buffer.from(`${file}${table}${trailer}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}

function contentOf({ title, subtitle, facts, paragraphs, footer }: PdfPage): string {
  const parts = [
    `0.91 0.73 0.28 rg 0 ${height - 12} ${width} 12 re f`,
    text('F2', 22, margin, height - 96, title),
    text('F1', 12, margin, height - 120, subtitle, 0.4),
    `0.8 G 0.7 w ${margin} ${height - 142} m ${width - margin} ${height - 142} l S`,
  ];
  let y = height - 176;
  for (const [label, value] of facts) {
    parts.push(text('F1', 11, margin, y, label, 0.4), text('F2', 11, margin + 130, y, value));
    y -= 24;
  }
  for (const paragraph of paragraphs) {
    y -= 14;
    for (const line of linesOf(paragraph)) {
      parts.push(text('F1', 11, margin, y, line));
      y -= 16;
    }
  }
  parts.push(text('F1', 9, margin, 48, footer, 0.4));
  return parts.join('\n');
}

function text(font: 'F1' | 'F2', size: number, x: number, y: number, words: string, gray = 0.1): string {
  return `BT ${gray} g /${font} ${size} Tf ${x} ${y} Td (${escaped(words)}) Tj ET`;
}

/** The characters that a string of a PDF and WinAnsiEncoding share with Latin-1; others become a question mark. */
function escaped(words: string): string {
  return words.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, '\\$&');
}

function linesOf(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + word.length >= lineLength) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
