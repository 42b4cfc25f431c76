import type { DifferingSession, ReconciledDayDetail } from '@ludus/contract';
import type { TFunction } from 'i18next';
import type { PreparedTicket } from '../../domain/ticket/prepared-ticket.ts';
import { formatAmount, formatCount, formatDay, formatInstant } from '../../lib/format.ts';
import { cellOf, figureCell } from './csv-cells.ts';
import { type FigureName, figureOrder, isAmount } from './figure-names.ts';

export { type FigureName, figureOrder, isAmount };

export type ReconciliationText = TFunction<'reconciliation'>;

export const formatFigure = (figure: FigureName, value: number | undefined): string =>
  isAmount(figure) ? formatAmount(value) : formatCount(value);

const largestInTicket = 20;

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Columns of text, each as wide as its longest cell; the first one left, the others right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What is summed by session type, with the type: a class of both stands twice. */
export const ofType = (name: string, { sessionTypeId }: { sessionTypeId: 1 | 4 }, t: ReconciliationText) =>
  `${name}: ${t(`figuresOf.${sessionTypeId === 4 ? 'fun' : 'real'}`)}`;

/** A ticket with the figures that differ, the classes, and the largest sessions of a day. */
export function ticketOf(
  detail: ReconciledDayDetail,
  sessions: readonly DifferingSession[],
  t: ReconciliationText,
): PreparedTicket {
  const integration = detail.integration.name;
  const day = formatDay(detail.day);
  const parts = [
    `<p>${escaped(t('ticketIntro', { integration, day }))}</p>`,
    `<p>${escaped(
      t('ticketCompared', {
        time: formatInstant(detail.comparedAt ?? '', 'minutes'),
        asOf: formatInstant(detail.asOf ?? '', 'minutes'),
      }),
    )}</p>`,
  ];
  const found: string[] = [];
  const expected: string[] = [];
  for (const { sessionTypeId, ours, platform, difference } of detail.types) {
    const differing = figureOrder.filter((figure) => (difference[figure] ?? 0) !== 0);
    if (differing.length === 0) continue;
    const rows = differing.map((figure) => [
      t(`figures.${figure}`),
      formatFigure(figure, ours[figure]),
      formatFigure(figure, platform[figure]),
      formatFigure(figure, difference[figure]),
    ]);
    const name = t(`figuresOf.${sessionTypeId === 4 ? 'fun' : 'real'}`);
    const line = (side: typeof ours) =>
      `${name}: ${differing.map((figure) => `${t(`figures.${figure}`)} ${formatFigure(figure, side[figure])}`).join(', ')}`;
    found.push(line(ours));
    expected.push(line(platform));
    parts.push(
      `<h3>${escaped(t(`figuresOf.${sessionTypeId === 4 ? 'fun' : 'real'}`))}</h3>`,
      `<pre><code>${escaped(textTable([[t('figure'), t('ours'), t('platform'), t('difference')], ...rows]))}</code></pre>`,
    );
  }
  const classes = [
    ...(detail.classes ?? []).map((one) => ({ name: ofType(t(`classes.${one.class}`), one, t), ...one })),
    ...detail.unexplained.map((one) => ({ name: ofType(t('unexplained'), one, t), sessions: 0, ...one })),
  ];
  if (classes.length > 0) {
    const head = [t('class'), t('figures.sessions'), t('figures.bet'), t('figures.win')];
    const rows = classes.map(({ name, sessions: count, difference }) => [
      name,
      formatCount(count),
      formatAmount(difference.bet),
      formatAmount(difference.win),
    ]);
    parts.push(
      `<h3>${escaped(t('why'))}</h3>`,
      `<pre><code>${escaped(textTable([head, ...rows]))}</code></pre>`,
    );
  }
  if (sessions.length > 0) {
    const head = [t('session'), t('class'), t('figures.bet'), t('figures.win')];
    const rows = sessions
      .slice(0, largestInTicket)
      .map((one) => [
        one.sessionId,
        t(`classes.${one.class}`),
        formatAmount(one.difference.bet),
        formatAmount(one.difference.win),
      ]);
    parts.push(
      `<h3>${escaped(t('ticketLargest'))}</h3>`,
      `<pre><code>${escaped(textTable([head, ...rows]))}</code></pre>`,
    );
  }
  return {
    title: t('ticketTitle', { integration, day }),
    description: parts.join(''),
    integrationId: detail.integration.id,
    link: { kind: 'difference', ref: `${detail.integration.id}:${detail.day}` },
    case: {
      type: 'reportBug',
      screen: t('title'),
      address: `/reconciliation?integration=${detail.integration.id}&day=${detail.day}`,
      expected: expected.join('\n'),
      found: found.join('\n'),
    },
  };
}

/** A file of sessions that differ: amounts in euro with a point, empty where a side has none. */
export function csvOf(sessions: readonly DifferingSession[]): string {
  const sides = ['ours', 'platform', 'difference'] as const;
  const figures = figureOrder.filter((figure) =>
    sessions.some(({ difference }) => difference[figure] !== undefined),
  );
  const head = [
    'class',
    'sessionId',
    'sessionType',
    'ourDay',
    'platformDay',
    ...sides.flatMap((side) => figures.map((figure) => `${side}.${figure}`)),
    'reason',
  ];
  const rows = sessions.map((one) =>
    [
      one.class,
      cellOf(one.sessionId),
      one.sessionTypeId === 4 ? 'fun' : 'real',
      one.ourDay ?? '',
      one.platformDay ?? '',
      ...sides.flatMap((side) => figures.map((figure) => figureCell(figure, one[side]?.[figure]))),
      cellOf(one.reason),
    ].join(','),
  );
  return `${[head.join(','), ...rows].join('\r\n')}\r\n`;
}
