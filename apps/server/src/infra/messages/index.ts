/** Sentences by their codes, rendered in a reader's language from the tables of the contract. */
import type { Language, Message, MessageValue } from '@ludus/contract';
import { texts as en } from '@ludus/contract/texts/en';
import { texts as it } from '@ludus/contract/texts/it';
import i18next from 'i18next';

const renderer = i18next.createInstance();
void renderer.init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'messages',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { messages: en }, it: { messages: it } },
});
const counts = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
renderer.services.formatter?.add('number', (value) => formatCount(Number(value)));

/** Italian in every language, as on screen: a message stands beside figures that are written so. */
export function formatCount(value: number): string {
  return counts.format(value);
}

/** Renders a message in a language; English is what the API says beside a message's code. */
export function renderMessage({ code, values }: Message, language: Language = 'en'): string {
  const replace = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, rendered(value, language)]),
  );
  const { count } = values;
  return renderer.t(code, { lng: language, replace, ...(typeof count === 'number' ? { count } : {}) });
}

function rendered(value: MessageValue, language: Language): string | number {
  if (typeof value !== 'object') return value;
  return [value]
    .flat()
    .map((part) => renderMessage(part, language))
    .join(' ');
}
