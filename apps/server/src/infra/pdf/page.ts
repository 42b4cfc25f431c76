/** The page that a document is written on: where the next block begins, and what every page has at its foot. */

export const ink = { text: '#17181c', muted: '#5d6068', line: '#d5d7dd', band: '#f3f4f7' } as const;

/** Below a block. */
export const gap = 8;
/** Figures of one width, so that amounts stand below each other. */
export const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

export interface Page {
  pdf: PDFKit.PDFDocument;
  left: number;
  /** Between the margins of the page that is written on. */
  readonly width: number;
  /** Begins a page unless the height is free on this one; says whether it did. */
  make(height: number): boolean;
  /** Goes on across: on a page, and those after it, that are as wide as this one is high. */
  turn(): void;
  title(title: string, subtitle: string): void;
  /** Written when all pages are known. */
  footers(pageText: (page: number, pages: number) => string): void;
}

const foot = { size: 8, numberWidth: 90, gap: 8 } as const;

export function openPage(pdf: PDFKit.PDFDocument, footer: string): Page {
  const { left, right } = pdf.page.margins;
  const widthOf = () => pdf.page.width - left - right;
  const footWidth = () => widthOf() - foot.numberWidth;
  const lineHeight = pdf.font('regular').fontSize(foot.size).currentLineHeight(true);
  // Its last line stands where that of a footer of one line does; what is above it is taken from every page.
  const above = Math.max(0, pdf.heightOfString(footer, { width: footWidth() }) - lineHeight);
  const keepFoot = () => {
    pdf.page.margins.bottom += above;
  };
  keepFoot();
  pdf.on('pageAdded', keepFoot);
  return {
    pdf,
    left,
    get width() {
      return widthOf();
    },
    make(height) {
      if (pdf.y + height <= pdf.page.height - pdf.page.margins.bottom) return false;
      pdf.addPage();
      return true;
    },
    turn() {
      pdf.options.layout = 'landscape';
      pdf.addPage();
    },
    title(title, subtitle) {
      const width = widthOf();
      pdf.font('semibold').fontSize(20).fillColor(ink.text).text(title, left, pdf.y, { width });
      pdf.font('regular').fontSize(10).fillColor(ink.muted).text(subtitle, { width });
      pdf.y += 16;
    },
    footers(pageText) {
      const { start, count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(start + page);
        // A line below the bottom margin would begin another page.
        pdf.page.margins.bottom = 0;
        const y = pdf.page.height - 40 - above;
        const width = widthOf();
        pdf
          .moveTo(left, y - foot.gap)
          .lineTo(left + width, y - foot.gap)
          .lineWidth(0.5)
          .stroke(ink.line);
        pdf.font('regular').fontSize(foot.size).fillColor(ink.muted);
        pdf.text(footer, left, y, { width: footWidth() });
        const numbered = { width: foot.numberWidth, align: 'right' } as const;
        pdf.text(pageText(page + 1, count), left + footWidth(), y, numbered);
      }
    },
  };
}
