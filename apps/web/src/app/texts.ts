import type { Language } from '@ludus/contract';

type Part = () => Promise<{ texts: Record<string, object> }>;

const parts: Record<Language, { first: Part; rest: Part }> = {
  en: { first: () => import('./texts/en.ts'), rest: () => import('./texts/en-rest.ts') },
  it: { first: () => import('./texts/it.ts'), rest: () => import('./texts/it-rest.ts') },
};

/** By namespace. */
type Texts = Record<string, object>;

/**
 * Returns the namespace of a table: `sessionDetails` for `../features/session-details/i18n.en.ts`, `gameForm` for
 * `../domain/game/form/i18n.en.ts`, and `common` for the table of the shared components.
 */
export function namespaceOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const folder = folders.slice(folders.at(-3) === 'domain' ? -2 : -1).join('-');
  if (folder === 'components') return 'common';
  return folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** All texts of a language. Each language is a part of the build: no one loads the words of another one. */
export async function textsOf(language: Language): Promise<Texts> {
  const [first, rest] = await Promise.all([firstTextsOf(language), restOfTexts(language)]);
  return { ...first, ...rest };
}

/** The texts that the screens need which most people open first; a fifth of all. */
export async function firstTextsOf(language: Language): Promise<Texts> {
  return byNamespace(await parts[language].first());
}

/** All others. */
export async function restOfTexts(language: Language): Promise<Texts> {
  return byNamespace(await parts[language].rest());
}

function byNamespace({ texts }: { texts: Record<string, object> }): Texts {
  return Object.fromEntries(Object.entries(texts).map(([path, own]) => [namespaceOf(path), withMany(own)]));
}

/** Whether the screen at an address needs no more than the first texts. */
export function opensWithFirstTexts(path: string): boolean {
  return path === '/' || path === '/catalog' || path === '/session-list';
}

/**
 * Adds the plural category "many" to each plural. Italian uses it for whole millions (1.000.000), and i18next would look
 * for the English text where it is missing.
 */
function withMany(texts: object): object {
  const all: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    all[key] = typeof text === 'object' ? withMany(text) : text;
    if (key.endsWith('_other')) all[key.replace(/_other$/, '_many')] ??= text;
  }
  return all;
}
