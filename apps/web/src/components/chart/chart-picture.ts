import { type Scheme, tokens } from '../../theme/tokens.ts';
import type { ChartHandle } from './chart-canvas.tsx';
import { type ChartSeries, colorOf, dashOf } from './chart-model.ts';

interface PictureParts {
  image: NonNullable<ReturnType<ChartHandle['image']>>;
  title: string;
  /** What the figures cover, below the title. */
  coverage: string;
  series: readonly ChartSeries[];
  scheme: Scheme;
}

const font = "'Instrument Sans Variable', system-ui, sans-serif";
const scale = 2;
const margin = 20;
const line = 22;

/** A chart as a PNG that explains itself: title, what it covers, the names of its series, then the drawing. */
export async function chartPicture({ image, title, coverage, series, scheme }: PictureParts): Promise<Blob> {
  const drawing = new Image();
  drawing.src = image.url;
  await drawing.decode();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on.');
  const width = image.width + 2 * margin;
  context.font = `13px ${font}`;
  const places = legendPlaces(
    series.map((one) => context.measureText(one.name).width + 38),
    image.width,
  );
  const legendTop = margin + 52;
  const chartTop = legendTop + ((places.at(-1)?.row ?? -1) + 1) * line + 8;
  canvas.width = width * scale;
  canvas.height = (chartTop + image.height + margin) * scale;
  // A new size empties the canvas and forgets its settings.
  context.scale(scale, scale);
  const color = tokens[scheme];
  context.fillStyle = color.panel;
  context.fillRect(0, 0, width, canvas.height / scale);
  context.textBaseline = 'middle';
  context.fillStyle = color.text;
  context.font = `600 16px ${font}`;
  context.fillText(title, margin, margin + 12, image.width);
  context.fillStyle = color.secondary;
  context.font = `13px ${font}`;
  context.fillText(coverage, margin, margin + 34, image.width);
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
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('No picture.'))), 'image/png');
  });
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
