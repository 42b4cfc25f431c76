import { type DetailedReport, metrics, type ReportFigures, reportMetricIds } from '@ludus/contract';
import type { Cell, Column, Row, Table } from '../../infra/spreadsheet/index.ts';

type FigureColumn = Column & { value(figures: ReportFigures): Cell };

const kinds = { euro: 'money', ratio: 'ratio', count: 'count' } as const;

const figureColumns = (withNetAndDue: boolean): FigureColumn[] =>
  reportMetricIds
    .filter((id) => withNetAndDue || metrics[id].scope === null)
    .map((id) => ({
      title: metrics[id].title,
      kind: kinds[metrics[id].unit],
      value: (figures) => figures[id] ?? null,
    }));

const levels = ['Integration', 'Platform', 'Operator', 'Game'] as const;
type Level = (typeof levels)[number] | 'Total';

/** Counts the rows of the tree, without its total. */
export function reportRows({ response }: Pick<DetailedReport, 'response'>): number {
  let rows = 0;
  for (const { directOperators, platforms } of response) {
    rows += 1 + platforms.length;
    for (const operators of [directOperators, ...platforms.map((platform) => platform.operators)]) {
      for (const { games } of operators) rows += 1 + games.length;
    }
  }
  return rows;
}

/**
 * Returns the tree as flat rows, each after its parent, which is its sum and bold; "Level" names the level of a row, so
 * that the rows of one level can be summed separately. The total is the last row. With days there is a second table.
 */
export function reportTables(report: DetailedReport, withNetAndDue: boolean): Table[] {
  const figures = figureColumns(withNetAndDue);
  const cells = (own: ReportFigures) => figures.map(({ value }) => value(own));
  const tree: Table = {
    name: 'Detailed Report',
    columns: [
      { title: 'Level', kind: 'text', width: 13 },
      ...levels.map((title) => ({ title, kind: 'text' as const })),
      ...figures,
    ],
    rows: treeRows(report, cells),
  };
  if (report.responsePerDay === null) return [tree];
  const days = report.responsePerDay.map(
    (day): Row => ({ cells: [day.day, day.partial ? 'yes' : 'no', ...cells(day)] }),
  );
  const total: Row = { cells: [null, null, ...cells(report.totals)], strong: true };
  return [
    tree,
    {
      name: 'Stats Days',
      columns: [{ title: 'Day', kind: 'day' }, { title: 'Partial', kind: 'text', width: 9 }, ...figures],
      rows: [[...days, total]],
    },
  ];
}

function* treeRows(
  { response, totals }: DetailedReport,
  cells: (figures: ReportFigures) => Cell[],
): Generator<Row[]> {
  const row = (level: Level, path: readonly (string | null)[], own: ReportFigures): Row => ({
    cells: [level, ...levels.map((_, index) => path[index] ?? null), ...cells(own)],
    strong: level !== 'Game',
  });
  for (const integration of response) {
    const { integrationName, directOperators, platforms } = integration;
    yield [row('Integration', [integrationName], integration)];
    const groups = [
      { platform: null, operators: directOperators },
      ...platforms.map((platform) => ({ platform, operators: platform.operators })),
    ];
    for (const { platform, operators } of groups) {
      const path = [integrationName, platform?.platformName ?? null];
      if (platform !== null) yield [row('Platform', path, platform)];
      for (const operator of operators) {
        const below = [...path, operator.operatorName];
        yield [
          row('Operator', below, operator),
          ...operator.games.map((game) => row('Game', [...below, game.gameName], game)),
        ];
      }
    }
  }
  yield [row('Total', [], totals)];
}
