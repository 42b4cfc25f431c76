import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textsOf } from '../app/texts.ts';
import { answerCalls, Refusal } from '../test/answer-calls.ts';
import { chooseLanguage, followPreferences, setLanguage } from './language.ts';
import { storedLanguage } from './stored-language.ts';
import { loadTexts, loadTextsFrom } from './texts.ts';
import * as toasts from './toast.tsx';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(async () => {
  await setLanguage('en');
  localStorage.clear();
});

const saved = (calls: { endpoint: string; body?: unknown }[]) =>
  calls.filter(({ endpoint }) => endpoint === 'savePreferences').map(({ body }) => body);
const echo = { savePreferences: ({ body }: { body?: unknown }) => body };

describe('the language of a person', () => {
  it('[I18N-02] holds on a new device, and is kept there for the next start', async () => {
    const calls = answerCalls({ getPreferences: { language: 'it' } });
    await followPreferences();
    expect([i18next.language, document.documentElement.lang, storedLanguage()]).toEqual(['it', 'it', 'it']);
    expect(saved(calls)).toEqual([]);
  });

  it('wins over what was chosen on the device before', async () => {
    await setLanguage('it');
    const calls = answerCalls({ getPreferences: { language: 'en' } });
    await followPreferences();
    expect([i18next.language, storedLanguage(), saved(calls)]).toEqual(['en', 'en', []]);
  });

  it('is what was chosen before signing in, for someone who has never chosen', async () => {
    await setLanguage('it');
    const calls = answerCalls({ getPreferences: { language: null }, ...echo });
    await followPreferences();
    await expect.poll(() => saved(calls)).toEqual([{ language: 'it' }]);
    expect(i18next.language).toBe('it');
  });

  it('stays unknown without any choice', async () => {
    const calls = answerCalls({ getPreferences: { language: null }, ...echo });
    await followPreferences();
    expect([i18next.language, saved(calls)]).toEqual(['en', []]);
  });

  it('chosen while the stored one is on its way is not undone by it', async () => {
    let answer: ((language: 'en') => void) | undefined;
    answerCalls({
      getPreferences: () =>
        new Promise((resolve) => {
          answer = (language) => resolve({ language });
        }),
      ...echo,
    });
    const followed = followPreferences();
    await expect.poll(() => answer).toBeDefined();
    chooseLanguage('it');
    answer?.('en');
    await followed;
    expect(i18next.language).toBe('it');
  });

  it('that is still being saved is not undone by the one that was stored before', async () => {
    let stored: unknown = { language: 'en' };
    let save = () => {};
    answerCalls({
      getPreferences: () => stored,
      savePreferences: ({ body }: { body?: unknown }) =>
        new Promise((resolve) => {
          save = () => {
            stored = body;
            resolve(body);
          };
        }),
    });
    const untouched = save;
    chooseLanguage('it');
    await expect.poll(() => save).not.toBe(untouched);
    const followed = followPreferences();
    await expect.poll(() => storedLanguage()).toBe('it');
    save();
    await followed;
    expect([i18next.language, storedLanguage()]).toEqual(['it', 'it']);
  });

  it('[SET-01] is saved one choice after the other, so that the last one stays', async () => {
    const calls = answerCalls(echo);
    chooseLanguage('it');
    chooseLanguage('en');
    chooseLanguage('it');
    await expect.poll(() => saved(calls).length).toBe(3);
    expect(saved(calls)).toEqual([{ language: 'it' }, { language: 'en' }, { language: 'it' }]);
  });

  it('[OPEN-63] changes all the same when it cannot be saved or read; that is logged', async () => {
    answerCalls({ getPreferences: new Refusal(503), savePreferences: new Refusal(503) });
    chooseLanguage('it');
    await expect.poll(() => logged).toHaveBeenCalledTimes(1);
    await followPreferences();
    expect(logged).toHaveBeenCalledTimes(2);
    expect([i18next.language, storedLanguage()]).toEqual(['it', 'it']);
  });
});

describe('the texts of another language', () => {
  const told = vi.spyOn(toasts, 'toast').mockImplementation(() => '');
  let load = vi.fn<() => Promise<Record<string, object>>>();

  beforeEach(() => {
    told.mockClear();
    load = vi.fn(async () => ({ common: { reload: 'Ricarica' } }));
    loadTextsFrom((language) => {
      expect(language).toBe('it');
      return load();
    });
    i18next.removeResourceBundle('it', 'common');
    answerCalls(echo);
  });
  afterEach(async () => {
    loadTextsFrom(textsOf);
    await loadTexts('it');
  });

  const shown = () => [i18next.language, document.documentElement.lang, i18next.t('reload')];

  it('[I18N-03] are loaded before it is shown, and only once', async () => {
    let arrive = (_texts: Record<string, object>) => {};
    load.mockReturnValueOnce(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const switched = setLanguage('it');
    expect(shown()).toEqual(['en', 'en', 'Reload']);
    arrive({ common: { reload: 'Ricarica' } });
    await switched;
    expect(shown()).toEqual(['it', 'it', 'Ricarica']);
    await setLanguage('en');
    await setLanguage('it');
    expect(shown()).toEqual(['it', 'it', 'Ricarica']);
    expect(load).toHaveBeenCalledOnce();
  });

  it('that arrive late do not undo what was chosen meanwhile', async () => {
    chooseLanguage('it');
    chooseLanguage('en');
    await expect.poll(() => i18next.hasResourceBundle('it', 'common')).toBe(true);
    await setLanguage('en');
    expect([...shown(), storedLanguage()]).toEqual(['en', 'en', 'Reload', 'en']);
  });

  it('that cannot be loaded leave the interface as it is and say so; the next choice tries again', async () => {
    load.mockRejectedValueOnce(new TypeError('offline'));
    chooseLanguage('it');
    await expect
      .poll(() => told)
      .toHaveBeenCalledExactlyOnceWith('error', 'Error trying to connect to the server.');
    expect([...shown(), storedLanguage()]).toEqual(['en', 'en', 'Reload', 'en']);
    chooseLanguage('it');
    await expect.poll(() => shown()).toEqual(['it', 'it', 'Ricarica']);
  });
});
