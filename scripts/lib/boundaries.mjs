import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

const longestFile = 400;
const skippedFolders = new Set(['node_modules', 'dist', 'demo-games', 'public', 'test-results']);
const sourceFile = /\.(ts|tsx|mjs)$/;
const productFile = /^(apps|packages)\/[^/]+\/src\//;
const testFile = /(\.test\.(tsx?|mjs)|\.spec\.ts)$|(^|\/)test\//;

/** The layers of the web app. Imports go to the same height or below. */
const webHeights = { theme: 0, lib: 0, components: 1, domain: 2, features: 3, app: 4, routes: 4 };

/** The layer of a file of the web app, and its part of that layer; null for any other file. */
function webPart(path) {
  const [, layer, part] = /^apps\/web\/src\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  return layer in webHeights ? { layer, part, height: webHeights[layer] } : null;
}

/**
 * The rules that keep the parts of the product apart. Each checks one file and returns its violations.
 * `file` has: path (from the root, with /), isTest, code (without comments), imports: [{ from, path }] where `path`
 * is the imported file of this checkout and undefined for a package.
 */
const rules = [
  function infraKnowsNoModule({ path, imports }) {
    if (!path.startsWith('apps/server/src/infra/')) return [];
    return imports
      .filter((used) => used.path?.startsWith('apps/server/src/modules/'))
      .map(({ from }) => `infra knows no module, but imports ${from}`);
  },

  function modulesHaveOneDoor({ path, imports }) {
    // Test helpers of a module are part of it.
    const [, module] = /^apps\/server\/(?:src\/modules|test\/support)\/([^/]+)\//.exec(path) ?? [];
    const own = module && `apps/server/src/modules/${module}/`;
    return imports
      .filter((used) => {
        const entered = /^apps\/server\/src\/modules\/[^/]+\//.exec(used.path ?? '')?.[0];
        return entered !== undefined && entered !== own && used.path !== `${entered}index.ts`;
      })
      .map(({ from }) => `a module is entered by its index.ts only, but this imports ${from}`);
  },

  function productUsesNoTestHelpers({ path, isTest, imports }) {
    if (!productFile.test(path) || isTest) return [];
    return imports
      .filter((used) => testFile.test(used.path ?? ''))
      .map(
        ({ from }) =>
          `helpers of tests belong into test/ and are imported by tests only, but this imports ${from}`,
      );
  },

  function contractKnowsZodOnly({ path, isTest, imports }) {
    if (!path.startsWith('packages/contract/src/') || isTest) return [];
    return imports
      .filter((used) => used.from !== 'zod' && !used.path?.startsWith('packages/contract/src/'))
      .map(({ from }) => `the contract depends on zod alone, but imports ${from}`);
  },

  function webFlowsDownwards({ path, isTest, imports }) {
    const own = webPart(path);
    if (own === null || isTest) return [];
    return imports.flatMap(({ from, path: used }) => {
      const other = webPart(used ?? '');
      if (other === null) return [];
      if (other.height > own.height) return [`${own.layer}/ lies below ${other.layer}/, but imports ${from}`];
      if (own.layer === 'features' && other.layer === 'features' && own.part !== other.part) {
        return [`features know nothing of each other, but this imports ${from}`];
      }
      const isCall = used.startsWith('apps/web/src/lib/api/') && used !== 'apps/web/src/lib/api/error.ts';
      return isCall && ['components', 'features'].includes(own.layer)
        ? [`${own.layer}/ make no calls of their own (domain/ does), but this imports ${from}`]
        : [];
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

  function conformanceKnowsTheContract({ path, isTest, imports }) {
    if (!path.startsWith('packages/conformance/') || isTest) return [];
    return imports
      .filter(({ from, path: used }) => {
        const ours = from.startsWith('@ludus/') && !from.startsWith('@ludus/contract/');
        return ours || (used !== undefined && !used.startsWith('packages/conformance/'));
      })
      .map(({ from }) => `the conformance kit knows the contract alone, but imports ${from}`);
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
    const entry = /^apps\/server\/src\/(cli\.ts|infra\/config\/)/.test(path);
    if (!path.startsWith('apps/server/src/') || isTest || entry) return [];
    return /\bprocess\.env\b/.test(code) ? ['settings come from infra/config, not from process.env'] : [];
  },

  function nowComesFromTheClock({ path, isTest, code }) {
    if (!path.startsWith('apps/server/src/') || isTest || path.startsWith('apps/server/src/infra/clock/')) {
      return [];
    }
    return /\bnew Date\(\s*\)|\bDate\.now\(/.test(code) ? ['"now" comes from a Clock of infra/clock'] : [];
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

  function clickHouseIsQueriedInItsFiles({ path, isTest, code }) {
    const allowed = /\.(stats|clickhouse)\.ts$/.test(path);
    if (!path.startsWith('apps/server/src/modules/') || isTest || allowed) return [];
    return /\b(clickhouse|clickHouse)\s*\.\s*(rows|command|insertLines|stream|streamRows)\s*[(<]/.test(code)
      ? ['queries on ClickHouse belong into *.stats.ts or *.clickhouse.ts']
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
    isTest: testFile.test(path),
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
