/**
 * Request bodies that are as expensive as their size allows, for every call of the contract that takes one. The bench
 * (`npm run bench -- --worst-body`) and the test of `validate.ts` search among them for the slowest.
 */
import type { AnyEndpoint } from '@ludus/contract';
import { z } from 'zod';

/** The largest body that the hub reads. */
export const bodyBytes = 1_048_576;

const containers = ['object', 'array'] as const;
const keyKinds = ['short', 'unique', 'index', 'long', 'same'] as const;
const leafKinds = [
  'empty object',
  'empty array',
  'null',
  'digit',
  'long number',
  'short text',
  'valid',
  'spaces',
  'tags',
  'at signs',
  'surrogates',
  'escapes',
  'whole text',
] as const;

/** How a body is built: `count` items, each a leaf below `depth` containers, in the whole body or in one field of it. */
export interface BodyShape {
  /** Field of the contract that holds the items; empty for the body itself. */
  field: string;
  container: (typeof containers)[number];
  keys: (typeof keyKinds)[number];
  leaf: (typeof leafKinds)[number];
  depth: number;
  /** Items at most; the size limits them too. */
  count: number;
}

export type Random = () => number;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

// Around the limits of the contract and of the hub, and far beyond them.
const counts = [1, 50, 200, 500, 1_000, 2_000, 4_900, 11_900, 1_000_000];
const depths = [0, 0, 0, 1, 2, 5, 19, 1_000_000];

export function randomShape(random: Random, fields: readonly string[]): BodyShape {
  return {
    field: pick(random, ['', ...fields]),
    container: pick(random, containers),
    keys: pick(random, keyKinds),
    leaf: pick(random, leafKinds),
    depth: pick(random, depths),
    count: pick(random, counts),
  };
}

/** The shape with one property chosen anew. */
export function mutateShape(shape: BodyShape, random: Random, fields: readonly string[]): BodyShape {
  const gene = pick(random, Object.keys(shape) as (keyof BodyShape)[]);
  return { ...shape, [gene]: randomShape(random, fields)[gene] };
}

/** What froze the hub for 24 s: one key of 500,000 characters that holds 56,000 empty objects, each below a short key. */
export function longKeyAttack(): string {
  const inner = Array.from({ length: 56_000 }, (_, index) => `"${index.toString(36)}":{}`).join(',');
  return `{"${'k'.repeat(500_000)}":{${inner}}}`;
}

/** Some bodies that need no search. */
export function knownBodies(): { name: string; text: string }[] {
  const [open, close] = ['['.repeat(bodyBytes / 2 - 4), ']'.repeat(bodyBytes / 2 - 4)];
  return [
    { name: 'long key', text: longKeyAttack() },
    { name: 'deep arrays', text: `{"a":${open}${close}}` },
    { name: 'deep objects', text: `${'{"a":'.repeat(bodyBytes / 6)}1${'}'.repeat(bodyBytes / 6)}` },
    { name: 'never closed', text: '['.repeat(bodyBytes) },
    { name: 'prototype', text: `{"__proto__"${' '.repeat(bodyBytes - 20)}:1}` },
    { name: 'prototypes', text: `[${'{"__proto__":1},'.repeat(bodyBytes / 17)}1]` },
    { name: 'one text', text: `"${'a'.repeat(bodyBytes - 2)}"` },
    { name: 'one number', text: '1'.repeat(bodyBytes) },
    { name: 'quotes never closed', text: `{"a":"${'\\"'.repeat(bodyBytes / 2 - 4)}` },
  ];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a search knows about a call's body: names of its fields, and a body that may be accepted. */
export interface BodyFacts {
  fields: readonly string[];
  sample: Record<string, unknown>;
}

export function bodyFactsOf(endpoint: AnyEndpoint): BodyFacts {
  const sample = sampleOf(endpoint.body);
  const known = typeof sample === 'object' && sample !== null ? (sample as Record<string, unknown>) : {};
  return { fields: Object.keys(known), sample: known };
}

const samples: Record<string, string> = {
  'date-time': '2026-03-29T00:00:00+01:00',
  date: '2026-03-29',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A value with every field of a schema, or with the required ones only. It fits in the usual cases; where it does not, the
 * call is refused.
 */
export function sampleOf(schema: z.ZodType | undefined, fields: 'all' | 'required' = 'all'): unknown {
  if (schema === undefined) return undefined;
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return sampleValue(root, { definitions: root.$defs ?? {}, fields });
}

interface SampleContext {
  definitions: Record<string, JsonSchema>;
  fields: 'all' | 'required';
}

function sampleValue(schema: JsonSchema, context: SampleContext): unknown {
  const { $ref, allOf } = schema;
  if ($ref !== undefined)
    return sampleValue(context.definitions[$ref.split('/').at(-1) ?? ''] ?? {}, context);
  if (allOf !== undefined) {
    return Object.assign({}, ...allOf.map((part) => sampleValue(part as JsonSchema, context)));
  }
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === undefined && first !== undefined) return sampleValue(first as JsonSchema, context);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, context);
    case 'array':
      return [sampleValue((schema.items ?? {}) as JsonSchema, context)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return (samples[schema.format ?? ''] ?? 'someone').slice(0, schema.maxLength);
  }
}

