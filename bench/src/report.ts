import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { goalAt, goals } from './goals.ts';
import { growthPicture } from './growth.ts';
import type { Fact } from './ingest.ts';
import { shown, type Timing } from './measure.ts';

/** One question and how long everyone took. */
export interface Line {
  question: string;
  hub: Timing;
  others: { name: string; timing: Timing }[];
  /** Of the machine, the mean of the minute before the end of the line. */
  load: number;
}

const names = ['base table', 'PostgreSQL', 'DuckDB'];

/** The results as Markdown: medians of warm runs in ms, and how many times longer the contender takes. */
export function report(sessions: number, lines: readonly Line[], facts: readonly Fact[]): string {
  const cell = (line: Line, name: string) => {
    const found = line.others.find((other) => other.name === name);
    return found
      ? `${shown(found.timing.median)} (${(found.timing.median / line.hub.median).toFixed(1)}x)`
      : '-';
  };
  const goalOf = ({ question, hub }: Line) => {
    const goal = goalAt(question, sessions);
    return goal === undefined ? '' : `${shown(goal)}${hub.p95 <= goal ? '' : ' (missed)'}`;
  };
  const head = ['Question', 'hub', 'hub p95', 'goal of p95', 'floor', 'hub first', ...names, 'load'];
  const table = [
    head,
    head.map(() => '---'),
    ...lines.map((line) => [
      line.question,
      shown(line.hub.median),
      shown(line.hub.p95),
      goalOf(line),
      String(goals[line.question]?.floor ?? ''),
      shown(line.hub.first),
      ...names.map((name) => cell(line, name)),
      line.load.toFixed(1),
    ]),
  ].map((row) => `| ${row.join(' | ')} |`);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    `### ${sessions.toLocaleString('en-GB')} sessions`,
    '',
    `${machine}, Node ${process.version}. Milliseconds, median of warm runs; in brackets how many times longer than the hub.`,
    '',
    ...table,
    '',
    ...facts.map(({ name, value }) => `- ${name}: ${value}`),
  ].join('\n');
}

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const picture = fileURLToPath(new URL('../growth.svg', import.meta.url));

/** Puts the results in place of the earlier ones of the same bench. */
export async function writeResults(
  bench:
    | number
    | `ingest-${number}`
    | 'workers'
    | 'catalog'
    | 'coverage'
    | 'export'
    | 'people'
    | 'scroll'
    | 'web'
    | 'worst-body',
  text: string,
): Promise<void> {
  const start = `<!-- results ${bench} -->`;
  const end = `<!-- end ${bench} -->`;
  const page = await readFile(readme, 'utf8');
  const block = `${start}\n${text}\n${end}`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  const next =
    from === -1
      ? `${page.trimEnd()}\n\n${block}\n`
      : page.slice(0, from) + block + page.slice(to + end.length);
  await writeFile(readme, next);
  if (typeof bench === 'number') await writeFile(picture, growthPicture(next));
}
