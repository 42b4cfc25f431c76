import { type Statistics, services } from '@ludus/contract';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { addressParts } from '../fields.ts';
import type { ListRow, ListSort } from '../search.ts';
import { InternationalMark } from './international-mark.tsx';
import styles from './list-columns.module.css';
import { StateMarks } from './service-mark.tsx';

export interface ListTotals {
  operators: number;
  users: number;
  /** Undefined while it is not known. */
  open: number | undefined;
  today: Pick<Statistics['grandTotals'], 'sessionsTotal' | 'grosswin'> | undefined;
  month: Pick<Statistics['grandTotals'], 'grosswin' | 'rtp'> | undefined;
}

/** What can be added up of all; games are not, since one is at several integrations. */
export function totalsOf(
  all: readonly ListRow[],
  today: ListTotals['today'],
  month: ListTotals['month'],
): ListTotals {
  const sum = (count: (row: ListRow) => number) => all.reduce((total, row) => total + count(row), 0);
  const knowsOpen = all.every(({ open }) => open !== undefined);
  return {
    operators: sum((row) => row.operatorCount),
    users: sum((row) => row.userCount),
    open: knowsOpen ? sum((row) => row.open ?? 0) : undefined,
    today,
    month,
  };
}

export function Name({ row }: { row: ListRow }) {
  return (
    <>
      <span className="hub-ellipsis" title={row.name}>
        {row.name}
      </span>
      <InternationalMark version={row.version} />
    </>
  );
}

/** Without its scheme, so that the part in which addresses differ is in sight; the whole of it is its hint. Where it would be cut it is left out. */
function Address({ url }: { url: string }) {
  const [scheme, place] = addressParts(url);
  return (
    <span className={styles.url} title={url}>
      <span className="hub-visually-hidden">{scheme}</span>
      {place}
    </span>
  );
}

/** When its figures are from: a time today, else the day; late ones are marked. */
export function Updated({ health }: Pick<ListRow, 'health'>) {
  const { t } = useTranslation('integrations');
  const day = useToday();
  if (!health) return <span className={styles.quiet}>–</span>;
  const { fetchedAt, isFetchLate } = health;
  if (fetchedAt === null) return <span className={styles.late}>{t('neverFetched')}</span>;
  const isToday = dayInRome(new Date(fetchedAt)) === day;
  const time = <DateTime value={fetchedAt} format={isToday ? 'time' : 'date'} />;
  if (!isFetchLate) return time;
  return (
    <span className={styles.late}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
      {time}
      <span className="hub-visually-hidden">{t('isLate')}</span>
    </span>
  );
}

/** A tick, where every service is as it should be. */
function AllHealthy({ health }: { health: NonNullable<ListRow['health']> }) {
  const { t } = useTranslation('integrations');
  if (services.some((service) => health[service] !== 'healthy')) return null;
  return (
    <span className={styles.healthy} role="img" aria-label={t('allHealthy')}>
      <IconCheck size={14} stroke={2} aria-hidden="true" />
    </span>
  );
}

/** On a phone: what fails, else how many games; and when its figures are from. */
export function PhoneState({ row }: { row: ListRow }) {
  const { t } = useTranslation('integrations');
  const failing = services.filter((service) => row.health?.[service] === 'failing');
  return (
    <>
      {failing.length === 0 ? (
        <>
          {row.health && <AllHealthy health={row.health} />}
          <span>{t('gamesCount', { count: row.gameCount })}</span>
        </>
      ) : (
        <span className={styles.failing}>
          {t('attention.failing', {
            count: failing.length,
            services: failing.map((service) => t(`service.${service}`)).join(', '),
          })}
        </span>
      )}
      {row.health && (
        <>
          <span aria-hidden="true">·</span>
          <Updated health={row.health} />
        </>
      )}
    </>
  );
}

interface SessionsProps {
  today: number | undefined;
  /** Of any day. */
  open: number | undefined;
  strong?: boolean;
}

/** How many began today, and how many are open. */
function Sessions({ today, open, strong = false }: SessionsProps) {
  const { t } = useTranslation('integrations');
  return (
    <TwoLines second={open === undefined ? '–' : t('openCount', { count: open })}>
      <Count value={today} strong={strong} />
    </TwoLines>
  );
}

