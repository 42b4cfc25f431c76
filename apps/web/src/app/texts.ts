import type { Language } from '@ludus/contract';

const parts: Record<Language, () => Promise<{ texts: Record<string, object> }>> = {
  en: () => import('./texts/en.ts'),
  it: () => import('./texts/it.ts'),
};

/** `../features/session-box/i18n.en.ts` is the namespace `sessionBox`; the shared components' one is `common`. */
export function namespaceOf(path: string): string {
  const folder = path.split('/').at(-2) ?? '';
  if (folder === 'components') return 'common';
  return folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** All texts of a language by namespace. Each language is a part of the build: nobody loads the words of another one. */
export async function textsOf(language: Language): Promise<Record<string, object>> {
  const { texts } = await parts[language]();
  return Object.fromEntries(Object.entries(texts).map(([path, own]) => [namespaceOf(path), own]));
}
