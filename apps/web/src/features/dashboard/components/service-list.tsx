import { type QuarantineCount, type Service, type ServiceStatus, services } from '@ludus/contract';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { formatCount } from '../../../lib/format.ts';
import styles from './service-list.module.css';

type State = ServiceStatus['gaming'];

interface OverallState {
  state: State;
  failing: number;
}

/** A service is well when it is healthy at every integration the reader sees, else the failing ones are counted. */
export function overallStateOf(service: Service, rows: readonly ServiceStatus[]): OverallState {
  const failing = rows.filter((row) => row[service] === 'failing').length;
  if (failing > 0) return { state: 'failing', failing };
  const isKnown = rows.length > 0 && rows.every((row) => row[service] === 'healthy');
  return { state: isKnown ? 'healthy' : 'unknown', failing: 0 };
}

/** When all integrations were updated, if that is one minute and none is late. */
function sharedFetchOf(rows: readonly ServiceStatus[]): string | null {
  const [first, ...others] = rows;
  if (!first?.fetchedAt || others.length === 0 || rows.some(({ isFetchLate }) => isFetchLate)) return null;
  const minute = first.fetchedAt.slice(0, 16);
  return others.every(({ fetchedAt }) => fetchedAt?.startsWith(minute)) ? first.fetchedAt : null;
}

/** Of another day, a time comes with its date. */
function fetchKey<Name extends 'fetched' | 'allFetched' | 'checkedAt'>(instant: string, name: Name) {
  const isToday = dayInRome(new Date(instant)) === dayInRome(new Date());
  return isToday ? name : (`${name}Before` as const);
}

