import { metrics, type ReportFigures } from '@ludus/contract';
import { amountParts, type FigureParts, figureParts, percentParts } from '../../lib/format.ts';
import type { FigureId } from './columns.ts';

const partsOf = (id: FigureId, value: number): FigureParts | null => {
  if (metrics[id].unit === 'count') return figureParts(value, { minimumDecimals: 0 });
  if (metrics[id].unit === 'ratio') return percentParts(value, 4);
  return amountParts(value, false);
};

/** Both sides of a cell. */
const padding = 24;
/** A bold digit, a sign and the unit at 13 px; marks and blanks between them take half of it. */
const digit = 8;

/**
 * Pixels that the widest figure of each column needs: by the outermost values, because a report of hundreds of thousands
 * of rows is not laid out to be measured.
 */
export function roomOf(
  rows: readonly ReportFigures[],
  totals: ReportFigures,
  columns: readonly FigureId[],
): number[] {
  return columns.map((id) => {
    let [least, most] = [totals[id] ?? 0, totals[id] ?? 0];
    for (const row of rows) {
      const value = row[id] ?? 0;
      if (value < least) least = value;
      else if (value > most) most = value;
    }
    return Math.max(...[least, most].map((value) => padding + widthOf(partsOf(id, value))));
  });
}

/** A letter of a heading at 13 px, and what explains the figure beside it. */
const letter = 6;
const mark = 20;

/** Pixels that a heading needs, whose words stand below each other where they have to. */
export function headingRoomOf(heading: string): number {
  const longest = Math.max(...heading.split(' ').map((word) => word.length));
  return Math.ceil(padding + longest * letter + mark);
}

/**
 * Which columns of these widths a frame has room for: the needed ones are shown in any case, of the others the last ones give
 * way first.
 */
export function fittingColumns(
  widths: readonly number[],
  isNeeded: readonly boolean[],
  available: number,
): boolean[] {
  const shown = widths.map(() => true);
  let total = widths.reduce((sum, width) => sum + width, 0);
  for (let place = widths.length - 1; place >= 0 && total > available; place--) {
    if (isNeeded[place]) continue;
    shown[place] = false;
    total -= widths[place] ?? 0;
  }
  return shown;
}

function widthOf(parts: FigureParts | null): number {
  if (!parts) return digit;
  let width = 0;
  for (const sign of parts.sign + parts.integer + parts.decimals + parts.unit) {
    width += /[.,\s]/.test(sign) ? digit / 2 : sign === '%' ? digit * 1.5 : digit;
  }
  return Math.ceil(width);
}
