import type { RtpCheck, RtpVerdict } from '@ludus/contract';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { TwoLines, twoLinesHeading } from '../../../components/table/two-lines.tsx';
import { formatPercent } from '../../../lib/format.ts';
import { errorsOf } from '../rtp-rows.ts';
import styles from './rtp-monitor.module.css';
import { errorsText, VerdictBadge } from './verdict-badge.tsx';

/** What a row of each of the monitor's tables is measured by. */
export interface MeasuredRow {
  verdict: RtpVerdict | null;
  check: RtpCheck;
  expected: number | null;
}

type FigureId = 'verdict' | 'observed' | 'band' | 'deviation' | 'plays' | 'sessions' | 'bet';

/** The columns that the tables share; each table chooses its own. */
export function useRtpColumns(): <Row extends MeasuredRow>(ids: readonly FigureId[]) => DataColumn<Row>[] {
  const { t } = useTranslation('rtpMonitor');
  return useCallback((ids) => columnsWith(t, ids), [t]);
}

type Translate = ReturnType<typeof useTranslation<'rtpMonitor'>>['t'];

function columnsWith(t: Translate, ids: readonly FigureId[]): DataColumn<MeasuredRow>[] {
  const all: Record<FigureId, DataColumn<MeasuredRow>> = {
    verdict: {
      id: 'verdict',
      header: t('verdictLabel'),
      width: 132,
      fit: true,
      cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    },
    observed: {
      id: 'observed',
      header: twoLinesHeading(t('observed'), t('expected')),
      align: 'right',
      wraps: 'pair',
      sortable: true,
      value: ({ check }) => check.observed,
      cell: ({ check, expected }) => (
        <TwoLines second={<Percent value={expected} decimals={2} />}>
          <Percent value={check.observed} decimals={2} />
        </TwoLines>
      ),
    },
    band: {
      id: 'band',
      header: t('band'),
      align: 'right',
      cell: ({ check }) => <BandText check={check} />,
    },
    deviation: {
      id: 'deviation',
      header: t('deviation'),
      align: 'right',
      sortable: true,
      value: ({ check }) => {
        const errors = errorsOf(check);
        return errors === null ? null : Math.abs(errors);
      },
      cell: ({ check }) => <DeviationText check={check} />,
    },
    plays: {
      id: 'plays',
      header: twoLinesHeading(t('plays'), t('rounds')),
      align: 'right',
      wraps: 'pair',
      sortable: true,
      value: ({ check }) => check.plays,
      cell: ({ check }) => (
        <TwoLines second={<Count value={check.rounds} />}>
          <Count value={Math.round(check.plays)} />
        </TwoLines>
      ),
    },
    sessions: {
      id: 'sessions',
      header: t('sessions'),
      align: 'right',
      sortable: true,
      value: ({ check }) => check.sessions,
      cell: ({ check }) => <SessionsCell check={check} />,
    },
    bet: {
      id: 'bet',
      header: twoLinesHeading(t('bet'), t('win')),
      align: 'right',
      wraps: 'pair',
      sortable: true,
      value: ({ check }) => check.bet,
      cell: ({ check }) => (
        <TwoLines second={<Amount value={check.win} />}>
          <Amount value={check.bet} />
        </TwoLines>
      ),
    },
  };
  return ids.map((id) => all[id]);
}

/** Standard errors from the expected RTP, in red beyond the alert limits. */
export function DeviationText({ check }: { check: RtpCheck }): ReactNode {
  const { alertBand, observed, verdict } = check;
  const isBeyond =
    verdict !== 'gathering' &&
    alertBand !== null &&
    observed !== null &&
    (observed < alertBand.low || observed > alertBand.high);
  return (
    <span className={styles.figure} data-beyond={isBeyond || undefined}>
      {errorsText(check)}
    </span>
  );
}

/** The alert limits; while plays are gathered they are wider than anyone could use. */
export function BandText({ check }: { check: RtpCheck }): ReactNode {
  const { t } = useTranslation('rtpMonitor');
  const { alertBand, verdict } = check;
  if (alertBand === null || verdict === 'gathering') return <span className={styles.missing}>–</span>;
  return (
    <span className={styles.figure}>
      {t('range', { low: formatPercent(alertBand.low, 2), high: formatPercent(alertBand.high, 2) })}
    </span>
  );
}

function SessionsCell({ check }: { check: RtpCheck }) {
  const { t } = useTranslation('rtpMonitor');
  const { sessions, openSessions } = check;
  if (openSessions === 0) return <Count value={sessions} />;
  return (
    <TwoLines second={t('openSessions', { count: openSessions })}>
      <Count value={sessions} />
    </TwoLines>
  );
}

/** The columns of the tables of a panel. */
export const figuresIn = (isNarrow: boolean) =>
  isNarrow
    ? (['verdict', 'observed', 'deviation', 'plays'] as const)
    : (['verdict', 'observed', 'band', 'deviation', 'plays', 'bet'] as const);
