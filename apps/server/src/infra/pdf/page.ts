/** The page that a document is written on: where the next block begins, and what every page has at its foot. */

export const ink = { text: '#17181c', muted: '#5d6068', line: '#d5d7dd', band: '#f3f4f7' } as const;

export interface Page {
  pdf: PDFKit.PDFDocument;
  left: number;
  width: number;
  /** Begins a page unless the height is free on this one; says whether it did. */
  make(height: number): boolean;
  title(title: string, subtitle: string): void;
  /** Written when all pages are known. */
  footers(text: string, pageText: (page: number, pages: number) => string): void;
}

export function openPage(pdf: PDFKit.PDFDocument): Page {
  const { left, right } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  const bottom = pdf.page.height - pdf.page.margins.bottom;
  return {
    pdf,
    left,
    width,
    make(height) {
      if (pdf.y + height <= bottom) return false;
      pdf.addPage();
      return true;
    },
    title(title, subtitle) {
      pdf.font('semibold').fontSize(20).fillColor(ink.text).text(title, left, pdf.y, { width });
      pdf.font('regular').fontSize(10).fillColor(ink.muted).text(subtitle, { width });
      pdf.y += 10;
    },
    footers(text, pageText) {
      const { start, count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(start + page);
        // A line below the bottom margin would begin another page.
        pdf.page.margins.bottom = 0;
        const y = pdf.page.height - 40;
        pdf
          .moveTo(left, y - 8)
          .lineTo(left + width, y - 8)
          .lineWidth(0.5)
          .stroke(ink.line);
        pdf.font('regular').fontSize(8).fillColor(ink.muted);
        pdf.text(text, left, y, { width: width - 90, height: 10, ellipsis: true });
        pdf.text(pageText(page + 1, count), left + width - 90, y, { width: 90, align: 'right' });
      }
    },
  };
}
