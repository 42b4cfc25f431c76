import type { Language } from '@ludus/contract';

// As on screen in every language: a statement is read beside the pages of the hub.
const euroFormat = new Intl.NumberFormat('it-IT', {
  useGrouping: 'always',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const countFormat = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
const percentFormat = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 });
const monthFormats: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  it: new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** An amount in a column of amounts, with the minus sign of print. */
export const amountText = (euros: number) => euroFormat.format(euros + 0).replace('-', '−');
/** The currency stays on the line of its amount. */
export const euroText = (euros: number) => `${amountText(euros)}\u00a0€`;
export const countText = (count: number) => countFormat.format(count).replace('-', '−');
/** Of hundredths of a percent: 1250 is `12,5%`. */
export const rateText = (rate: number) => `${percentFormat.format(rate / 100)}%`;
/** `2026-11-30` as `30/11/2026`. */
export const dayText = (day: string) => day.split('-').reverse().join('/');

/** `2026-10` as `October 2026`. */
export function monthText(month: string, language: Language): string {
  return monthFormats[language].format(new Date(`${month}-01T00:00:00Z`));
}

/** In groups of four, as people read it out. */
export const ibanText = (iban: string) => iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
