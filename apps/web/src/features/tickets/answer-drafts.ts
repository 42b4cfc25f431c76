/** Texts of answers that were not sent, by person and ticket; the latest comes last. */
type Drafts = Record<string, string>;

const storageKey = 'ludus.answers';
/** Older ones make room: a ticket that was closed or deleted meanwhile never takes its draft back. */
const maxDrafts = 20;

const keyOf = (userId: string, ticketId: number) => `${userId} ${ticketId}`;

function readDrafts(): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** The text that this person began to write to a ticket on this device. */
export function readAnswerDraft(userId: string, ticketId: number): string {
  return readDrafts()[keyOf(userId, ticketId)] ?? '';
}

/** Keeps a text until it is sent or given up; an empty one is forgotten. */
export function keepAnswerDraft(userId: string, ticketId: number, text: string): void {
  const { [keyOf(userId, ticketId)]: _old, ...others } = readDrafts();
  const entries = Object.entries(others).slice(-(maxDrafts - 1));
  if (text !== '') entries.push([keyOf(userId, ticketId), text]);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is full or forbidden: the text then lasts as long as the form.
  }
}