function objectOf(schema: JsonSchema, context: SampleContext): Record<string, unknown> {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => context.fields === 'all' || schema.required?.includes(name),
  );
  return Object.fromEntries(wanted.map(([name, inner]) => [name, sampleValue(inner as JsonSchema, context)]));
}

/** The JSON text of a shape, {@link bodyBytes} long at most. */
export function bodyOf(shape: BodyShape, { sample }: BodyFacts): string {
  if (shape.field === '') return itemsOf(shape, bodyBytes, undefined);
  const others = Object.entries(sample).filter(([name]) => name !== shape.field);
  const rest = others.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
  const head = `{${JSON.stringify(shape.field)}:`;
  return `${head}${itemsOf(shape, bodyBytes - head.length - rest.length - 1, sample[shape.field])}${rest}}`;
}

function itemsOf(shape: BodyShape, bytes: number, valid: unknown): string {
  if (shape.leaf === 'whole text') return textOf(shape, bytes);
  const leaf = leafOf(shape.leaf, valid);
  const parts: string[] = [];
  let left = bytes - 2;
  for (let index = 0; index < shape.count; index++) {
    const key = keyOf(shape.keys, index, Math.min(shape.count, 20));
    const item = nested(shape, leaf, key, left);
    const part = shape.container === 'array' ? item : `"${key}":${item}`;
    left -= Buffer.byteLength(part) + 1;
    if (left < 0) break;
    parts.push(part);
  }
  return shape.container === 'array' ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

function nested({ container, depth }: BodyShape, leaf: string, key: string, room: number): string {
  const [open, close] = container === 'array' ? ['[', ']'] : [`{"${key}":`, '}'];
  const levels = Math.min(depth, Math.max(0, Math.floor((room - 100) / (open.length + 2))));
  return `${open.repeat(levels)}${leaf}${close.repeat(levels)}`;
}

function keyOf(kind: BodyShape['keys'], index: number, parts: number): string {
  if (kind === 'same') return 'name';
  if (kind === 'index') return String((index * 7_919) % 1_000_003);
  if (kind === 'short') return index.toString(36);
  if (kind === 'unique') return `key-${index.toString(36).padStart(12, '0')}`;
  return `${index}-${'k'.repeat(Math.floor(800_000 / parts))}`;
}

function leafOf(kind: BodyShape['leaf'], valid: unknown): string {
  switch (kind) {
    case 'empty object':
      return '{}';
    case 'empty array':
      return '[]';
    case 'null':
      return 'null';
    case 'long number':
      return '9'.repeat(300);
    case 'short text':
      return '"x"';
    case 'valid':
      return JSON.stringify((Array.isArray(valid) ? valid[0] : valid) ?? 1);
    case 'spaces':
      return `"${' '.repeat(200)}x"`;
    case 'tags':
      return '"<b><i><u><p><a href=x>"';
    case 'at signs':
      return `"${'a@.'.repeat(60)}"`;
    case 'surrogates':
      return '"\\ud800\\udc00\\ud800"';
    case 'escapes':
      return '"\\u0041\\n\\u0000"';
    default:
      return '1';
  }
}

// One text as long as the contract's longest and longer, of characters that parsers of text find hard.
const hard = [
  'a',
  ' ',
  '<b>',
  '<',
  '&amp',
  '</p><p>',
  'a@',
  '@.',
  '\\n',
  '\\ud800',
  '🂡',
  '0',
  '-',
  '%25',
  '((',
  '<a href=',
];

function textOf({ keys, count }: BodyShape, bytes: number): string {
  const unit = hard[(keyKinds.indexOf(keys) * counts.length + counts.indexOf(count)) % hard.length] ?? 'a';
  const length = count < 4_000 ? 49_000 : bytes - 2;
  return `"${unit.repeat(Math.floor(length / Buffer.byteLength(unit)))}"`;
}
