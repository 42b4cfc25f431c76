/** Figures and days as they are written on screen: Italian in every language, as a document is read beside the pages of the hub. */
import type { Language } from '@ludus/contract';

const euroFormat = new Intl.NumberFormat('it-IT', {
  useGrouping: 'always',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const countFormat = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
const monthFormats: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  it: new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** An amount in a column of amounts, with the minus sign of print. */
export const amountText = (euros: number) => euroFormat.format(euros + 0).replace('-', '−');
export const countText = (count: number) => countFormat.format(count).replace('-', '−');
/** `2026-11-30` as `30/11/2026`. */
export const dayText = (day: string) => day.split('-').reverse().join('/');

/** `2026-10` as `October 2026`. */
export function monthText(month: string, language: Language): string {
  return monthFormats[language].format(new Date(`${month}-01T00:00:00Z`));
}
