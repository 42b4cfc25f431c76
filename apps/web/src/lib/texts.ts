import type { Language } from '@ludus/contract';
import i18next from 'i18next';

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

/** The texts of one language by namespace. */
type Texts = Readonly<Record<string, object>>;

let source: (language: Language) => Promise<Texts> = async () => ({});

/** Sets where the texts of a language come from; done once at start. */
export function loadTextsFrom(load: typeof source): void {
  source = load;
}

/** Makes a language ready to be switched to. */
export async function loadTexts(language: Language): Promise<void> {
  add(language, await source(language));
}

function add(language: Language, all: Texts): void {
  for (const [namespace, texts] of Object.entries(all)) i18next.addResourceBundle(language, namespace, texts);
}

let loadRest: () => Promise<void> = async () => {};
let rest: Promise<void> | null = null;

/** Sets where the texts come from that the first screens did without; null when all are there. Done once at start. */
export function loadRestFrom(load: (() => Promise<Texts>) | null, language: Language): void {
  rest = null;
  loadRest = async () => {
    if (load) add(language, await load());
  };
}

/**
 * Resolves once the texts of every screen are there; asks for them when no one has. Whatever comes after the first screen waits
 * for it: other screens, parts that are loaded late, the words of the server's errors.
 */
export function wholeTexts(): Promise<void> {
  rest ??= loadRest();
  // What could not be loaded is asked for again by the next one who needs it.
  rest.catch(() => (rest = null));
  return rest;
}

export function hasTexts(language: Language): boolean {
  return i18next.hasResourceBundle(language, 'common');
}
