import { describe, expect, it } from 'vitest';
import { type Scheme, tokens } from './tokens.ts';

type Triple = readonly [number, number, number];

/** How people without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, full strength). */
const sights: Record<string, readonly Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const times = (rows: readonly Triple[], [x, y, z]: Triple) => rows.map(([a, b, c]) => a * x + b * y + c * z);

/** Red, green and blue as amounts of light. */
function lightOf(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other]
    .map((color) => times([[0.2126, 0.7152, 0.0722]], lightOf(color))[0] ?? 0)
    .toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** OKLab, in which equal distances look equally far apart. */
function labOf(color: string, sight: string): number[] {
  const seen = times(sights[sight] ?? [], lightOf(color)).map((value) => Math.min(1, Math.max(0, value)));
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    seen as unknown as Triple,
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones as unknown as Triple,
  );
}

const distance = (one: string, other: string, sight: string) =>
  Math.hypot(...labOf(one, sight).map((value, at) => value - (labOf(other, sight)[at] ?? 0)));

const metrics = ['bet', 'win', 'gross-win', 'net-win', 'due'] as const;
const schemes: Scheme[] = ['dark', 'light'];

describe.each(schemes)('the colours of metrics, %s', (scheme) => {
  const colorOf = (metric: (typeof metrics)[number]) => tokens[scheme][`metric-${metric}`];

  it('measures as others do', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(distance('#ffffff', '#000000', 'normal')).toBeCloseTo(1, 3);
    // Red and green of one brightness, which only people with all cones distinguish.
    expect(distance('#d62728', '#2ca02c', 'normal')).toBeGreaterThan(0.3);
    expect(distance('#d62728', '#6a7100', 'deutan')).toBeLessThan(0.15);
  });

  it.each(metrics)('%s has 3:1 on panels and in the box of a chart', (metric) => {
    for (const ground of ['panel', 'raised', 'overlay'] as const)
      expect(contrast(colorOf(metric), tokens[scheme][ground]), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(sights))('gross win and due are told apart in %s sight', (sight) => {
    // Both are browns on white, where that takes more than on a dark ground.
    expect(distance(colorOf('gross-win'), colorOf('due'), sight)).toBeGreaterThan(
      scheme === 'light' ? 0.2 : 0.15,
    );
  });

  it.each(Object.keys(sights))('any two are told apart in %s sight', (sight) => {
    // Dark colours on white need less of a difference than bright ones on a dark ground, which glow into each other.
    const apart = scheme === 'dark' ? 0.15 : 0.11;
    for (const [at, one] of metrics.entries())
      for (const other of metrics.slice(at + 1))
        expect(distance(colorOf(one), colorOf(other), sight), `${one}, ${other}`).toBeGreaterThan(apart);
  });
});
