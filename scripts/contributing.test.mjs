import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';

const page = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8');
const matchesOf = (pattern) => [...page.matchAll(pattern)].map((match) => match[1]);

describe('the recipes for contributors', () => {
  it('name files that exist', () => {
    const paths = matchesOf(/`((?:apps|packages|docs|e2e|scripts|\.vscode)\/[\w./-]+)`/g);
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
    const links = matchesOf(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g);
    expect(links.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  it('name commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    const named = matchesOf(/npm run (?!build\b)([\w:]+)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('name browser tests that exist', () => {
    const specs = [...page.matchAll(/npm run e2e -- (\S+)(?: -g '([^']+)')?/g)];
    expect(specs.length).toBeGreaterThan(1);
    for (const [, file, id] of specs) {
      expect(readdirSync(inRoot('e2e'))).toContain(file);
      if (id !== undefined) expect(readFileSync(inRoot('e2e', file), 'utf8')).toContain(`[${id}]`);
    }
  });

  it.each([
    ['packages/contract/src/sessions/filter.ts', 'sessionSortKinds'],
    ['apps/server/src/modules/session-store/list.clickhouse.ts', 'sortColumns'],
    ['apps/server/src/modules/statistics/statistics.mapper.ts', 'const values'],
    ['apps/server/src/modules/statistics/statistics.service.ts', 'dashboardStats'],
    ['packages/contract/src/sessions/schema.ts', 'sessionRow'],
  ])('find in %s what they name: %s', (file, name) => {
    expect(page).toContain(name.split(' ').at(-1));
    expect(readFileSync(inRoot(file), 'utf8')).toContain(name);
  });
});
