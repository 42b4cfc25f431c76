import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, Refusal } from '../test/answer-calls.ts';
import { chooseLanguage, followPreferences, setLanguage, storedLanguage } from './language.ts';

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

  it('is what was chosen before signing in, for somebody who has never chosen', async () => {
    await setLanguage('it');
    const calls = answerCalls({ getPreferences: { language: null }, ...echo });
    await followPreferences();
    await vi.waitFor(() => expect(saved(calls)).toEqual([{ language: 'it' }]));
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
    await vi.waitFor(() => expect(answer).toBeDefined());
    chooseLanguage('it');
    answer?.('en');
    await followed;
    expect(i18next.language).toBe('it');
  });

  it('[SET-01] is saved one choice after the other, so that the last one stays', async () => {
    const calls = answerCalls(echo);
    chooseLanguage('it');
    chooseLanguage('en');
    chooseLanguage('it');
    await vi.waitFor(() => expect(saved(calls).length).toBe(3));
    expect(saved(calls)).toEqual([{ language: 'it' }, { language: 'en' }, { language: 'it' }]);
  });

  it('[OPEN-63] changes all the same when it cannot be saved or read; that is logged', async () => {
    answerCalls({ getPreferences: new Refusal(503), savePreferences: new Refusal(503) });
    chooseLanguage('it');
    await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    await followPreferences();
    expect(logged).toHaveBeenCalledTimes(2);
    expect([i18next.language, storedLanguage()]).toEqual(['it', 'it']);
  });
});
