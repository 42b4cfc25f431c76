import type { Interruption } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { interruptedPoints } from './interruptions.ts';

const hour = (number: number) => `2026-11-20T${String(number).padStart(2, '0')}:00:00Z`;
const buckets = [8, 9, 10, 11].map((start) => ({
  key: `2026-11-20T${start}`,
  from: hour(start),
  to: hour(start + 1),
  partial: false,
}));
const points = buckets.map(({ key }) => ({ key, axis: key.slice(-2), title: key }));
const one = (part: Partial<Interruption>): Interruption => ({
  kind: 'outage',
  integration: { id: 1, name: 'Alpina' },
  services: [],
  from: hour(9),
  to: null,
  ...part,
});
const now = Date.parse('2026-11-20T11:30:00Z');
const shaded = (...interruptions: Interruption[]) =>
  interruptedPoints(
    points,
    buckets,
    interruptions,
    now,
    ({ kind, integration }) => `${kind} ${integration.name}`,
  ).map(({ interrupted }) => interrupted);

describe('the places that are shaded', () => {
  it('are those that it took a part of, to the present while it goes on', () => {
    expect(shaded(one({ from: '2026-11-20T09:30:00Z' }))).toEqual([
      undefined,
      'outage Alpina',
      'outage Alpina',
      'outage Alpina',
    ]);
    expect(shaded(one({ from: hour(9), to: hour(10) }))).toEqual([
      undefined,
      'outage Alpina',
      undefined,
      undefined,
    ]);
  });

  it('leave out what is too short to be seen in figures: less than three minutes of an hour', () => {
    const until = (to: string) => shaded(one({ from: hour(9), to }))[1];
    expect(until('2026-11-20T09:02:59Z')).toBeUndefined();
    expect(until('2026-11-20T09:03:00Z')).toBe('outage Alpina');
  });

  it('name each once, a line each, and nothing of times outside', () => {
    const maintenance = one({
      kind: 'maintenance',
      integration: { id: 2, name: 'Baltica' },
      from: hour(7),
      to: hour(9),
    });
    expect(
      shaded(one({ from: hour(8), to: hour(9) }), one({ from: hour(8), to: hour(9) }), maintenance),
    ).toEqual(['outage Alpina\nmaintenance Baltica', undefined, undefined, undefined]);
    expect(shaded(one({ from: hour(2), to: hour(3) }), one({ from: hour(13), to: hour(14) }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
