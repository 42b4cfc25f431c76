import type { Language } from '@ludus/contract';

const parts: Record<Language, () => Promise<{ texts: Record<string, object> }>> = {
  en: () => import('./texts/en.ts'),
  it: () => import('./texts/it.ts'),
};

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

/** All texts of a language by namespace. Each language is a part of the build: no one loads the words of another one. */
export async function textsOf(language: Language): Promise<Record<string, object>> {
  const { texts } = await parts[language]();
  return Object.fromEntries(Object.entries(texts).map(([path, own]) => [namespaceOf(path), withMany(own)]));
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
