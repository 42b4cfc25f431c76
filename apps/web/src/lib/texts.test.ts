import { getConfig } from '@ludus/contract';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstTextsOf, restOfTexts, textsOf } from '../app/texts.ts';
import { call } from './api/index.ts';
import { untilLoaded } from './late-part.ts';
import { loadRestFrom, wholeTexts } from './texts.ts';

const extra = { laterTexts: { hello: 'Hello' } };
const hasExtra = () => i18next.hasResourceBundle('en', 'laterTexts');

/** Starts as on a first screen: with a part of the texts. */
function startWithPart(load: () => Promise<Record<string, object>>): void {
  i18next.removeResourceBundle('en', 'laterTexts');
  loadRestFrom(load, 'en');
}

afterEach(() => {
  vi.unstubAllGlobals();
  loadRestFrom(null, 'en');
});

describe('the texts that first screens do without', () => {
  it('make all texts together with the first ones, and share none with them', async () => {
    for (const language of ['en', 'it'] as const) {
      const [first, rest] = [await firstTextsOf(language), await restOfTexts(language)];
      expect({ ...first, ...rest }).toEqual(await textsOf(language));
      expect(Object.keys(first).filter((name) => name in rest)).toEqual([]);
    }
  });

  it('are loaded once, and asked for again where they did not come', async () => {
    const load = vi.fn(async () => extra);
    load.mockRejectedValueOnce(new TypeError('offline'));
    startWithPart(load);
    await expect(wholeTexts()).rejects.toThrow('offline');
    await Promise.all([wholeTexts(), wholeTexts()]);
    expect(load).toHaveBeenCalledTimes(2);
    expect(hasExtra()).toBe(true);
  });

  it('are there before a part that comes late shows itself', async () => {
    startWithPart(async () => extra);
    expect(await untilLoaded(async () => 'the part')).toBe('the part');
    expect(hasExtra()).toBe(true);
  });

  it('are there before an error of the server is worded', async () => {
    startWithPart(async () => extra);
    vi.stubGlobal('fetch', async () =>
      Response.json({ message: 'Refused', code: 'conflict' }, { status: 409 }),
    );
    await expect(call(getConfig, {})).rejects.toMatchObject({ status: 409 });
    expect(hasExtra()).toBe(true);
  });

  it('do not hold an error back where they cannot be had', async () => {
    startWithPart(async () => {
      throw new TypeError('offline');
    });
    vi.stubGlobal('fetch', async () =>
      Response.json({ message: 'Refused', code: 'conflict' }, { status: 409 }),
    );
    await expect(call(getConfig, {})).rejects.toMatchObject({ status: 409, message: 'Refused' });
  });
});
