import type { FiguresCoverage, IntegrationCoverage } from '@ludus/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount, formatDay, formatInstant, formatPercent } from '../../../lib/format.ts';
import styles from './trust-details.module.css';

interface TrustDetailsProps {
  /** What names the popover. */
  titleId: string;
  coverage: FiguresCoverage;
  withoutOpen: boolean | undefined;
}

/** Small shares have two decimals: of many sessions, few are open. */
export const shareOf = (part: number, all: number) => formatPercent(part / all, part * 100 < all ? 2 : 1);

/** What is missing comes first; otherwise by name, as the server lists them. */
function byUrgency(rows: readonly IntegrationCoverage[]): IntegrationCoverage[] {
  const rank = ({ state, quarantinedRows, unreconciledDays }: IntegrationCoverage) => {
    if (state !== 'upToDate') return state === 'neverFetched' ? 0 : 1;
    return quarantinedRows > 0 ? 2 : unreconciledDays > 0 ? 3 : 4;
  };
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** Period, zone and open sessions of figures, and how far each integration is in them. */
export function TrustDetails({ titleId, coverage, withoutOpen }: TrustDetailsProps) {
  const { t } = useTranslation('statisticsCoverage');
  const { from, to, zone, openSessions, sessions, isRunning, integrations } = coverage;
  return (
    <>
      <div id={titleId} className={styles.title}>
        {t('title')}
      </div>
      <dl className={styles.facts}>
        <dt>{t('period')}</dt>
        <dd>
          {formatInstant(from, 'minutes')} – {formatInstant(to, 'minutes')}
          {isRunning && <span className={styles.note}> {t('runningNote')}</span>}
        </dd>
        <dt>{t('zone')}</dt>
        <dd>{zone}</dd>
        {!withoutOpen && (
          <>
            <dt>{t('openSessions')}</dt>
            <dd>
              {openSessions === 0
                ? t('noneOpen')
                : t('openOf', { count: openSessions, all: sessions, share: shareOf(openSessions, sessions) })}
              {openSessions > 0 && <span className={styles.note}> {t('openNote')}</span>}
            </dd>
          </>
        )}
      </dl>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('integration')}</th>
            <th scope="col">{t('asOf')}</th>
            {!withoutOpen && <th scope="col">{t('openColumn')}</th>}
          </tr>
        </thead>
        <tbody>
          {byUrgency(integrations).map((row) => (
            <Integration key={row.integrationId} row={row} withoutOpen={withoutOpen} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Integration({ row, withoutOpen }: { row: IntegrationCoverage; withoutOpen: boolean | undefined }) {
  const { t } = useTranslation('statisticsCoverage');
  const mayOpen = useCan('integrations:manage');
  const { integrationId, integrationName, asOf, state, openSessions } = row;
  return (
    <>
      <tr>
        <th scope="row">
          {mayOpen ? (
            <Link to="/integration/{-$id}" params={{ id: String(integrationId) }}>
              {integrationName}
            </Link>
          ) : (
            integrationName
          )}
        </th>
        <td data-missing={state !== 'upToDate' || undefined}>
          {asOf === null ? t('neverFetched') : <DateTime value={asOf} format="minutes" />}
          {state === 'late' && ` ${t('isLate')}`}
        </td>
        {!withoutOpen && <td>{formatCount(openSessions)}</td>}
      </tr>
      {row.quarantinedRows > 0 && (
        <tr className={styles.more}>
          <td colSpan={withoutOpen ? 2 : 3}>
            <Quarantined row={row} />
          </td>
        </tr>
      )}
      {row.unreconciledDays > 0 && (
        <tr className={styles.more}>
          <td colSpan={withoutOpen ? 2 : 3}>
            <Unreconciled row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Days that are named; of the others it says how many. */
const daysNamed = 5;

function Quarantined({ row }: { row: IntegrationCoverage }) {
  const { t } = useTranslation('statisticsCoverage');
  const mayOpen = useCan('sessions:fetch');
  const { integrationId, quarantinedRows, quarantinedDays, hasMoreQuarantinedRows } = row;
  const text = hasMoreQuarantinedRows
    ? t('quarantinedAtLeast', { count: quarantinedRows })
    : t('quarantined', { count: quarantinedRows });
  const days = quarantinedDays
    .slice(0, daysNamed)
    .map(({ day, rows }) => t('rowsOfDay', { day: formatDay(day), count: rows }));
  const others = quarantinedDays.length - days.length;
  return (
    <>
      {mayOpen ? (
        <Link to="/quarantine" search={{ integration: integrationId }}>
          {text}
        </Link>
      ) : (
        text
      )}
      {': '}
      {[...days, ...(others > 0 ? [t('moreDays', { count: others })] : [])].join(', ')}
    </>
  );
}

/** Each day leads to what differs on it, for those who may see that. */
function Unreconciled({ row }: { row: IntegrationCoverage }) {
  const { t } = useTranslation('statisticsCoverage');
  const mayOpen = useCan('reconciliation:read');
  const { integrationId, unreconciledDays, latestUnreconciledDays } = row;
  const named = latestUnreconciledDays.slice(0, daysNamed);
  const others = unreconciledDays - named.length;
  return (
    <>
      {t('unreconciled', { count: unreconciledDays })}
      {': '}
      {named.map((day, index) => (
        <Fragment key={day}>
          {index > 0 && ', '}
          {mayOpen ? (
            <Link to="/reconciliation" search={{ to: day, integration: integrationId, day }}>
              {formatDay(day)}
            </Link>
          ) : (
            formatDay(day)
          )}
        </Fragment>
      ))}
      {others > 0 && `, ${t('moreDays', { count: others })}`}
    </>
  );
}
