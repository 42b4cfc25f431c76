import { describe, expect, it } from 'vitest';
import { breakpoints } from '../lib/use-screen.ts';
import { theme } from './theme.ts';

const sheets = import.meta.glob<string>('../**/*.css', { eager: true, query: '?raw', import: 'default' });

/** The tokens of global.css: their pixels by name. */
const tokens = new Map(
  [...(sheets['./global.css'] ?? '').matchAll(/--((?:text|leading|space|radius)-[\w-]+): (\d+)px;/g)].map(
    ([, name = '', pixels]) => [name, Number(pixels)],
  ),
);

const properties = {
  text: /^font-size$/,
  leading: /^line-height$/,
  space: /^(?:(?:row-|column-)?gap|(?:padding|margin)(?:-\w+)*)$/,
  radius: /^border-(?:\w+-\w+-)?radius$/,
};

/** The lengths of a style sheet that a token has, too. */
function literalsOf(sheet: string): string[] {
  return [...sheet.matchAll(/^\s*([a-z-]+): ([^;{}]+);/gm)].flatMap(([line, property = '', value = '']) => {
    const scale = Object.entries(properties).find(([, pattern]) => pattern.test(property))?.[0];
    const ofScale = [...tokens].filter(([name]) => name.startsWith(`${scale}-`)).map(([, pixels]) => pixels);
    const literals = [...value.matchAll(/(?<![\w.#-])(\d+)px\b/g)].map(([, pixels]) => Number(pixels));
    return literals.some((pixels) => ofScale.includes(pixels)) ? [line.trim()] : [];
  });
}

describe('scales', () => {
  it('style sheets write a token where there is one', () => {
    // These three are shown before the theme has loaded.
    const early = /theme\/ground\.css|\.\/ground\.css|app\/(?:last-resort|centered-page)\.module\.css/;
    const found = Object.entries(sheets).flatMap(([path, sheet]) =>
      early.test(path) ? [] : literalsOf(sheet).map((line) => `${path}: ${line}`),
    );
    expect(Object.keys(sheets).length).toBeGreaterThan(100);
    expect(tokens.size).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });

  it('every token that style sheets ask for exists', () => {
    const asked = Object.values(sheets).flatMap((sheet) =>
      [...sheet.matchAll(/var\(--((?:text|leading|space|radius)-[\w-]+)/g)].map(([, name = '']) => name),
    );
    expect([...new Set(asked)].filter((name) => !tokens.has(name))).toEqual([]);
  });

  it.each(Object.entries(breakpoints))(
    'the breakpoint %s of scripts is that of style sheets',
    (name, query) => {
      expect(sheets['./breakpoints.css']).toContain(`@custom-media --${name} ${query};`);
    },
  );

  it('the width of a breakpoint stands in no other style sheet', () => {
    const shared = [...(sheets['./breakpoints.css'] ?? '').matchAll(/@custom-media --[\w-]+ (.+);/g)];
    const elsewhere = Object.entries(sheets).filter(
      ([path, sheet]) =>
        path !== './breakpoints.css' && shared.some(([, query = '']) => sheet.includes(query)),
    );
    expect(shared.length).toBeGreaterThan(5);
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it("the framework's type sizes and radii are those of our style sheets", () => {
    const ofTokens = (scale: string, sizes: object) =>
      Object.fromEntries(
        Object.keys(sizes).map((size) => [
          size,
          `calc(${(tokens.get(`${scale}-${size}`) ?? 0) / 16}rem * var(--mantine-scale))`,
        ]),
      );
    expect(theme.fontSizes).toEqual(ofTokens('text', theme.fontSizes ?? {}));
    expect(theme.radius).toEqual(ofTokens('radius', theme.radius ?? {}));
  });
});
