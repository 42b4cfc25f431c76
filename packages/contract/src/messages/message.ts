import type { texts } from '../texts/en.ts';

/**
 * A sentence as it travels: its code in the tables of `texts/`, and the values of its placeholders. Whoever shows it
 * renders it in the reader's language. A value may be a message of its own, or several that are joined by a space.
 */
export interface Message {
  code: string;
  values: Record<string, MessageValue>;
}
export type MessageValue = string | number | Message | Message[];

type Texts = typeof texts;
/** The texts by their codes, such as `jobs.fetchStarted`. */
type Flat = UnionToIntersection<
  {
    [Kind in keyof Texts & string]: {
      [Key in keyof Texts[Kind] & string as `${Kind}.${Key}`]: Texts[Kind][Key];
    };
  }[keyof Texts & string]
>;
type UnionToIntersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type PluralForm = 'one' | 'many' | 'other';
/** The key of a text without its plural form. */
type CodeOf<Key> = Key extends `${infer Code}_${PluralForm}` ? Code : Key;
export type MessageCode = CodeOf<keyof Flat & string>;

type TextOf<Code extends MessageCode> = {
  [Key in keyof Flat]: CodeOf<Key> extends Code ? Flat[Key] : never;
}[keyof Flat];
/** `count, number` in `{{count, number}} rows of {{name}}`, and `name`. */
type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type ValuesOf<Code extends MessageCode> = {
  [Name in Placeholders<TextOf<Code>> as Name extends `${infer Key}, number` ? Key : Name]: Name extends
    | `${string}, number`
    | 'count'
    ? number
    : MessageValue;
} & (`${Code}_other` extends keyof Flat ? { count: number } : unknown);

/** Makes a message; the compiler checks that the English text has these placeholders. */
export function messageOf<Code extends MessageCode>(
  code: Code,
  ...[given]: object extends ValuesOf<Code> ? [] : [ValuesOf<Code>]
): Message {
  return { code, values: (given ?? {}) as Message['values'] };
}

/** A sentence that comes from outside, such as a platform's own explanation: it is shown as it is. */
export const textMessage = (text: string): Message => ({ code: 'plain.text', values: { text } });
