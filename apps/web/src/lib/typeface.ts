import latinExtended from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wdth-normal.woff2';
import latin from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wdth-normal.woff2';
import { afterFirstScreen } from './first-screen.ts';

/** As the package of the typeface divides it: the second part is loaded only where a name needs it. */
const parts = [
  {
    url: latin,
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  },
  {
    url: latinExtended,
    unicodeRange:
      'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  },
];

/** Remembers which file this device has: one that is in its cache costs nothing and is there before the first painting. */
const seenKey = 'ludus.typeface';

/**
 * Brings the typeface in. On a device that has never had it, it comes after the first screen: its 58 kB would otherwise
 * travel beside the figures, which the stand-in shows just as well.
 */
export function bringTypeface(): void {
  if (document.fonts === undefined) return;
  const add = () => {
    for (const { url, unicodeRange } of parts) {
      document.fonts.add(
        new FontFace('Instrument Sans Variable', `url(${url}) format('woff2')`, {
          weight: '400 700',
          stretch: '75% 100%',
          display: 'swap',
          unicodeRange,
        }),
      );
    }
    document.fonts.load('13px "Instrument Sans Variable"').then(remember, () => {
      // A face whose file could not be fetched is not asked for again.
      window.addEventListener('online', add, { once: true });
    });
  };
  if (isHere()) add();
  else afterFirstScreen(add);
}

function isHere(): boolean {
  try {
    return localStorage.getItem(seenKey) === latin;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(seenKey, latin);
  } catch {
    // The next visit has it after the first screen again.
  }
}
