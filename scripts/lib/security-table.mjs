import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

export const states = ['met', 'not applicable', 'open'];

const rowPattern = /^\|\s*(V\d+\.\d+\.\d+)\s*\|(.*)\|\s*$/;
const definitionPattern = /^\[([^\]]+)\]:\s*(\S+)\s*$/;
const inlineLink = /\[[^\]]*\]\(([^)\s]+)\)/g;
const referenceLink = /\[([^\]]+)\](?![(:])/g;
/** Fewer letters than this are no reason. */
const shortestReason = 12;

/**
 * Returns what is wrong with a table of requirements in Markdown, one sentence each. Rows are
 * `| V1.1.1 | paraphrase | state | evidence or reason |`; evidence is linked, directly or by a link definition.
 * `file` is where the text stands, so that its relative links can be followed; `root` is the repository.
 */
export function findTableProblems({ text, numbers, file, root }) {
  const lines = text.split('\n');
  const definitions = new Map(
    lines.flatMap((line) => [definitionPattern.exec(line)?.slice(1, 3) ?? []]).filter(([label]) => label),
  );
  const rows = lines.flatMap((line) => readRow(line) ?? []);
  return [
    ...findNumberProblems(rows, numbers),
    ...rows.flatMap((row) => findRowProblems(row, definitions)),
    ...findUnused(lines, definitions),
    ...findDeadLinks(text, definitions, { file, root }),
  ];
}

function readRow(line) {
  const found = rowPattern.exec(line);
  if (found === null) return null;
  const [paraphrase = '', state = '', evidence = '', ...more] = found[2]
    .split('|')
    .map((cell) => cell.trim());
  return { number: found[1], paraphrase, state, evidence, more };
}

function findNumberProblems(rows, numbers) {
  const counts = new Map(rows.map(({ number }) => [number, 0]));
  for (const { number } of rows) counts.set(number, counts.get(number) + 1);
  return [
    ...numbers.filter((number) => !counts.has(number)).map((number) => `${number} is missing.`),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([number, count]) => `${number} appears ${count} times.`),
    ...[...counts.keys()]
      .filter((number) => !numbers.includes(number))
      .map((number) => `${number} is no requirement of level 1 or 2.`),
  ];
}

function findRowProblems({ number, paraphrase, state, evidence, more }, definitions) {
  const problems = [];
  if (more.length > 0) problems.push(`${number} has more than four columns.`);
  if (paraphrase === '') problems.push(`${number} does not say what it asks for.`);
  if (!states.includes(state)) problems.push(`${number} has the state "${state}"; use ${states.join(', ')}.`);
  const links = labelsIn(evidence);
  for (const label of links.filter((one) => !definitions.has(one))) {
    problems.push(`${number} refers to [${label}], which no link definition names.`);
  }
  const isLinked = links.length > 0 || evidence.match(inlineLink) !== null;
  if (state === 'met' && !isLinked) problems.push(`${number} is met without a test or file that shows it.`);
  if (state !== 'met' && reasonIn(evidence).length < shortestReason) {
    problems.push(`${number} is ${state} without a reason.`);
  }
  return problems;
}

function findUnused(lines, definitions) {
  const used = new Set(lines.filter((line) => !definitionPattern.test(line)).flatMap(labelsIn));
  return [...definitions.keys()]
    .filter((label) => !used.has(label))
    .map((label) => `The link definition [${label}] is not used.`);
}

function findDeadLinks(text, definitions, { file, root }) {
  const targets = [...definitions.values(), ...[...text.matchAll(inlineLink)].map(([, target]) => target)];
  return [...new Set(targets)]
    .filter((target) => !/^[a-z]+:/i.test(target) && !target.startsWith('#'))
    .filter((target) => {
      const path = resolve(dirname(file), target.split('#', 1)[0]);
      const inside = relative(root, path);
      return inside.startsWith('..') || isAbsolute(inside) || !existsSync(path);
    })
    .map((target) => `The link ${target} leads to no file of the repository.`);
}

function labelsIn(text) {
  return [...text.matchAll(referenceLink)].map(([, label]) => label);
}

function reasonIn(evidence) {
  return evidence
    .replace(inlineLink, '')
    .replace(referenceLink, '')
    .replace(/[\s,;.]+/g, ' ')
    .trim();
}
