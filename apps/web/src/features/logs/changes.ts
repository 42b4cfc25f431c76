import type { Log } from '@ludus/contract';
import { formatDay, formatInstant, formatNumber, PLACEHOLDER } from '../../lib/format.ts';
import { renderMessage } from '../../lib/messages.ts';
import { plainText } from './plain-text.ts';

/** A line of a value, and whether the other side lacks it. */
export interface Line {
  text: string;
  differs: boolean;
}

export interface FieldChange {
  field: string;
  old: Line[];
  new: Line[];
}

export type Changes =
  /** Lists of cents. */
  | { kind: 'bets'; old: number[]; new: number[] }
  /** The object as it was made, or as it was before it went. */
  | { kind: 'fields'; fields: { field: string; lines: string[] }[] }
  | { kind: 'updates'; updates: FieldChange[] };

/** Words for the values that have none of their own. */
export interface ValueTexts {
  yes: string;
  no: string;
  /** What fields are called that no sentence of the log names. */
  fieldNames: Readonly<Record<string, string>>;
  /** The codes of a sign-in's fields, by field. */
  signInCodes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The changes of an entry, ready to be shown. Its action decides how, never its wording. */
export function changesOf({ action, updates, logType }: Log, texts: ValueTexts): Changes {
  const { oldBets, newBets } = updates;
  if (logType.name === 'bets' && isList(oldBets) && isList(newBets)) {
    return { kind: 'bets', old: oldBets.map(Number), new: newBets.map(Number) };
  }
  const codes = logType.name === 'signIns' ? texts.signInCodes : {};
  const entries = Object.entries(updates).map(([field, value]) => ({
    field,
    ...sidesOf(withWords(value, codes[field] ?? {})),
  }));
  const side = wholeSide({ action, logType });
  if (side !== undefined) {
    const fields = entries.map((entry) => ({ field: entry.field, lines: linesOf(entry[side], texts) }));
    return { kind: 'fields', fields };
  }
  const changed = entries.map((entry) => {
    const before = linesOf(entry.old, texts);
    const after = linesOf(entry.new, texts);
    return { field: entry.field, old: marked(before, after), new: marked(after, before) };
  });
  return { kind: 'updates', updates: changed };
}

/** The only side that an entry has: of what was created or deleted, and of a sign-in, before which there was nothing. */
function wholeSide({ action, logType }: Pick<Log, 'action' | 'logType'>): 'old' | 'new' | undefined {
  if (action === 'delete') return 'old';
  return action === 'create' || logType.name === 'signIns' ? 'new' : undefined;
}

/** Whether it shows fields with their values, and no changes. */
export const hasOneSide = (log: Pick<Log, 'action' | 'logType'>) => wholeSide(log) !== undefined;

/** Replaces a code, or the codes of a list, by their words; a code without words stays as it is. */
function withWords(value: unknown, words: Readonly<Record<string, string>>): unknown {
  if (isList(value)) return value.map((item) => withWords(item, words));
  return typeof value === 'string' ? (words[value] ?? value) : value;
}

function sidesOf(value: unknown): { old: unknown; new: unknown } {
  if (isObject(value) && 'old' in value && 'new' in value) return { old: value.old, new: value.new };
  return { old: null, new: value };
}

/** A line that is on one side more often than on the other differs where it is surplus; an empty value never does. */
function marked(lines: readonly string[], others: readonly string[]): Line[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return lines.map((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return { text, differs: count <= 0 && text !== PLACEHOLDER };
  });
}

/** A value as lines: one for each entry of a list, field of an object, and line of a text. */
export function linesOf(value: unknown, texts: ValueTexts): string[] {
  if (isList(value)) return value.length === 0 ? [PLACEHOLDER] : value.map((item) => inline(item, texts));
  if (isObject(value)) {
    const lines = Object.entries(value).flatMap(([key, inner]) => {
      if (!isObject(inner)) return `${fieldName(key, texts)}: ${inline(inner, texts)}`;
      return linesOf(inner, texts).map((line) => `${fieldName(key, texts)} › ${line}`);
    });
    return lines.length === 0 ? [PLACEHOLDER] : lines;
  }
  return scalar(value, texts).split('\n');
}

function inline(value: unknown, texts: ValueTexts): string {
  if (isList(value)) return value.map((item) => inline(item, texts)).join(', ') || PLACEHOLDER;
  if (!isObject(value)) return scalar(value, texts);
  const parts = Object.entries(value).map(
    ([key, inner]) => `${fieldName(key, texts)}: ${inline(inner, texts)}`,
  );
  return parts.join(', ') || PLACEHOLDER;
}

function scalar(value: unknown, texts: ValueTexts): string {
  if (value === null || value === undefined || value === '') return PLACEHOLDER;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return formatNumber(value, 0, 6);
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return formatInstant(text);
  return plainText(text);
}

const abbreviations = ['rtp', 'url', 'id'];

/** A field's name for people; of one without a name of its own, `min_bet` and `minBet` become "Min bet". */
export function fieldName(field: string, { fieldNames }: Pick<ValueTexts, 'fieldNames'>): string {
  const known = Object.hasOwn(fieldNames, field) ? fieldNames[field] : undefined;
  if (known !== undefined) return known;
  const inSentences = renderMessage({ code: `logFields.${field}`, values: {} }, '');
  if (inSentences !== '') return capitalised(inSentences);
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .map((word) => (abbreviations.includes(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()));
  return capitalised(words.join(' ').trim());
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
