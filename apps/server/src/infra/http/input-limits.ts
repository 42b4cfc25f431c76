import { type Message, messageOf } from '@ludus/contract';
import { ValidationError } from '../errors/index.ts';

/**
 * Values and containers one request may hold. The largest request of the contract (games of an integration, with those
 * it is based on) has some 10,000; schemas need up to 5 µs to refuse a value.
 */
export const maxValues = 12_000;
/** Containers inside each other; no schema of the contract goes deeper than 6. */
export const maxDepth = 20;
const maxKeyLength = 1_000;
/** Fields that one reply names. */
export const maxFields = 50;
const maxNameLength = 200;

const tooManyValues = messageOf('fields.tooManyValues');
const tooDeep = messageOf('fields.tooDeep');

// A body this short is parsed faster than it is scanned, whatever it contains.
const harmlessLength = 16_384;

/**
 * Refuses JSON text that would take long to parse, before it is parsed: `JSON.parse` needs 100 ms for the worst megabyte.
 * Text that is no JSON passes; the parser refuses it.
 * @throws ValidationError for more than {@link maxValues} values or more than {@link maxDepth} levels.
 */
export function checkJsonText(text: string): void {
  if (text.length <= harmlessLength) return;
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x2c: // ,
        if (++values > maxValues) throw new ValidationError({ body: tooManyValues });
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++values > maxValues) throw new ValidationError({ body: tooManyValues });
        if (++depth > maxDepth) throw new ValidationError({ body: tooDeep });
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        break;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return at;
    if (char === 0x5c) at++;
  }
  return text.length;
}

/** What is wrong with each field, by its dotted path: the first finding each, {@link maxFields} at most. */
export class FieldFindings {
  readonly fields: Record<string, Message> = Object.create(null);
  #count = 0;

  get isFull(): boolean {
    return this.#count >= maxFields;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Names nothing once it is full, so that a huge key costs nothing more than {@link maxFields} times. */
  add(path: readonly PropertyKey[], message: Message): void {
    if (this.isFull) return;
    const name = nameOf(path);
    if (this.fields[name] !== undefined) return;
    this.fields[name] = message;
    this.#count++;
  }
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  let name = '';
  for (const part of path) {
    if (name.length > maxNameLength) break;
    name += (name === '' ? '' : '.') + shorten(String(part), maxNameLength);
  }
  return shorten(name, maxNameLength).toWellFormed();
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

const notText = messageOf('fields.notText');

/**
 * Checks how much a value holds, and that its texts and keys can be stored: PostgreSQL refuses NUL characters and lone
 * surrogates, and no one types either.
 * @throws ValidationError when there are too many values, too deep ones, or too long keys.
 */
export function checkValues(root: unknown, findings: FieldFindings): void {
  const path: string[] = [];
  let values = 0;

  function visit(value: unknown): void {
    if (++values > maxValues) throw new ValidationError({ body: tooManyValues });
    if (typeof value === 'string') {
      if (!isStorable(value)) findings.add(path, notText);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (path.length >= maxDepth) throw new ValidationError({ body: tooDeep });
    const isList = Array.isArray(value);
    for (const key in value) {
      if (!isList && key.length > maxKeyLength)
        throw new ValidationError({ body: messageOf('fields.nameTooLong') });
      path.push(key);
      if (!isList && !isStorable(key)) findings.add(path.slice(0, -1), notText);
      visit((value as Record<string, unknown>)[key]);
      path.pop();
    }
  }
  visit(root);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
