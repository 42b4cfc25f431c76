/**
 * The text namespaces of the interface. Every folder with texts of its own adds itself:
 *
 *     declare module '../../lib/texts.ts' { interface HubTexts { dashboard: typeof en } }
 *
 * and is picked up by `app/texts` when it is called `i18n.en.ts`, with `i18n.it.ts` beside it; keys are then checked by
 * the compiler everywhere.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface HubTexts {}

/** The shape an Italian set must have: the same keys, other words. A missing key does not compile. */
export type SameKeys<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : SameKeys<Texts[Key]>;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: HubTexts;
  }
}
