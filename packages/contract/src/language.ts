/** The languages of the hub: its screens, its sign-in pages and its emails. The first is the default. */
export const languages = ['en', 'it'] as const;
export type Language = (typeof languages)[number];

/** How each is written out, and whether it is still marked Beta. */
export const languageDetails = {
  en: { locale: 'en-GB', beta: false },
  it: { locale: 'it-IT', beta: true },
} as const satisfies Record<Language, { locale: string; beta: boolean }>;

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
