/** The picture of growth: the hub's medians of each question, and the base table's, from one to a hundred million sessions. */
const sizes = [1_000_000, 10_000_000, 100_000_000];
const shownQuestions = [
  ['stats: a year by day, all figures', 'a year by day'],
  ['stats: 3 months by day, 3 integrations x 10 games', '3 months, 3 x 10'],
  ['report tree of a month', 'report tree'],
  ['list: two integrations, two ranges, page 1, with count', 'list, page 1, with count'],
  ['search: session id', 'an id'],
  ['search: user id', "a player's sessions"],
] as const;

const panel = { width: 250, height: 190, columns: 3, left: 46, right: 14, top: 34, bottom: 30 };
/** Milliseconds at the bottom and the top of a panel; both axes are logarithmic. */
const [lowest, highest] = [1, 20_000];

/** So that no figure leaves its panel. */
const anchors = ['start', 'middle', 'end'];

type Series = readonly (number | null)[];

/** Returns the SVG of the results that the README has; a size that was not measured is left out. */
export function growthPicture(readme: string): string {
  const rows = Math.ceil(shownQuestions.length / panel.columns);
  const [width, height] = [panel.width * panel.columns, panel.height * rows + 26];
  const panels = shownQuestions.map(([question, title], index) => {
    const cells = sizes.map((sessions) => cellsOf(readme, sessions, question));
    return drawPanel(
      title,
      (index % panel.columns) * panel.width,
      Math.floor(index / panel.columns) * panel.height,
      cells.map((own) => own?.hub ?? null),
      cells.map((own) => own?.base ?? null),
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11">
<title>Milliseconds of the hub and of its base table, from 1 to 100 million sessions</title>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
<g transform="translate(${panel.left} ${height - 10})" fill="#444"><line x1="0" x2="18" y1="-4" y2="-4" stroke="#2f6f4f" stroke-width="2"/><text x="24">hub, ms</text><line x1="90" x2="108" y1="-4" y2="-4" stroke="#b3541e" stroke-width="2" stroke-dasharray="4 3"/><text x="114">base table, ms</text></g>
</svg>
`;
}

/** The medians of a question's row in the results of a size; columns are found by their heads. */
function cellsOf(readme: string, sessions: number, question: string): { hub: number; base: number } | null {
  const block = readme.split(`<!-- results ${sessions} -->`)[1]?.split('<!-- end')[0];
  const lines = block?.split('\n') ?? [];
  const cells = (line: string | undefined) => line?.split('|').map((text) => text.trim()) ?? [];
  const head = cells(lines.find((line) => line.startsWith('| Question')));
  const row = cells(lines.find((line) => line.startsWith(`| ${question} |`)));
  const [hub, base] = ['hub', 'base table'].map((name) => Number.parseFloat(row[head.indexOf(name)] ?? ''));
  return hub === undefined || base === undefined || Number.isNaN(hub) ? null : { hub, base };
}

function drawPanel(title: string, x: number, y: number, hub: Series, base: Series): string {
  const [right, bottom] = [panel.width - panel.right, panel.height - panel.bottom];
  const xOf = (index: number) => panel.left + (index * (right - panel.left)) / (sizes.length - 1);
  const yOf = (ms: number) =>
    bottom - (Math.log(ms / lowest) / Math.log(highest / lowest)) * (bottom - panel.top);
  const grid = [1, 10, 100, 1_000, 10_000].map(
    (ms) =>
      `<line x1="${panel.left}" x2="${right}" y1="${yOf(ms).toFixed(1)}" y2="${yOf(ms).toFixed(1)}" stroke="#e3e3e3"/><text x="${panel.left - 6}" y="${(yOf(ms) + 4).toFixed(1)}" text-anchor="end" fill="#777">${ms.toLocaleString('en-GB')}</text>`,
  );
  const ticks = sizes.map(
    (sessions, index) =>
      `<text x="${xOf(index)}" y="${bottom + 16}" text-anchor="middle" fill="#777">${sessions / 1_000_000}M</text>`,
  );
  const line = (values: Series, style: string) => {
    const points = values.flatMap((ms, index) =>
      ms === null ? [] : [`${xOf(index)},${yOf(Math.max(ms, lowest)).toFixed(1)}`],
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke-width="2" ${style}/>`;
  };
  const values = hub.map((ms, index) =>
    ms === null
      ? ''
      : `<text x="${xOf(index)}" y="${(yOf(Math.max(ms, lowest)) + 15).toFixed(1)}" text-anchor="${anchors[index]}" fill="#2f6f4f">${ms}</text>`,
  );
  return `<g transform="translate(${x} ${y})"><text x="${panel.left}" y="18" font-weight="600" fill="#222">${title}</text>
${[...grid, ...ticks, line(base, 'stroke="#b3541e" stroke-dasharray="4 3"'), line(hub, 'stroke="#2f6f4f"'), ...values].join('\n')}</g>`;
}
