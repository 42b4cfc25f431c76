import { fontFamily, type Scheme, tokens } from '../../theme/tokens.ts';
import type { ChartHandle } from './chart-canvas.tsx';
import { type ChartSeries, colorOf, dashOf } from './chart-model.ts';

interface PictureParts {
  image: NonNullable<ReturnType<ChartHandle['image']>>;
  title: string;
  /** What the figures cover, below the title: steps, filters and zone. */
  coverage: string;
  /** Below the drawing: how far the figures reach. */
  caption: string;
  series: readonly ChartSeries[];
  scheme: Scheme;
}

const scale = 2;
const margin = 20;
const line = 22;

/** A chart as a PNG that explains itself: title, what it covers, the names of its series, the drawing, and its age. */
export async function chartPicture({
  image,
  title,
  coverage,
  caption,
  series,
  scheme,
}: PictureParts): Promise<Blob> {
  const drawing = new Image();
  drawing.src = image.url;
  await drawing.decode();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on.');
  const width = image.width + 2 * margin;
  context.font = `13px ${fontFamily}`;
  const covered = linesOf(coverage, image.width, (text) => context.measureText(text).width);
  const places = legendPlaces(
    series.map((one) => context.measureText(one.name).width + 38),
    image.width,
  );
  const legendTop = margin + 34 + covered.length * 18;
  const chartTop = legendTop + ((places.at(-1)?.row ?? -1) + 1) * line + 8;
  canvas.width = width * scale;
  context.font = `12px ${fontFamily}`;
  const below =
    caption === '' ? [] : linesOf(caption, image.width, (text) => context.measureText(text).width);
  const captionHeight = below.length === 0 ? 0 : line + (below.length - 1) * 16;
  canvas.height = (chartTop + image.height + captionHeight + margin) * scale;
  // A new size empties the canvas and forgets its settings.
  context.scale(scale, scale);
  const color = tokens[scheme];
  context.fillStyle = color.panel;
  context.fillRect(0, 0, width, canvas.height / scale);
  context.textBaseline = 'middle';
  context.fillStyle = color.text;
  context.font = `600 16px ${fontFamily}`;
  context.fillText(title, margin, margin + 12, image.width);
  context.fillStyle = color.secondary;
  context.font = `13px ${fontFamily}`;
  for (const [row, text] of covered.entries()) {
    context.fillText(text, margin, margin + 34 + row * 18, image.width);
  }
  for (const [index, one] of series.entries()) {
    const place = places[index] ?? { x: 0, row: 0 };
    const [x, y] = [margin + place.x, legendTop + place.row * line + 8];
    context.strokeStyle = colorOf(one, scheme);
    context.lineWidth = 3;
    context.setLineDash(dashOf(one) ? [5, 3] : []);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 16, y);
    context.stroke();
    context.fillText(one.name, x + 22, y);
  }
  context.drawImage(drawing, margin, chartTop, image.width, image.height);
  context.fillStyle = color.tertiary;
  context.font = `12px ${fontFamily}`;
  for (const [row, text] of below.entries())
    context.fillText(text, margin, chartTop + image.height + line / 2 + row * 16, image.width);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('No picture.'))), 'image/png');
  });
}

/** A text in lines of at most this width, broken between words: names of many games are longer than the picture. */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length === 0 || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Where names of these widths stand when they fill rows from the left. */
export function legendPlaces(widths: readonly number[], width: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return widths.map((own) => {
    if (x > 0 && x + own > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += own;
    return place;
  });
}
