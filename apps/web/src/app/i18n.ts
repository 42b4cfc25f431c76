import type { Language } from '@ludus/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type DateTimeStyle, formatAmount, formatDay, formatInstant, formatNumber } from '../lib/format.ts';
import { loadRestFrom, loadTextsFrom } from '../lib/texts.ts';
import { restOfTexts, textsOf } from './texts.ts';

/**
 * Starts in a language with its texts; those of another one are loaded when someone switches to it.
 * @param isWhole false when these are only the texts of the first screens
 */
export function startI18n(
  language: Language,
  texts: Readonly<Record<string, object>>,
  isWhole: boolean,
): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { ...texts } },
  });
  setFormats();
  loadTextsFrom(textsOf);
  loadRestFrom(isWhole ? null : () => restOfTexts(language), language);
  document.documentElement.lang = language;
}

/**
 * Replaces the formats of i18next by those of `lib/format`, so that a number or an instant inside a text reads as it
 * does beside it:
 *
 *     {{count, number}}  {{max, currency}}  {{time, datetime(style: minutes)}}  {{day, day}}
 */
function setFormats(): void {
  const formatter = i18next.services.formatter;
  formatter?.add('number', (value) => formatNumber(value, 0, 3));
  formatter?.add('currency', (value) => formatAmount(value));
  formatter?.add('datetime', (value, _language, { style }: { style?: DateTimeStyle }) =>
    formatInstant(value, style),
  );
  // A plain calendar day, which has no zone.
  formatter?.add('day', (value) => formatDay(value));
}
