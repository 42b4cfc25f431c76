import type { ComparedFile, DifferingSession } from '@ludus/contract';
import type { PreparedTicket } from '../../domain/ticket/prepared-ticket.ts';
import { formatAmount, formatCount, formatInstant, formatPeriod } from '../../lib/format.ts';
import {
  escaped,
  type FigureName,
  figureOrder,
  formatFigure,
  ofType,
  type ReconciliationText,
  textTable,
} from './evidence.ts';

const largestInTicket = 20;
/** As many sessions as the fields "expected" and "found" of a report name. */
const namedInFields = 3;

/** The figures in which both sides differ; of a session that one side does not have, its amounts. */
function differingIn({ difference }: DifferingSession): FigureName[] {
  const found = figureOrder.filter((figure) => figure !== 'sessions' && (difference[figure] ?? 0) !== 0);
  return found.length > 0 ? found : ['sessions'];
}

/** A ticket with the classes of a compared file and the values of its largest sessions on both sides. */
export function fileTicketOf(
  file: ComparedFile,
  sessions: readonly DifferingSession[],
  t: ReconciliationText,
): PreparedTicket {
  const integration = file.integration.name;
  const days = formatPeriod(file);
  const largest = sessions.slice(0, largestInTicket);
  const classes = file.classes.map((one) => [
    ofType(t(`classes.${one.class}`), one, t),
    formatCount(one.sessions),
    formatAmount(one.difference.bet),
    formatAmount(one.difference.win),
  ]);
  const values = largest.flatMap((one) =>
    differingIn(one).map((figure) => [
      one.sessionId,
      t(`classes.${one.class}`),
      t(`figures.${figure}`),
      formatFigure(figure, one.ours?.[figure]),
      formatFigure(figure, one.platform?.[figure]),
    ]),
  );
  const table = (rows: string[][]) => `<pre><code>${escaped(textTable(rows))}</code></pre>`;
  const said = (side: 'ours' | 'platform') =>
    largest
      .slice(0, namedInFields)
      .map(
        (one) =>
          `${one.sessionId}: ${differingIn(one)
            .map((figure) => `${t(`figures.${figure}`)} ${formatFigure(figure, one[side]?.[figure])}`)
            .join(', ')}`,
      )
      .join('\n');
  return {
    title: t('ticketTitle', { integration, day: days }),
    description: [
      `<p>${escaped(t('fileTicketIntro', { integration, days, file: file.fileName }))}</p>`,
      `<p>${escaped(
        t('fileTicketCompared', {
          time: formatInstant(file.comparedAt, 'minutes'),
          name: file.username,
          rows: file.rows,
          wrong: file.wrong,
        }),
      )}</p>`,
      `<h3>${escaped(t('why'))}</h3>`,
      table([[t('class'), t('figures.sessions'), t('figures.bet'), t('figures.win')], ...classes]),
      `<h3>${escaped(t('ticketLargest'))}</h3>`,
      table([[t('session'), t('class'), t('figure'), t('ours'), t('fileName')], ...values]),
    ].join(''),
    integrationId: file.integration.id,
    case: {
      type: 'reportBug',
      screen: t('title'),
      address: `/reconciliation?file=${file.id}`,
      expected: said('platform'),
      found: said('ours'),
    },
  };
}