interface TodayProps {
  today: ListTotals['today'];
  /** Their column gives way. */
  hasSessions: boolean;
  strong?: boolean;
}

/** Gross win of today, where there is little room with the sessions that it comes from. */
function Today({ today, hasSessions, strong = false }: TodayProps) {
  const { t } = useTranslation('integrations');
  const amount = <Amount value={today?.grosswin} strong={strong} />;
  if (!hasSessions || !today) return amount;
  return <TwoLines second={t('sessionsCount', { count: today.sessionsTotal })}>{amount}</TwoLines>;
}

function MonthFigures({ month, strong = false }: { month: ListTotals['month']; strong?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <TwoLines
      second={
        <>
          {t('metric.rtp')} <Percent value={month?.rtp} decimals={2} missing="na" />
        </>
      }
    >
      <Amount value={month?.grosswin} strong={strong} />
    </TwoLines>
  );
}

/** On narrow screens the figures of today share a column, so that all of them are in sight; what is older gives way. */
export function useListColumns(totals: ListTotals | null): DataColumn<ListRow>[] {
  const { t } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const isTight = useMedia(breakpoints.laptop);
  const hasMonth = !useMedia(breakpoints.desktop);
  return useMemo(() => {
    const count = (
      id: ListSort,
      value: (row: ListRow) => number | undefined,
      total?: number,
    ): DataColumn<ListRow> => ({
      id,
      header: t(id as 'games'),
      align: 'right',
      sortable: true,
      value,
      cell: (row) => <Count value={value(row)} />,
      ...(total === undefined ? {} : { footer: <Count value={total} strong /> }),
    });
    const columns: (DataColumn<ListRow> | false)[] = [
      {
        id: 'name',
        header: t('name'),
        sortable: true,
        ...(totals && { footer: common('total') }),
        cell: (row) => (
          <span className={styles.name}>
            <IntegrationChip name={row.name} number={row.id} size={28} />
            <span className={styles.lines}>
              <span className={styles.title}>
                <Name row={row} />
              </span>
              {!isTight && <Address url={row.playServiceURL} />}
            </span>
          </span>
        ),
      },
      {
        id: 'services',
        header: t('services'),
        sortable: true,
        descFirst: true,
        fit: true,
        cell: (row) => <StateMarks stateOf={(service) => row.health?.[service] ?? 'unknown'} />,
      },
      {
        id: 'updated',
        header: t('asOf'),
        align: 'right',
        width: 90,
        sortable: true,
        cell: (row) => <Updated health={row.health} />,
      },
      ...(isTight
        ? [
            {
              ...count('operators', (row) => row.operatorCount),
              cell: (row: ListRow) => (
                <TwoLines second={t('usersCount', { count: row.userCount })}>
                  <Count value={row.operatorCount} />
                </TwoLines>
              ),
              ...(totals && {
                footer: (
                  <TwoLines second={t('usersCount', { count: totals.users })}>
                    <Count value={totals.operators} strong />
                  </TwoLines>
                ),
              }),
            },
          ]
        : [
            count('operators', (row) => row.operatorCount, totals?.operators),
            count('users', (row) => row.userCount, totals?.users),
          ]),
      count('games', (row) => row.gameCount),
      !isTight && {
        ...count('sessionsToday', (row) => row.today?.sessionsTotal),
        width: 124,
        cell: (row) => <Sessions today={row.today?.sessionsTotal} open={row.open} />,
        ...(totals?.today && {
          footer: <Sessions today={totals.today.sessionsTotal} open={totals.open} strong />,
        }),
      },
      {
        id: 'grossWinToday',
        header: t('grossWinToday'),
        align: 'right',
        // Figures come after the rows: room for them from the start, so that nothing moves.
        width: 150,
        sortable: true,
        value: (row) => row.today?.grosswin,
        ...(totals?.today && { footer: <Today today={totals.today} hasSessions={isTight} strong /> }),
        cell: (row) => <Today today={row.today} hasSessions={isTight} />,
      },
      hasMonth && {
        id: 'grossWinMonth',
        header: t('grossWinMonth'),
        align: 'right',
        width: 150,
        sortable: true,
        value: (row) => row.month?.grosswin,
        ...(totals?.month && { footer: <MonthFigures month={totals.month} strong /> }),
        cell: (row) => <MonthFigures month={row.month} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, common, totals, isTight, hasMonth]);
}
