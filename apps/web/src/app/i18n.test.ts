import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../lib/language.ts';
import { storedLanguage } from '../lib/stored-language.ts';
import { namespaceOf, textsOf } from './texts.ts';

const [english, italian] = await Promise.all([textsOf('en'), textsOf('it')]);

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${key}.`) : `${prefix}${key}`,
  );
}

function textAt(texts: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], texts);
}

const placeholders = (text: unknown) =>
  [...String(text).matchAll(/\{\{([^}]+)\}\}/g)].map((match) => match[1]).sort();

/** The words of a text: what is left without its values, tags and punctuation. */
const wordsOf = (text: unknown) =>
  String(text)
    .replace(/\{\{[^}]+\}\}|<\/?\w+\/?>/g, ' ')
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();

/** What an Italian back office writes as English does. Anything else that is the same is a text no one translated. */
const sameInBoth = new Set([
  // Names: the product, the services of an integration, a time zone, and each language by its own name.
  ...['Ludus Hub', 'Gaming', 'Data', 'Play', 'Launch', 'Europe/Rome', 'English', 'Italiano'],
  // Abbreviations and file formats.
  ...['RTP', 'URL', 'CSV', 'Excel XLSX', 'HTML', 'JSON', 'Markdown', 'ms', '10 min', '24 h', '10 min 24 h'],
  // Loan words of gaming: fun is the counterpart of real money.
  ...['Fun', 'Slug', 'Logo', 'Banner', 'banner', 'Mini banner', 'mini banner'],
  // Loan words of software.
  ...[
    'Dashboard',
    'Marketing',
    'Beta',
    'Browser',
    'Email',
    'email',
    'Manager',
    'manager',
    'File',
    'file',
    'Link',
    'Mailing list',
    'Password',
    'Ticket',
    'ticket',
    'Token',
    'Webhook',
  ],
  // A team is one in both; the size and the format of a picture.
  ...['Team', 'px', 'PNG 1920 600'],
  // Names of fields of the operator API.
  'changedFrom updatedAt changedTo',
  // Spelled alike in both languages.
  ...['Area', 'Desktop', 'Formula', 'Media', 'Mobile', 'No', 'Video', 'video'],
]);

describe('texts', () => {
  afterEach(() => setLanguage('en'));

  it('exist in both languages for each folder that has some', () => {
    expect(Object.keys(english)).toEqual(expect.arrayContaining(['sessionDetails', 'gameForm', 'common']));
    expect(Object.keys(italian)).toEqual(Object.keys(english));
  });

  it.each(Object.entries(english))(
    '[OPEN-71] %s has the same keys and placeholders in both languages',
    (name, en) => {
      const it = italian[name] ?? {};
      expect(keysOf(it).sort()).toEqual(keysOf(en).sort());
      for (const key of keysOf(en)) {
        expect(placeholders(textAt(it, key)), key).toEqual(placeholders(textAt(en, key)));
        expect(String(textAt(it, key)).trim(), key).not.toBe('');
      }
    },
  );

  it('[I18N-01] starts in English', () => {
    expect(storedLanguage()).toBe('en');
    expect(i18next.language).toBe('en');
  });

  it('[I18N-02][I18N-03] keeps the chosen language on the client; texts and html lang follow at once', async () => {
    await setLanguage('it');
    expect(i18next.t('reload')).toBe('Ricarica');
    expect(document.documentElement.lang).toBe('it');
    expect(storedLanguage()).toBe('it');
  });

  it.each(Object.entries(english))('[OPEN-71] every text of %s is translated', (name, en) => {
    const untranslated = keysOf(en).filter((key) => {
      const words = wordsOf(textAt(en, key));
      return words !== '' && !sameInBoth.has(words) && words === wordsOf(textAt(italian[name] ?? {}, key));
    });
    expect(untranslated).toEqual([]);
  });

  it('[OPEN-71] has quoted texts literally in English and well translated in Italian', () => {
    const both = (path: string) => [textAt(english, path), textAt(italian, path)];
    expect(both('common.error.reloadPage')).toEqual([
      'Reload page to try again.',
      'Ricarica la pagina per riprovare.',
    ]);
    expect(both('common.error.server')).toEqual([
      'Error trying to connect to the server.',
      'Impossibile connettersi al server.',
    ]);
    expect(both('jobs.lostTitle')).toEqual([
      'Lost connection to jobs server',
      'Connessione al server dei processi persa',
    ]);
    expect(both('gameWizard.submit')).toEqual(['Submit data', 'Invia dati']);
    expect(both('shell.failed.text')).toEqual([
      'Something went wrong, please try again. If the problem persists please contact our team.',
      'Qualcosa è andato storto, riprova. Se il problema persiste, contatta il nostro team.',
    ]);
  });

  it.each(['en', 'it'] as const)(
    '[I18N-04][I18N-05] writes numbers, amounts, times and days in %s as lib/format does',
    async (language) => {
      await setLanguage(language);
      expect(i18next.t('rowsOf', { from: 1, to: 50, total: 1_234_567 })).toMatch(
        /^1–50 (of|di) 1\.234\.567$/,
      );
      expect(i18next.t('bets:betAboveMax', { max: 1234.5 })).toContain('1.234,50\u00a0€');
      const time = '2026-11-20T13:32:07.000Z';
      expect(i18next.t('freshness.on', { time })).toContain('20/11/2026 14:32');
      expect(i18next.t('freshness.at', { time })).toMatch(/ 14:32$/);
      expect(i18next.t('periodProblems.tooEarly', { day: '2026-11-20' })).toContain('20/11/2026');
      expect(i18next.t('charts:moreSeries', { count: 1_234 })).toContain('1.234');
    },
  );

  it('[OPEN-71] has a plural for whole millions, for which Italian has a category of its own', async () => {
    await setLanguage('it');
    expect(i18next.t('moreChosen', { count: 1_000_000 })).toBe('1.000.000 altri selezionati');
    expect(i18next.t('catalog:requesting.chosen', { count: 2_000_000 })).toBe('2.000.000 giochi selezionati');
  });

  it('exist for every namespace that a component reads', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
      eager: true,
      query: '?raw',
      import: 'default',
    });
    const read = Object.values(sources).flatMap((source) =>
      [...source.matchAll(/useTranslation\('(\w+)'\)/g)].map(([, name]) => name ?? ''),
    );
    expect(read).toContain('sessionDetails');
    expect([...new Set(read)].filter((name) => english[name] === undefined)).toEqual([]);
  });

  it('names texts after their folder', () => {
    expect(namespaceOf('../../features/session-details/i18n.en.ts')).toBe('sessionDetails');
    expect(namespaceOf('../../domain/game/form/i18n.en.ts')).toBe('gameForm');
    expect(namespaceOf('../../components/i18n.en.ts')).toBe('common');
    expect(namespaceOf('../shell/i18n.en.ts')).toBe('shell');
  });
});
