/** Figures of the RTP monitor as they are written on screen: Italian in every language. */
const formats = new Map<number, Intl.NumberFormat>();

export function decimalText(value: number, digits: number): string {
  let format = formats.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat('it-IT', {
      useGrouping: 'always',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(digits, format);
  }
  return format.format(value).replace('-', '−');
}

export const percentText = (value: number | null) =>
  value === null ? '–' : `${decimalText(value * 100, 2)}%`;

/** Standard errors with their sign. */
export const deviationText = (value: number | null) =>
  value === null ? '–' : `${value > 0 ? '+' : ''}${decimalText(value, 1)} σ`;

export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}
