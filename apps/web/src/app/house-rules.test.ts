import { roles } from '@ludus/contract';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../test/**', '!../routeTree.gen.ts'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
);

/** Files (without comments) in which a pattern occurs, apart from those that may. */
function filesWith(pattern: RegExp, except: RegExp): string[] {
  return Object.entries(sources)
    .filter(([path]) => !except.test(path))
    .filter(([, source]) => pattern.test(source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')))
    .map(([path]) => path);
}

describe('rules of the house', () => {
  it('reads the sources', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(50);
  });

  it('[I18N-05] only lib/format and lib/days turn numbers and dates into text', () => {
    const bare = /toLocale(?:Date|Time)?String|new Intl\.(?:Number|Date|Relative)|\.toFixed\(/;
    expect(filesWith(bare, /lib\/(?:format|days)\.ts$/)).toEqual([]);
  });

  it('a failed refetch tears down no screen: QueryView decides what is shown of a query', () => {
    const own = /components\/(?:states|feedback\/query-view)\.tsx$/;
    const ofNoQuery = /\.\/(?:hub|page-failure)\.tsx$/;
    const except = new RegExp(`${own.source}|${ofNoQuery.source}|features/settings/`);
    expect(filesWith(/<ErrorState\b/, except)).toEqual([]);
  });

  it('no screen compares role names: scopes of the contract decide', () => {
    const names = new RegExp(`['"\`](?:${roles.join('|')})['"\`]`);
    expect(filesWith(names, /^$/)).toEqual([]);
  });

  it('[AUTH-10] no address of a backend or identity provider stands in the code', () => {
    expect(filesWith(/https?:\/\/(?!www\.w3\.org)[\w-]/, /^$/)).toEqual([]);
  });

  it('what a person sends goes through the `useMutation` that sends once', () => {
    expect(filesWith(/\bmutateAsync\b/, /lib\/api\/mutation\.ts$/)).toEqual([]);
    const bare = /\{[^}]*\buseMutation(?! as useManyMutations\b)\b[^}]*\} from '@tanstack/;
    expect(filesWith(bare, /lib\/api\/mutation\.ts$/)).toEqual([]);
  });

  it('no screen reads the schemas of a call: the build leaves them out', () => {
    const read = /\.(?:params|query|body|response)\??\.(?:safeParse|parse|shape|keyof)\b/;
    expect(filesWith(read, /lib\/api\/client\.ts$/)).toEqual([]);
  });

  it('the Italian texts import no English ones: each language is loaded alone', () => {
    const italian = Object.entries(sources).filter(([path]) => path.endsWith('i18n.it.ts'));
    expect(italian.length).toBeGreaterThan(20);
    const mixed = italian.filter(([, source]) => /^import \{[^}]*\} from '[^']*i18n\.en\.ts'/m.test(source));
    expect(mixed.map(([path]) => path)).toEqual([]);
  });

  it('every dialog is one of which Esc closes the topmost alone', () => {
    const bare = /\{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/;
    const own = /components\/modal\.tsx$/;
    const withoutHook = (path: string) => !/\buseDialog\(/.test(sources[path] ?? '');
    expect(filesWith(bare, own).filter(withoutHook)).toEqual([]);
  });

  it('features do not import each other', () => {
    const crossing = Object.entries(sources).filter(([path, source]) => {
      const own = /features\/([\w-]+)\//.exec(path)?.[1];
      if (!own) return false;
      const imports = [...source.matchAll(/from '(\.\.?\/[^']+)'/g)].map((match) => match[1] ?? '');
      return imports.some((target) => {
        const absolute = new URL(target, `http://x/${path.replace('../', '')}`).pathname;
        const other = /^\/features\/([\w-]+)\//.exec(absolute)?.[1];
        return other !== undefined && other !== own;
      });
    });
    expect(crossing.map(([path]) => path)).toEqual([]);
  });
});
