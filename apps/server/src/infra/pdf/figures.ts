import { tabular } from './page.ts';

/** What can stand in an amount, a percentage, a day or a time. */
const figures = /^[\d.,:/%€+−–-]+(?:\s[\d.,:/%€+−–-]+)*$/;

/**
 * Figures of one width, with signs at their height, and no more: the contextual rules of the font, which letters need, take most
 * of the time of a table with thousands of amounts. A library of types for lists only does not know the form that turns rules off.
 */
const figureFeatures = {
  tnum: true,
  case: true,
  calt: false,
  ccmp: false,
  clig: false,
  dnom: false,
  frac: false,
  kern: false,
  liga: false,
  locl: false,
  mark: false,
  mkmk: false,
  numr: false,
  rlig: false,
  rvrn: false,
} as unknown as PDFKit.Mixins.OpenTypeFeatures[];

export const isFigures = (text: string) => figures.test(text);

type TextFeatures = Pick<PDFKit.Mixins.TextOptions, 'features'>;

/** A text without digits is measured word by word and remembered, as long as it has no features. */
export function featuresOf(text: string): TextFeatures {
  if (isFigures(text)) return { features: figureFeatures };
  return /\d/.test(text) ? { features: tabular } : {};
}

/** Measures texts of one font in points at a size of 1. Figures are the sum of their signs, each of which is measured once. */
export function createRuler(pdf: PDFKit.PDFDocument, font: string): (text: string) => number {
  const size = 100;
  const signs = new Map<string, number>();
  const measure = (text: string, features: TextFeatures) => {
    pdf.font(font).fontSize(size);
    return pdf.widthOfString(text, features) / size;
  };
  return (text) => {
    const features = featuresOf(text);
    if (!isFigures(text)) return measure(text, features);
    let width = 0;
    for (const sign of text) {
      let own = signs.get(sign);
      if (own === undefined) {
        own = measure(sign, features);
        signs.set(sign, own);
      }
      width += own;
    }
    return width;
  };
}
