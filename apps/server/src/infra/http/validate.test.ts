import { type AnyEndpoint, endpoints, savePreferences } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomCases } from '../../../test/effort.ts';
import {
  type BodyShape,
  bodyFactsOf,
  bodyOf,
  knownBodies,
  longKeyAttack,
  mutateShape,
  randomOf,
  randomShape,
} from '../../../test/worst-bodies.ts';
import { ValidationError } from '../errors/index.ts';
import { checkJsonText } from './input-limits.ts';
import { parseQuery, readQuery } from './query.ts';
import { validateInput } from './validate.ts';

const call = (endpoint: object, raw: object = {}) => {
  const given = {
    id: 'test',
    method: 'POST',
    path: '/test',
    access: 'signed-in',
    tag: 'test',
    summary: 'test',
  };
  return validateInput({ ...given, response: z.unknown(), ...endpoint } as never, {
    params: {},
    query: {},
    body: undefined,
    ...raw,
  });
};

function refusalOf(work: () => unknown): ValidationError {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** Processor time of this thread, which is the same however busy the machine is. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const used = process.threadCpuUsage(before);
  return (used.user + used.system) / 1_000;
}

/** What the server does with a body until the handler runs. */
function receive(endpoint: AnyEndpoint, text: string): void {
  const ofBody = { ...endpoint, params: undefined, query: undefined };
  try {
    checkJsonText(text);
    validateInput(ofBody, { params: {}, query: {}, body: JSON.parse(text) });
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof SyntaxError)) throw error;
  }
}

// 24,000 ms before the limits, some 10 ms with them.
const linearMs = 250;

describe('validation takes time in proportion to what the contract needs', () => {
  it('of one huge key with 56,000 empty objects, parsed or not', () => {
    const text = longKeyAttack();
    expect(text.length).toBeGreaterThan(1_000_000);
    const body = JSON.parse(text);
    const raw = { params: {}, query: {}, body };
    expect(cpuMs(() => refusalOf(() => validateInput(savePreferences, raw)))).toBeLessThan(linearMs);
    expect(cpuMs(() => receive(savePreferences, text))).toBeLessThan(linearMs);
  });

  it('of whatever a search finds among the bodies of every call', { timeout: 600_000 }, () => {
    const random = randomOf(11);
    const rounds = randomCases(12);
    const slow: string[] = [];
    for (const endpoint of endpoints) {
      if (endpoint.body === undefined || endpoint.upload !== undefined) continue;
      const facts = bodyFactsOf(endpoint);
      let worst: { shape: BodyShape; ms: number } | undefined;
      for (let round = 0; round < rounds; round++) {
        const shape =
          worst !== undefined && round > rounds / 2
            ? mutateShape(worst.shape, random, facts.fields)
            : randomShape(random, facts.fields);
        const text = bodyOf(shape, facts);
        const ms = cpuMs(() => receive(endpoint, text));
        if (ms > (worst?.ms ?? 0)) worst = { shape, ms };
      }
      if (worst !== undefined && worst.ms > linearMs)
        slow.push(`${endpoint.id} ${JSON.stringify(worst.shape)}: ${worst.ms.toFixed(0)} ms`);
    }
    expect(slow).toEqual([]);
  });

  it.each(knownBodies())('of $name', ({ text }) => {
    expect(cpuMs(() => receive(savePreferences, text))).toBeLessThan(linearMs);
  });

  it('of a query as long as an address may be', () => {
    const texts = [
      'a=1&'.repeat(32_000),
      'a[0]='.repeat(26_000),
      `${'a['.repeat(60_000)}=1`,
      '%'.repeat(130_000),
    ];
    for (const text of texts) {
      const read = () => {
        try {
          call({ query: z.strictObject({ b: z.string().optional() }) }, { query: parseQuery(text) });
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error;
        }
      };
      expect(cpuMs(read)).toBeLessThan(linearMs);
    }
  });
});

