import type { DetailedReport, ReportFigures } from '@ludus/contract';
import type { Cell, Column, Row, Table } from '../../platform/spreadsheet/index.ts';

type FigureColumn = Column & { value(figures: ReportFigures): Cell };

const netAndDueColumns: FigureColumn[] = [
  { title: 'Net win', kind: 'money', value: ({ netwin }) => netwin ?? null },
  { title: 'Due', kind: 'money', value: ({ due }) => due ?? null },
];

const figureColumns = (withNetAndDue: boolean): FigureColumn[] => [
  { title: 'Bet', kind: 'money', value: ({ bet }) => bet },
  { title: 'Win', kind: 'money', value: ({ win }) => win },
  { title: 'Gross win', kind: 'money', value: ({ grosswin }) => grosswin },
  ...(withNetAndDue ? netAndDueColumns : []),
  { title: 'RTP', kind: 'ratio', value: ({ rtp }) => rtp },
  { title: 'Sessions', kind: 'count', value: ({ sessionsTotal }) => sessionsTotal },
  { title: 'Rounds', kind: 'count', value: ({ rounds }) => rounds },
  { title: 'Players', kind: 'count', value: ({ usersCount }) => usersCount },
];

const levels = ['Integration', 'Platform', 'Operator', 'Game'] as const;
type Level = (typeof levels)[number] | 'Total';

/** How many rows the tree has, its total not among them. */
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
 * REP-08: the tree as flat rows, each after the row it belongs to, which is its sum and stands in bold; "Level" says what
 * a row is of, so that the rows of one level can be summed by themselves. The total is the last row. With days a second
 * table of them.
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
