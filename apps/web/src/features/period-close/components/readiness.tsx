import {
  type getPeriodReadiness,
  type PeriodCheckId,
  type PeriodReadiness,
  periodCheckIds,
  type ResponseOf,
} from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import { readinessQuery } from '../../../domain/period/periods.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { CheckFinding } from './check-finding.tsx';
import { CompareNow } from './compare-now.tsx';
import { EvaluateNow } from './evaluate-now.tsx';
import { monthName, StateBadge } from './month-matrix.tsx';
import styles from './readiness.module.css';

/** The checks that keep a month open unless they are overridden; the others only have to be seen. */
const blocking: readonly PeriodCheckId[] = ['complete', 'reconciled', 'quarantine'];

interface ReadinessProps {
  month: string;
  /** Every month that there is, newest first. */
  months: readonly string[];
  onMonth: (month: string) => void;
  onOpen: (integrationId: number, month: string) => void;
}

/** Whether a month is complete at every integration, point by point, each with its evidence. */
export function Readiness({ month, months, onMonth, onOpen }: ReadinessProps) {
  const { t, i18n } = useTranslation('periodClose');
  const query = useQuery(readinessQuery(month));
  // The month before it, while another one is loading, would stand under the wrong name.
  const data = query.data?.month === month ? query.data : undefined;
  const isNarrow = useMedia(breakpoints.desktop);
  const isPhone = useIsPhone();
  const mayClose = useCan('periods:close');
  const name = monthName(month, i18n.language);
  const place = months.indexOf(month);
  const step = (by: 1 | -1, label: string, icon: ReactNode) => {
    const other = months[place + by];
    return (
      <ActionIcon
        variant="default"
        aria-label={label}
        disabled={other === undefined}
        onClick={() => other !== undefined && onMonth(other)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <Panel
      flush
      title={t('checksOfMonth')}
      hasLongCoverage={isPhone || !mayClose}
      coverage={data ? <Summary data={data} /> : <SkeletonLine width={120} my={1} />}
      actions={
        <>
          {step(1, t('monthBefore'), <IconChevronLeft size={16} stroke={1.5} />)}
          <span className={styles.month}>{name}</span>
          {step(-1, t('monthAfter'), <IconChevronRight size={16} stroke={1.5} />)}
        </>
      }
    >
      <QueryView query={query} compact>
        {data && <Remedies data={data} />}
        {isNarrow ? (
          <ReadinessList data={data} label={t('readiness', { month: name })} onOpen={onOpen} />
        ) : (
          <ReadinessTable data={data} label={t('readiness', { month: name })} onOpen={onOpen} />
        )}
      </QueryView>
    </Panel>
  );
}

interface ContentProps {
  data: ResponseOf<typeof getPeriodReadiness> | undefined;
}

const isClosed = ({ state }: PeriodReadiness) => state === 'closed' || state === 'restated';
const countOf = ({ checks }: PeriodReadiness, wanted: 'failed' | 'attention') =>
  checks.filter(({ result }) => result === wanted).length;

const isUnreconciled = ({ checks }: PeriodReadiness) =>
  checks.some(({ id, result }) => id === 'reconciled' && result === 'failed');

function Summary({ data: { rows, isEnded } }: { data: NonNullable<ContentProps['data']> }) {
  const { t } = useTranslation('periodClose');
  const mayClose = useCan('periods:close');
  if (!isEnded) return t('notEnded');
  const open = rows.filter((row) => !isClosed(row));
  if (open.length === 0) return t(rows.length === 0 ? 'noSessions' : 'allClosed');
  const ready = open.filter((row) => countOf(row, 'failed') === 0).length;
  // What blocks all of them stands beneath, with what can be done about it.
  if (ready === 0 && open.every(isUnreconciled)) return null;
  return t(mayClose ? 'readyCount' : 'readyCountByAdmins', { ready, count: open.length });
}

/** What can be done at once about points of several integrations. */
function Remedies({ data: { rows, month, isEnded } }: { data: NonNullable<ContentProps['data']> }) {
  const { t } = useTranslation('periodClose');
  const open = rows.filter((row) => isEnded && !isClosed(row));
  const unreconciled = open.filter(isUnreconciled);
  const isUnevaluated = open.some(({ checks }) =>
    checks.some(({ detail }) => detail.code === 'periods.alertsNotEvaluated'),
  );
  if (unreconciled.length === 0 && !isUnevaluated) return null;
  return (
    <div className={styles.remedies}>
      {unreconciled.length > 0 && (
        <p className={styles.remedy}>
          {t('unreconciled', { count: unreconciled.length })}
          <CompareNow
            filled
            month={month}
            integrationIds={unreconciled.map(({ integration }) => integration.id)}
          />
        </p>
      )}
      {isUnevaluated && (
        <p className={styles.remedy}>
          {t('unevaluated')}
          <EvaluateNow />
        </p>
      )}
    </div>
  );
}

interface RowsProps extends ContentProps, Pick<ReadinessProps, 'onOpen'> {
  label: string;
}

function ReadinessTable({ data, label, onOpen }: RowsProps) {
  const { t } = useTranslation('periodClose');
  return (
    <ScrollFrame label={label} className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-busy={!data}>
        <thead>
          <tr>
            <th scope="col" data-pinned>
              {t('integration')}
            </th>
            {periodCheckIds.map((id) => (
              <th key={id} scope="col">
                {t(`checks.${id}`)}
                <span className={styles.weight}>{t(blocking.includes(id) ? 'blocks' : 'warns')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data === undefined
            ? [0, 1, 2].map((row) => (
                <tr key={row}>
                  <td colSpan={periodCheckIds.length + 1}>
                    <SkeletonLine width="70%" />
                  </td>
                </tr>
              ))
            : data.rows.map((row) => (
                <tr key={row.integration.id}>
                  <th scope="row" data-pinned>
                    <Head row={row} data={data} onOpen={onOpen} />
                  </th>
                  {periodCheckIds.map((id) => (
                    <td key={id}>
                      <Point row={row} id={id} month={data.month} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** The same where a table has no room: an integration after the other, each check at the same place. */
function ReadinessList({ data, label, onOpen }: RowsProps) {
  const { t } = useTranslation('periodClose');
  if (data === undefined)
    return (
      <div className={styles.awaited} aria-busy="true">
        <SkeletonLine width="70%" />
        <SkeletonLine width="60%" />
      </div>
    );
  return (
    <ul className={styles.list} aria-label={label}>
      {data.rows.map((row) => (
        <li key={row.integration.id} className={styles.item}>
          <Head row={row} data={data} onOpen={onOpen} />
          <dl className={styles.points}>
            {periodCheckIds.map((id) => (
              <div key={id}>
                <dt>{t(`checks.${id}`)}</dt>
                <dd>
                  <Point row={row} id={id} month={data.month} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** A month that was closed before a check came to be has none of it. */
function Point({ row, id, month }: { row: PeriodReadiness; id: PeriodCheckId; month: string }) {
  const check = row.checks.find((one) => one.id === id);
  return check ? <CheckFinding check={check} integration={row.integration} month={month} /> : '–';
}

interface HeadProps extends Pick<ReadinessProps, 'onOpen'> {
  row: PeriodReadiness;
  data: NonNullable<ContentProps['data']>;
}

/** The integration, which opens its month, and where the month stands. */
function Head({ row, data, onOpen }: HeadProps) {
  const { month, isEnded } = data;
  const { i18n } = useTranslation('periodClose');
  const { integration, state } = row;
  return (
    <span className={styles.head}>
      <button type="button" className={styles.open} onClick={() => onOpen(integration.id, month)}>
        <IntegrationName name={integration.name} number={integration.id} />
        <span className="hub-visually-hidden">, {monthName(month, i18n.language)}</span>
      </button>
      <span className={styles.standing}>
        {state !== 'open' && <StateBadge state={state} />}
        {isEnded && !isClosed(row) && haveSeveralVerdicts(data) && <Verdict row={row} />}
      </span>
    </span>
  );
}

/** Whether no integration that has yet to close the month could close it by its checks. */
export function isBlockedMonth({ rows, isEnded }: ResponseOf<typeof getPeriodReadiness>): boolean {
  const open = rows.filter((row) => !isClosed(row));
  return isEnded && open.length > 0 && open.every((row) => countOf(row, 'failed') > 0);
}

const verdictOf = (row: PeriodReadiness) =>
  countOf(row, 'failed') > 0 ? 'blocked' : countOf(row, 'attention') > 0 ? 'attention' : 'ready';

/** Where all stand alike, the head of the panel says so once. */
const haveSeveralVerdicts = ({ rows }: NonNullable<ContentProps['data']>) =>
  new Set(rows.filter((row) => !isClosed(row)).map(verdictOf)).size > 1;

/** Whether the month can be closed, or what has to be seen before it is; the checks beside it say why not. */
function Verdict({ row }: { row: PeriodReadiness }) {
  const { t } = useTranslation('periodClose');
  const [failed, attention] = [countOf(row, 'failed'), countOf(row, 'attention')];
  if (failed > 0) return <Badge tone="negative">{t('blocked')}</Badge>;
  if (attention > 0) return <Badge tone="warning">{t('warningCount', { count: attention })}</Badge>;
  return <Badge tone="positive">{t('ready')}</Badge>;
}