describe('what a refusal repeats', () => {
  const body = z.strictObject({
    rows: z.array(z.number()).max(5_000),
    notes: z.record(z.string(), z.number()),
  });

  it('are 50 fields at most', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    const many = { rows: Array(4_000).fill('x'), notes: {}, ...unknown };
    expect(Object.keys(refusalOf(() => call({ body }, { body: many })).fields ?? {})).toHaveLength(50);
    const free = refusalOf(() => call({}, { body: unknown }));
    expect(Object.keys(free.fields ?? {})).toHaveLength(50);
  });

  it('are names of 200 characters at most', () => {
    const key = 'k'.repeat(900);
    const { fields = {} } = refusalOf(() => call({ body }, { body: { rows: [], notes: { [key]: 'x' } } }));
    expect(Object.keys(fields)).toEqual([`notes.${'k'.repeat(193)}…`]);
    const unknown = refusalOf(() => call({ body }, { body: { rows: [], notes: {}, [key]: 1 } }));
    expect(Object.keys(unknown.fields ?? {})).toEqual([`${'k'.repeat(199)}…`]);
  });

  it.each([
    ['a name of 1,001 characters', { ['k'.repeat(1_001)]: 1 }, 'A name is too long.'],
    ['12,001 values', { rows: Array(12_001).fill(1) }, 'Too many values.'],
    ['21 levels', { rows: JSON.parse(`${'['.repeat(21)}${']'.repeat(21)}`) }, 'Too deeply nested values.'],
  ])('is a limit for %s', (_name, value, message) => {
    expect(refusalOf(() => call({ body }, { body: value })).fields).toEqual({ body: message });
  });

  it('leaves a body alone that is as large as the contract allows', () => {
    const games = Array.from({ length: 5_000 }, (_, index) => index + 1);
    const large = z.strictObject({
      games: z.array(z.int()).max(5_000),
      basedOn: z.array(z.int()).max(5_000),
    });
    const text = JSON.stringify({ games, basedOn: games });
    expect(() => checkJsonText(text)).not.toThrow();
    expect(call({ body: large }, { body: JSON.parse(text) }).body).toEqual({ games, basedOn: games });
    expect(() => checkJsonText(`"${'[{,'.repeat(100_000)}"`)).not.toThrow();
  });
});

describe('texts that PostgreSQL cannot store', () => {
  const loose = z.looseObject({ name: z.string() });

  it.each([
    ['a NUL character', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('with %s are refused in body, query and path', (_name, text) => {
    const notText = 'Not a text.';
    const inBody = (body: object) => refusalOf(() => call({ body: loose }, { body })).fields;
    expect(inBody({ name: text })).toEqual({ name: notText });
    expect(inBody({ name: 'x', deep: [{ note: text }] })).toEqual({ 'deep.0.note': notText });
    expect(inBody({ name: 'x', [text]: 1 })).toEqual({ body: notText });
    const query = z.strictObject({ search: z.string() });
    expect(refusalOf(() => call({ query }, { query: { search: text } })).fields).toEqual({ search: notText });
    const params = z.strictObject({ name: z.string() });
    expect(refusalOf(() => call({ params }, { params: { name: text } })).fields).toEqual({ name: notText });
    expect(() => call({ params, failures: [404] }, { params: { name: text } })).toThrow('Not found.');
  });

  it('are none with a pair of surrogates', () => {
    expect(call({ body: loose }, { body: { name: '🂡' } }).body).toEqual({ name: '🂡' });
  });
});

describe('a query that is asked with again', () => {
  const path = (query: z.ZodType) =>
    ({ ...savePreferences, method: 'GET', body: undefined, query }) as AnyEndpoint;
  const texts = path(z.strictObject({ ids: z.string() }));
  const lists = path(z.strictObject({ ids: z.string().transform((text) => text.split(',')) }));
  const meaning = (endpoint: AnyEndpoint, text: string) =>
    validateInput(endpoint, { params: {}, query: readQuery(text), body: undefined }).query;

  it('is read once, and means to each endpoint what its schema says', () => {
    expect(readQuery('ids=1,2')).toBe(readQuery('ids=1,2'));
    expect(meaning(texts, 'ids=1,2')).toEqual({ ids: '1,2' });
    expect(meaning(lists, 'ids=1,2')).toEqual({ ids: ['1', '2'] });
    expect(meaning(lists, 'ids=1,2')).toBe(meaning(lists, 'ids=1,2'));
    expect(meaning(lists, 'ids=1,3')).toEqual({ ids: ['1', '3'] });
  });

  it('cannot be changed by whoever gets it first', () => {
    const first = meaning(lists, 'ids=4,5') as { ids: string[] };
    expect(() => first.ids.push('6')).toThrow(TypeError);
    expect(() => Object.assign(first, { ids: [] })).toThrow(TypeError);
    expect(meaning(lists, 'ids=4,5')).toEqual({ ids: ['4', '5'] });
  });

  it('is refused each time, by each endpoint that does not know it', () => {
    for (const text of ['ids=1&page=2', 'page=2'])
      for (const endpoint of [texts, lists, texts])
        expect(Object.keys(refusalOf(() => meaning(endpoint, text)).fields ?? {})).toContain('page');
  });
});
