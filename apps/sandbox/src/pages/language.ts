/** The language of a reader whose address names none: Italian where the browser prefers it, else English. */
export function languageOf(acceptLanguage: string | undefined): 'en' | 'it' {
  return /^\s*it\b/i.test(acceptLanguage ?? '') ? 'it' : 'en';
}