/** Whether a frame holds more than its height, so that it scrolls and has to be reached by keyboard. */
function useScrollsDown() {
  const [frame, frameRef] = useState<HTMLElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    if (!frame) return;
    const observer = new ResizeObserver(() => setScrolls(frame.scrollHeight > frame.clientHeight + 1));
    for (const part of [frame, ...frame.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [frame]);
  return { frameRef, scrolls };
}

interface ServiceListProps {
  rows: readonly ServiceStatus[] | undefined;
  /** Integrations with quarantined rows; undefined where the reader may not see them. */
  quarantine: readonly QuarantineCount[] | undefined;
  /** What was known last, while the present state is read. */
  stale?: boolean;
}

export function ServiceList({ rows, quarantine = [], stale = false }: ServiceListProps) {
  const { t } = useTranslation('dashboard');
  const { frameRef, scrolls } = useScrollsDown();
  const lastCheck = rows
    ?.map((row) => row.checkedAt)
    .filter((instant) => instant !== null)
    .sort()
    .at(-1);
  const quarantined = quarantine.reduce((sum, { count }) => sum + count, 0);
  const sharedFetch = rows && sharedFetchOf(rows);
  const texts = [
    lastCheck && t(fetchKey(lastCheck, 'checkedAt'), { time: lastCheck }),
    sharedFetch && t(fetchKey(sharedFetch, 'allFetched'), { time: sharedFetch }),
  ].filter(Boolean);
  return (
    <Panel
      title={t('services')}
      coverage={rows ? texts.join(', ') || t('neverChecked') : undefined}
      actions={
        quarantined > 0 && (
          <QuarantineLink count={quarantined} label={t('quarantined', { count: quarantined })} />
        )
      }
      flush
      className={styles.panel}
    >
      {rows?.length === 0 ? (
        <EmptyState compact title={t('noIntegrations')} />
      ) : (
        <div
          ref={frameRef}
          className={styles.frame}
          {...(scrolls && { role: 'group', 'aria-label': t('services'), tabIndex: 0 })}
        >
          <table
            className={stale ? `${styles.table} hub-stale` : styles.table}
            aria-busy={!rows || stale || undefined}
          >
            <thead>
              <tr>
                <th scope="col">
                  <span className="hub-visually-hidden">{t('integration')}</span>
                </th>
                {services.map((service) => (
                  <th scope="col" key={service}>
                    {t(`service.${service}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows ? (
                <ServiceRows rows={rows} quarantine={quarantine} showsFetch={!sharedFetch} />
              ) : (
                <SkeletonRows />
              )}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

interface ServiceRowsProps {
  rows: readonly ServiceStatus[];
  quarantine: readonly QuarantineCount[];
  /** When the figures of each row are from. */
  showsFetch: boolean;
}

function ServiceRows({ rows, quarantine, showsFetch }: ServiceRowsProps) {
  const { t } = useTranslation('dashboard');
  const counts = new Map(quarantine.map(({ integrationId, count }) => [integrationId, count]));
  return (
    <>
      {rows.length > 1 && (
        <tr className={styles.summary}>
          <th scope="row">{t('summary')}</th>
          {services.map((service) => (
            <td key={service}>
              <Summary service={service} overallState={overallStateOf(service, rows)} />
            </td>
          ))}
        </tr>
      )}
      {rows.map((row) => (
        <tr key={row.integrationId}>
          <th scope="row">
            <span className={styles.place}>
              <IntegrationName name={row.integrationName} number={row.integrationId} />
              {counts.has(row.integrationId) && (
                <QuarantineLink
                  count={counts.get(row.integrationId) ?? 0}
                  integration={row.integrationId}
                  label={t('quarantinedOf', {
                    count: counts.get(row.integrationId) ?? 0,
                    integration: row.integrationName,
                  })}
                />
              )}
            </span>
            {showsFetch && <FetchTime fetchedAt={row.fetchedAt} isLate={row.isFetchLate} />}
          </th>
          {services.map((service) => (
            <td key={service}>
              <ServiceMark service={service} row={row} />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** How a service of an integration is; a healthy one with the time that it took to respond. */
function ServiceMark({ service, row }: { service: Service; row: ServiceStatus }) {
  const { t } = useTranslation('dashboard');
  const state = row[service];
  const ms = row.latencies[service];
  const latency = ms === null ? undefined : t('latency', { ms });
  const texts = [t(`serviceState.${state}`), latency].filter(Boolean).join(', ');
  return <StateMark state={state} label={`${t(`service.${service}`)}: ${texts}`} latency={latency} />;
}

/** To the rows that wait in quarantine, of all integrations or of one. */
function QuarantineLink({
  count,
  label,
  integration,
}: {
  count: number;
  label: string;
  integration?: number;
}) {
  return (
    <Link
      to="/quarantine"
      search={{ integration }}
      className={styles.quarantine}
      aria-label={label}
      title={label}
    >
      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
      {formatCount(count)}
    </Link>
  );
}

function FetchTime({ fetchedAt, isLate }: { fetchedAt: string | null; isLate: boolean }) {
  const { t } = useTranslation('dashboard');
  if (fetchedAt === null) return <span className={styles.fetched}>{t('notFetched')}</span>;
  const text = t(fetchKey(fetchedAt, 'fetched'), { time: fetchedAt });
  return (
    <span className={styles.fetched} data-late={isLate || undefined}>
      {isLate && <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />}
      {isLate ? t('fetchLate', { updated: text }) : text}
    </span>
  );
}

function SkeletonRows() {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row} className={styles.loading}>
      <td colSpan={5}>
        <SkeletonLine />
      </td>
    </tr>
  ));
}

function Summary({ service, overallState }: { service: Service; overallState: OverallState }) {
  const { t } = useTranslation('dashboard');
  const name = t(`service.${service}`);
  const label = {
    healthy: t('serviceHealthy', { service: name }),
    failing: t('serviceFailing', { service: name, count: overallState.failing }),
    unknown: t('serviceUnknown', { service: name }),
  }[overallState.state];
  return (
    <StateMark
      state={overallState.state}
      label={label}
      note={overallState.failing > 0 ? formatCount(overallState.failing) : undefined}
    />
  );
}

interface StateMarkProps {
  state: State;
  label: string;
  note?: string | undefined;
  latency?: string | undefined;
}

function StateMark({ state, label, note, latency }: StateMarkProps) {
  return (
    <span className={styles.mark} data-state={state} role="img" aria-label={label} title={label}>
      {/* Before the first check there is one for each: it must not look like something to act on. */}
      {state === 'unknown' && <StatusDot ring />}
      {state === 'healthy' && <IconCheck size={16} stroke={2} aria-hidden="true" />}
      {state === 'failing' && <IconX size={16} stroke={2} aria-hidden="true" />}
      {note}
      {latency && <span className={styles.latency}>{latency}</span>}
    </span>
  );
}
