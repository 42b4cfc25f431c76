import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Of 4: at least 10^8 guesses are needed. */
const neededScore = 3;
// Scoring grows steeply with the length and the spellings that are tried: these keep it well below 100 ms. A password is
// at least as strong as its beginning.
const scoredCharacters = 32;
const maxSpellings = 2;

/** Words of the product, which whoever guesses here tries first. */
const productWords = ['ludus', 'hub', 'ludushub', 'ludus-hub', 'ludus hub', 'casino', 'slot', 'backoffice'];

let loading: Promise<ZxcvbnFactory> | undefined;

// Half a second and 50 MB, so it is loaded when the first password is chosen.
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english, italian] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-it'),
  ]);
  return new Factory({
    dictionary: {
      ...common.dictionary,
      ...english.dictionary,
      ...Object.fromEntries(Object.entries(italian.dictionary).map(([name, words]) => [`${name}-it`, words])),
    },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: maxSpellings,
  });
}

/** Returns whether a password withstands guessing by someone who knows `personal` words: the names of its owner. */
export async function isStrong(password: string, personal: readonly string[]): Promise<boolean> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const known = [...productWords, ...words].map((word) => word.toLowerCase()).filter((word) => word !== '');
  const { score } = (await loading).check(
    [...password.normalize('NFC')].slice(0, scoredCharacters).join(''),
    known,
  );
  return score >= neededScore;
}
