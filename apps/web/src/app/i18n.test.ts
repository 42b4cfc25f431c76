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
  [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('texts', () => {
  afterEach(() => setLanguage('en'));

  it('exist in both languages for each folder that has some', () => {
    expect(Object.keys(english)).toContain('sessionBox');
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

  it('[OPEN-71] keeps texts that the documents quote in English', () => {
    expect(textAt(italian, 'common.error.reloadPage')).toBe('Reload page to try again.');
    expect(textAt(italian, 'common.error.server')).toBe('Error trying to connect to the server.');
    expect(textAt(italian, 'jobs.lostTitle')).toBe('Lost connection to jobs server');
    expect(textAt(italian, 'shell.failed.text')).toBe(textAt(english, 'shell.failed.text'));
  });

  it('names a feature’s texts after its folder', () => {
    expect(namespaceOf('../../features/session-box/i18n.en.ts')).toBe('sessionBox');
    expect(namespaceOf('../../components/i18n.en.ts')).toBe('common');
    expect(namespaceOf('../shell/i18n.en.ts')).toBe('shell');
  });
});
