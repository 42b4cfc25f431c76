import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from './paths.mjs';

export const pagesFolder = 'docs/requirements';
export const indexPath = `${pagesFolder}/README.md`;

const testFile = /\.(test\.tsx?|test\.mjs|spec\.ts|keycloak\.ts|testing\.ts)$|\/test\/support\/.*\.ts$/;
const heading = /^# ([A-Z][A-Z0-9]*): (\S.*)$/;
const row = /^- \*\*([A-Z][A-Z0-9]*-\d+)\*\* \S/;
const marker = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
const range = /\[([A-Z][A-Z0-9]*)-(\d+)\] to \[\1-(\d+)\]/g;
const quotedId = /(['"`])([A-Z][A-Z0-9]*-\d+)\1/g;

/**
 * Reads the pages and the tracked test files of a checkout.
 * @returns `{ pages, tests }`, each a list of `{ path, text }` sorted by path
 */
export function readSources(root) {
  const read = (path) => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const pages = readdirSync(join(root, pagesFolder))
    .filter((name) => name.endsWith('.md') && name !== basename(indexPath))
    .sort()
    .map((name) => read(`${pagesFolder}/${name}`));
  const tests = listTrackedFiles(root)
    .filter((path) => testFile.test(path) && existsSync(join(root, path)))
    .sort()
    .map(read);
  return { pages, tests };
}

/**
 * Joins the rows of the pages with the tests that name them.
 * @returns `{ areas, problems }`: `areas` with their `rows` and the `tests` of each row, in page order, and `problems`
 * as `path:line: reason`
 */
export function checkRequirements({ pages, tests }) {
  const parsed = pages.map(parsePage);
  const problems = parsed.flatMap((page) => page.problems);
  const rows = new Map();
  for (const { path, rows: found } of parsed) {
    for (const { id, line } of found) {
      const first = rows.get(id);
      if (first) problems.push(`${path}:${line}: ${id} is already defined in ${first.path}:${first.line}`);
      else rows.set(id, { path, line, tests: new Set() });
    }
  }

  const knownAreas = new Set(parsed.map(({ area }) => area));
  for (const { path, text } of tests) {
    for (const { id, line } of findIds(text, knownAreas)) {
      const named = rows.get(id);
      if (named) named.tests.add(path);
      else problems.push(`${path}:${line}: ${id} is in none of the pages of ${pagesFolder}`);
    }
  }

  const areas = parsed.map(({ path, area, title, rows: found }) => ({
    path,
    area,
    title,
    rows: [...new Set(found.map(({ id }) => id))].map((id) => ({
      id,
      tests: [...rows.get(id).tests].sort(),
    })),
  }));
  return { areas, problems };
}

/** Parses `# AREA: title` and the rows `- **AREA-01** Sentence.` of one page. */
export function parsePage({ path, text }) {
  const problems = [];
  const rows = [];
  const lines = text.split('\n');
  const [, area, title] = heading.exec(lines[0] ?? '') ?? [];
  if (area === undefined) problems.push(`${path}:1: the first line must be "# AREA: title"`);
  else if (basename(path) !== `${area.toLowerCase()}.md`) {
    problems.push(`${path}:1: the page of ${area} must be named ${area.toLowerCase()}.md`);
  }
  for (const [index, content] of lines.entries()) {
    if (!content.startsWith('- ')) continue;
    const line = index + 1;
    const id = row.exec(content)?.[1];
    if (id === undefined)
      problems.push(`${path}:${line}: a row must read "- **${area ?? 'AREA'}-01** Sentence."`);
    else if (!id.startsWith(`${area}-`)) problems.push(`${path}:${line}: ${id} belongs to another page`);
    else rows.push({ id, line });
  }
  return { path, area, title, rows, problems };
}

/**
 * Finds the ids that the tests of a file name: markers such as `[AREA-07]`, all ids of `[AREA-01] to [AREA-06]`, and
 * strings that are nothing but an id of a known area, with which table tests fill `[%s]` in their titles. Skips lines
 * that are comments.
 */
export function findIds(text, knownAreas) {
  const found = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (/^\s*(\/\/|\/\*|\*)/.test(content)) continue;
    const ids = new Set([...content.matchAll(marker)].map(([, id]) => id));
    for (const [, area, from, to] of content.matchAll(range)) {
      for (let number = Number(from); number <= Number(to); number += 1) {
        ids.add(`${area}-${String(number).padStart(from.length, '0')}`);
      }
    }
    for (const [, , id] of content.matchAll(quotedId)) {
      if (knownAreas.has(id.slice(0, id.lastIndexOf('-')))) ids.add(id);
    }
    found.push(...[...ids].map((id) => ({ id, line: index + 1 })));
  }
  return found;
}

/** Renders the index of all areas, with links from each row to the test files that name it. */
export function renderIndex(areas) {
  const total = sum(areas, ({ rows }) => rows.length);
  return `${[
    '# Requirements',
    '',
    `What the product must do, in ${total} rows of ${areas.length} areas. A test names the rows it verifies in its title, as in`,
    "`it('[AREA-07] …')`, so that a failure leads to the rule and a rule to its tests. An id never changes and is never",
    'reused: a new row gets the next free number of its area.',
    '',
    '`npm run requirements` fails on a test that names an unknown id and on an id that is defined twice, and lists the rows',
    'without a test. `npm run requirements -- --write` generates this index.',
    '',
    '| Area | Title | Rows | With tests |',
    '|---|---|--:|--:|',
    ...areas.map(
      ({ area, path, title, rows }) =>
        `| [${area}](${basename(path)}) | ${capitalize(title ?? '')} | ${rows.length} | ${countTested(rows)} |`,
    ),
    `| | Total | ${total} | ${sum(areas, ({ rows }) => countTested(rows))} |`,
    ...areas.flatMap(({ area, path, rows }) => [
      '',
      `## ${area}`,
      '',
      ...rows.map(({ id, tests }) => `- [${id}](${basename(path)}): ${linkTests(tests)}`),
    ]),
  ].join('\n')}\n`;
}

export function countTested(rows) {
  return rows.filter(({ tests }) => tests.length > 0).length;
}

export function sum(items, countOf) {
  return items.reduce((total, item) => total + countOf(item), 0);
}

function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Links of the index are relative to its own folder, two levels below the root. */
function linkTests(tests) {
  if (tests.length === 0) return 'no test';
  return tests.map((path) => `[${basename(path)}](../../${path})`).join(', ');
}

function listTrackedFiles(root) {
  try {
    const output = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return output.split('\0').filter(Boolean);
  } catch (error) {
    throw new Failure(`Couldn't list the tracked files with git: ${error.message}`);
  }
}
