import type { listReconciledDays, ReconciledFigureSet, ResponseOf } from '@ludus/contract';
import { formatInstant } from '../../lib/format.ts';
import { cellOf, figureCell } from './csv-cells.ts';
import type { ReconciliationText } from './evidence.ts';
import { type FigureName, figureOrder } from './figure-names.ts';

type ReconciledRow = ResponseOf<typeof listReconciledDays>['rows'][number];

const sides = ['ours', 'platform', 'difference'] as const;
type Sides = Partial<Record<(typeof sides)[number], ReconciledFigureSet>>;

/**
 * A file of days: of each day and session type both sides with their difference, then the classes that it is made of and what they
 * leave. Days that were not compared have a row that says so. Beneath stand the totals of each integration and of all, of the days that
 * were compared.
 */
export function daysCsvOf(rows: readonly ReconciledRow[], t: ReconciliationText): string {
  const figures = figureOrder.filter(
    (figure) =>
      isAlwaysThere(figure) || rows.some(({ types }) => types.some(({ ours }) => ours[figure] !== undefined)),
  );
  const instant = (value: string | null) => (value === null ? '' : formatInstant(value, 'minutes'));
  const linesOf = (row: ReconciledRow): string[] => {
    const lineOf = (type: 1 | 4 | null, part: string, compared: Sides, sessions: number | null) =>
      [
        cellOf(row.integration.name),
        row.day,
        cellOf(t(`states.${row.state ?? 'none'}`)),
        instant(row.comparedAt),
        instant(row.asOf),
        type === null ? '' : cellOf(t(`figuresOf.${type === 4 ? 'fun' : 'real'}`)),
        cellOf(part),
        sessions === null ? '' : String(sessions),
        ...sides.flatMap((side) => figures.map((figure) => figureCell(figure, compared[side]?.[figure]))),
      ].join(',');
    if (row.types.length === 0) return [lineOf(null, '', {}, null)];
    return row.types.flatMap(({ sessionTypeId: type, ...compared }) => [
      lineOf(type, t('wholeDay'), compared, null),
      ...(row.classes ?? [])
        .filter(({ sessionTypeId }) => sessionTypeId === type)
        .map(({ class: ofClass, sessions, difference }) =>
          lineOf(type, t(`classes.${ofClass}`), { difference }, sessions),
        ),
      ...row.unexplained
        .filter(({ sessionTypeId }) => sessionTypeId === type)
        .map(({ difference }) => lineOf(type, t('unexplained'), { difference }, null)),
    ]);
  };
  const head = [
    ...[t('integration'), t('day'), t('state'), t('comparedAt'), t('asOf'), t('sessionType'), t('class')],
    t('differing'),
    ...sides.flatMap((side) => figures.map((figure) => `${t(side)}: ${t(`figures.${figure}`)}`)),
  ].map(cellOf);
  const totalLines = (name: string, own: readonly ReconciledRow[]): string[] =>
    ([1, 4] as const).flatMap((type) => {
      const compared = own.flatMap(({ types }) =>
        types.filter(({ sessionTypeId }) => sessionTypeId === type),
      );
      if (compared.length === 0) return [];
      const figureSums = sides.flatMap((side) =>
        figures.map((figure) => figureCell(figure, sumOf(compared.map((one) => one[side][figure])))),
      );
      const named = [
        cellOf(name),
        cellOf(t('total')),
        '',
        '',
        '',
        cellOf(t(`figuresOf.${type === 4 ? 'fun' : 'real'}`)),
      ];
      return [[...named, cellOf(t('wholeDays')), '', ...figureSums].join(',')];
    });
  const byIntegration = [...Map.groupBy(rows, ({ integration }) => integration.id).values()];
  const totals = [
    ...byIntegration.flatMap((own) => totalLines(own[0]?.integration.name ?? '', own)),
    ...(byIntegration.length > 1 ? totalLines(t('allOfThem'), rows) : []),
  ];
  return `${[head.join(','), ...rows.flatMap(linesOf), ...totals].join('\r\n')}\r\n`;
}

/** In cents, so that a total is exact; undefined of figures that no day has. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}

const isAlwaysThere = (figure: FigureName) => figure !== 'netWin' && figure !== 'due';
