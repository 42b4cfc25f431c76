/** The shape of another language: the same keys, with the plural form `many` beside every `other`. */
export type SameTexts<Texts> = Record<keyof Texts, string> &
  Record<ManyOf<Extract<keyof Texts, string>>, string>;

type ManyOf<Key extends string> = Key extends `${infer Code}_other` ? `${Code}_many` : never;
