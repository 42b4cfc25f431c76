import { type DocumentLanguage, isLanguage, type Language } from '@ludus/contract';

/** The language that someone reads the hub in, as the contract names it. */
export function readerLanguage(code: string): Language {
  return isLanguage(code) ? code : 'en';
}

/** What a language is called, as the browser knows it, with a capital letter: each is an entry of a list. */
export function languageName(code: DocumentLanguage, reader: Language): string {
  const name = new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
}
