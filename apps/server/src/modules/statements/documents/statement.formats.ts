import { amountText } from '../../../infra/pdf/index.ts';

export { amountText, countText, dayText, monthText } from '../../../infra/pdf/index.ts';

// As on screen in every language: a statement is read beside the pages of the hub.
const percentFormat = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 });

/** The currency stays on the line of its amount. */
export const euroText = (euros: number) => `${amountText(euros)}\u00a0€`;
/** Of hundredths of a percent: 1250 is `12,5%`. */
export const rateText = (rate: number) => `${percentFormat.format(rate / 100)}%`;

/** In groups of four, as people read it out. */
export const ibanText = (iban: string) => iban.replaceAll(/\s/g, '').replaceAll(/(.{4})(?=.)/g, '$1 ');
