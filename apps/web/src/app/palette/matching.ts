/** What a text looks like, by the forms that ids have at the hub and at platforms. */
export type IdKind =
  | 'session'
  | 'hubSession'
  | 'externalSession'
  | 'externalTicket'
  | 'user'
  | 'ticket'
  | 'email';

const forms: readonly [IdKind, RegExp][] = [
  ['hubSession', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  // The Italian ids of a session and of a player's right in it.
  ['externalSession', /^M[0-9A-F]{10,20}$/i],
  ['externalTicket', /^N[0-9A-F]{10,20}$/i],
  ['ticket', /^#\d{1,9}$|^\d{1,6}$/],
  ['email', /^\S+@\S+\.\S+$/],
  // Platforms join what their ids stand for by a dash in those of sessions, and by an underscore in those of users.
  // They hold digits, unlike names of games with a dash.
  ['session', /^[A-Z]{1,6}-(?=[A-Z]*\d)[0-9A-Z]{6,}$/i],
  ['user', /^[a-z]{1,12}_[0-9a-z]+$|^\d{7,}$/i],
];

/** What is looked for: a ticket is named by its number, whether or not the word stands before it. */
export const soughtText = (typed: string): string =>
  typed.trim().replace(/^ticket\s+(?:n\.\s*)?#?(?=\d{1,9}$)/i, '#');

export function recogniseId(text: string): IdKind | null {
  return forms.find(([, form]) => form.test(text))?.[0] ?? null;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * How well a label fits what was typed, 0 when it does not: every typed word must be in the label or in its other words. A label that
 * begins with the text comes first, then one with a word that does, then any other.
 */
export function scoreOf(typed: string, label: string, otherWords = ''): number {
  const sought = folded(typed.trim());
  const name = folded(label);
  const all = `${name} ${folded(otherWords)}`;
  const words = sought.split(/\s+/).filter(Boolean);
  if (words.length === 0 || !words.every((word) => all.includes(word))) return 0;
  if (name === sought) return 5;
  if (name.startsWith(sought)) return 4;
  if (words.every((word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)))) return 3;
  return words.every((word) => name.includes(word)) ? 2 : 1;
}

interface LabelPart {
  start: number;
  text: string;
  isMatch: boolean;
}

/** A label in parts, those that were typed marked, for each typed word where it is found first. */
export function markMatches(typed: string, label: string): LabelPart[] {
  // Letter by letter, so that places in what is sought are places in what is shown.
  const letters = [...label];
  const name = letters.map((letter) => folded(letter).slice(0, 1) || ' ').join('');
  const isMatch = letters.map(() => false);
  for (const word of folded(typed.trim()).split(/\s+/).filter(Boolean)) {
    const start = name.indexOf(word);
    if (start >= 0) isMatch.fill(true, start, start + word.length);
  }
  const parts: LabelPart[] = [];
  letters.forEach((letter, at) => {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[at]) last.text += letter;
    else parts.push({ start: at, text: letter, isMatch: isMatch[at] ?? false });
  });
  return parts;
}

/** The items that fit, the best first and otherwise in their order, and how well the best one fits. */
export function bestOf<Item extends { label: string; otherWords?: string }>(
  typed: string,
  items: readonly Item[],
  limit: number,
): { items: Item[]; score: number } {
  const scored = items
    .map((item) => ({ item, score: scoreOf(typed, item.label, item.otherWords) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return { items: scored.slice(0, limit).map(({ item }) => item), score: scored[0]?.score ?? 0 };
}
