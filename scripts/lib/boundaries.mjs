import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

const longestFile = 400;
const skippedFolders = new Set(['node_modules', 'dist', 'demo-games', 'public', 'test-results']);
const sourceFile = /\.(ts|tsx|mjs)$/;
const testHelper = /\.(testing|fixture)\.ts$/;
const testFile = /(\.test\.(tsx?|mjs)|\.spec\.ts)$|(^|\/)test\//;

/**
 * The rules that keep the parts of the product apart. Each looks at one file and answers what is wrong with it.
 * `file` has: path (from the root, with /), isTest, code (without comments), imports: [{ from, path }] where `path`
 * is the imported file of this checkout and undefined for a package.
 */
const rules = [
  function platformKnowsNoModule({ path, imports }) {
    if (!path.startsWith('apps/server/src/platform/')) return [];
    return imports
      .filter((used) => used.path?.startsWith('apps/server/src/modules/'))
      .map(({ from }) => `the platform knows no module, but imports ${from}`);
  },

  function modulesHaveOneDoor({ path, isTest, imports }) {
    // A module may offer its tests' helpers to the tests of others.
    const open = isTest ? testHelper : /^$/;
    const own = /^apps\/server\/src\/modules\/[^/]+\//.exec(path)?.[0];
    return imports
      .filter((used) => {
        const entered = /^apps\/server\/src\/modules\/[^/]+\//.exec(used.path ?? '')?.[0];
        return (
          entered !== undefined &&
          entered !== own &&
          used.path !== `${entered}index.ts` &&
          !open.test(used.path)
        );
      })
      .map(({ from }) => `a module is entered by its index.ts only, but this imports ${from}`);
  },

  function contractKnowsZodOnly({ path, isTest, imports }) {
    if (!path.startsWith('packages/contract/src/') || isTest) return [];
    return imports
      .filter((used) => used.from !== 'zod' && !used.path?.startsWith('packages/contract/src/'))
      .map(({ from }) => `the contract depends on zod alone, but imports ${from}`);
  },

  function webFlowsDownwards({ path, isTest, imports }) {
    if (!path.startsWith('apps/web/src/') || isTest) return [];
    const feature = /^apps\/web\/src\/features\/[^/]+\//.exec(path)?.[0];
    const shared = /^apps\/web\/src\/(components|lib|theme)\//.test(path);
    return imports.flatMap(({ from, path: used = '' }) => {
      const other = /^apps\/web\/src\/features\/[^/]+\//.exec(used)?.[0];
      if (other === undefined || other === feature) return [];
      if (feature !== undefined) return [`features know nothing of each other, but this imports ${from}`];
      return shared ? [`shared code knows no feature, but imports ${from}`] : [];
    });
  },

  function sandboxIsAStranger({ path, imports }) {
    if (!path.startsWith('apps/sandbox/')) return [];
    return imports
      .filter(({ from, path: used }) => {
        const ours = from.startsWith('@ludus/') && from !== '@ludus/contract/operator-api';
        return ours || (used !== undefined && !used.startsWith('apps/sandbox/'));
      })
      .map(({ from }) => `the sandbox knows the operator API alone, but imports ${from}`);
  },

  function endToEndTalksFromOutside({ path, imports }) {
    if (!path.startsWith('e2e/')) return [];
    return imports
      .filter(
        ({ from, path: used }) => /^@ludus\/(server|web|sandbox)/.test(from) || used?.startsWith('apps/'),
      )
      .map(({ from }) => `end-to-end tests talk to the product from outside, but this imports ${from}`);
  },

  function environmentIsReadOnce({ path, isTest, code }) {
    const entry = /^apps\/server\/src\/((main|cli)\.ts|platform\/config\/)/.test(path);
    if (!path.startsWith('apps/server/src/') || isTest || entry) return [];
    return /\bprocess\.env\b/.test(code) ? ['settings come from platform/config, not from process.env'] : [];
  },

  function nowComesFromTheClock({ path, isTest, code }) {
    if (
      !path.startsWith('apps/server/src/') ||
      isTest ||
      path.startsWith('apps/server/src/platform/clock/')
    ) {
      return [];
    }
    return /\bnew Date\(\s*\)|\bDate\.now\(/.test(code) ? ['"now" comes from a Clock of platform/clock'] : [];
  },

  function recordsAreReadInRepositories({ path, isTest, code }) {
    if (!path.startsWith('apps/server/src/modules/') || isTest || path.endsWith('.repo.ts')) return [];
    const found = [];
    const driver = /^import\s+(type\s)?[^;]*?from '(kysely|pg)(\/[^']*)?'/gm;
    for (const [, typeOnly, name] of code.matchAll(driver)) {
      if (!(typeOnly && path.endsWith('.tables.ts'))) found.push(`${name} belongs into *.repo.ts`);
    }
    if (/\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*[(<]|\bpool\.query\(/.test(code)) {
      found.push('queries on PostgreSQL belong into *.repo.ts');
    }
    return found;
  },

  function booksAreReadInStatistics({ path, isTest, code }) {
    const allowed = /\.(stats|books)\.ts$/.test(path);
    if (!path.startsWith('apps/server/src/modules/') || isTest || allowed) return [];
    return /\b(clickhouse|clickHouse)\s*\.\s*(rows|command|insertLines|stream|streamRows)\s*[(<]/.test(code)
      ? ['queries on ClickHouse belong into *.stats.ts or *.books.ts']
      : [];
  },

  function filesAreShort({ isTest, lines }) {
    return !isTest && lines > longestFile ? [`${lines} lines; split it at ${longestFile}`] : [];
  },
];

/**
 * Checks every source file below a root.
 * @returns what is wrong, as `path: reason`, sorted
 */
export function findViolations(root) {
  return sourcesBelow(root)
    .map((path) => describeFile(root, path))
    .flatMap((file) => rules.flatMap((rule) => rule(file)).map((reason) => `${file.path}: ${reason}`))
    .sort();
}

function sourcesBelow(root) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name) && !entry.name.startsWith('.')) visit(path);
      } else if (sourceFile.test(entry.name) && !/\.(gen|d)\.ts$/.test(entry.name)) {
        found.push(path.split(sep).join('/'));
      }
    }
  };
  visit('.');
  return found;
}

function describeFile(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const code = withoutComments(text);
  return {
    path,
    isTest: testFile.test(path) || testHelper.test(path),
    lines: text.split('\n').length - 1,
    code,
    imports: importsOf(code).map((from) => ({
      from,
      path: from.startsWith('.')
        ? normalize(join(dirname(path), from))
            .split(sep)
            .join('/')
        : undefined,
    })),
  };
}

/** The texts behind `from`, `import` and `import(`, types included: a type ties two parts together as well. */
function importsOf(code) {
  const found = code.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g);
  return [...new Set([...found].map((match) => match[2]))];
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}
