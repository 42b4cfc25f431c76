import {
  asksAvailability,
  type Maintenance,
  type MaintenanceState,
  maintenanceState,
  overallStatus,
} from '@ludus/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Badge, type BadgeTone, SeverityBadge, StatusDot } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { formatInstant, formatLongDate, zoneName } from '../../../lib/format.ts';
import type { MaintenancesSearch } from '../search.ts';
import { usePresent } from '../use-present.ts';
import styles from './announced-maintenances.module.css';
import { MaintenanceActions } from './maintenance-actions.tsx';

type Status = ReturnType<typeof overallStatus>;

const tones: Record<Status, BadgeTone> = { confirmed: 'positive', denied: 'negative', pending: 'neutral' };

function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation('maintenances');
  return (
    <Badge tone={tones[status]} ring={status === 'pending'}>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** The status of all answers; of a denial, how many have denied it: those may be few, and it takes place at the others. */
function OverallBadge({ integrations }: Maintenance) {
  const { t } = useTranslation('maintenances');
  const status = overallStatus({ integrations });
  const denied = integrations.filter(({ maintenance_integrations: { confirmed } }) => confirmed === false);
  if (status !== 'denied' || denied.length === integrations.length) return <StatusBadge status={status} />;
  return <Badge tone="warning">{t('deniedBy', { count: denied.length, all: integrations.length })}</Badge>;
}

interface AnnouncedMaintenancesProps {
  maintenances: readonly Maintenance[];
  /** The page's address: its maintenance is marked and brought into sight, its filters stay in each one's link. */
  search: MaintenancesSearch;
}

/**
 * What has been announced, with the confirmation of each integration. What is to come stands by its start, the next one first; what is
 * over or cancelled, in the order of the response, the newest first. What runs has a heading of its own.
 */
export function AnnouncedMaintenances({ maintenances, search }: AnnouncedMaintenancesProps) {
  const now = usePresent();
  // One that was cancelled is not to come, whatever its day.
  const isPast = ({ endsAt, cancelledAt }: Maintenance) =>
    cancelledAt !== null || Date.parse(endsAt) <= now.getTime();
  const isRunning = (one: Maintenance) => maintenanceState(one, now) === 'running';
  const running = maintenances.filter(isRunning);
  const upcoming = maintenances
    .filter((one) => !isPast(one) && !isRunning(one))
    .toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  return (
    <>
      {running.length > 0 && <Section part="running" maintenances={running} search={search} />}
      <Section part="upcoming" maintenances={upcoming} search={search} />
      <Section
        part="past"
        maintenances={maintenances.filter((one) => isPast(one) && !isRunning(one))}
        search={search}
      />
    </>
  );
}

interface SectionProps extends AnnouncedMaintenancesProps {
  part: 'running' | 'upcoming' | 'past';
}

function Section({ part, maintenances, search }: SectionProps) {
  const { t } = useTranslation('maintenances');
  const headingId = useId();
  return (
    <section className={styles.section}>
      <h2 className={styles.heading} id={headingId}>
        {t(part)}
      </h2>
      {maintenances.length === 0 && part !== 'running' ? (
        <p className={styles.none}>{t(`none.${part}`)}</p>
      ) : (
        <ul className={styles.list} aria-labelledby={headingId}>
          {maintenances.map((maintenance) => (
            <Entry key={maintenance.id} maintenance={maintenance} search={search} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What an integration said, with who said it and when. */
function Answer({
  integration,
  isAwaited,
}: {
  integration: Maintenance['integrations'][number];
  isAwaited: boolean;
}) {
  const { t } = useTranslation('maintenances');
  const { id, name } = integration;
  const { confirmed, answeredAt, answeredBy, reason } = integration.maintenance_integrations;
  const time = <DateTime value={answeredAt} format="minutes" />;
  return (
    <li className={styles.answer}>
      <IntegrationChip name={name} number={id} size={16} />
      <span className={`hub-ellipsis ${styles.name}`}>{name}</span>
      {confirmed !== null ? (
        <Badge tone={tones[confirmed ? 'confirmed' : 'denied']} quiet>
          {t(`status.${confirmed ? 'confirmed' : 'denied'}`)}
        </Badge>
      ) : isAwaited ? (
        <span className={styles.pending}>
          <StatusDot ring />
          {t('status.pending')}
        </span>
      ) : null}
      {answeredAt !== null && (
        <span className={styles.giver}>
          {answeredBy === null ? (
            time
          ) : (
            <Trans
              t={t}
              i18nKey="answeredBy"
              values={{ name: answeredBy }}
              components={{ by: <span className="hub-ellipsis" />, time }}
            />
          )}
        </span>
      )}
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </li>
  );
}

/** What a denial changes: nothing where the maintenance is critical, else only what those meet who have denied it. */
function Consequence({ maintenance, state }: { maintenance: Maintenance; state: MaintenanceState }) {
  const { t } = useTranslation('maintenances');
  const { integrations, severity } = maintenance;
  const denied = integrations.filter(({ maintenance_integrations: { confirmed } }) => confirmed === false);
  if (denied.length === 0 || state === 'over' || state === 'cancelled') return null;
  const names = denied.map(({ name }) => name).join(', ');
  return (
    <p className={styles.consequence}>
      {severity === 4
        ? t('deniedCritical')
        : denied.length === integrations.length
          ? t('deniedByAll')
          : t('deniedBySome', { names })}
    </p>
  );
}

/** What its answers do not say: that it runs, is over or was cancelled. */
function StateOfTime({ state }: { state: MaintenanceState }) {
  const { t } = useTranslation('maintenances');
  if (state !== 'running' && state !== 'over' && state !== 'cancelled') return null;
  return (
    <Badge tone={state === 'running' ? 'info' : 'neutral'} ring={state !== 'running'}>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** From when to when: "02:00–05:00 CET", with the day of the end where it is another one. Without an end, its start. */
function Times({ maintenance }: { maintenance: Maintenance }) {
  const { t } = useTranslation('maintenances');
  const { date, endsAt, isEndAssumed } = maintenance;
  const start = formatInstant(date, 'time');
  const isSameDay = dayInRome(new Date(date)) === dayInRome(new Date(endsAt));
  return (
    <span className={styles.times}>
      {isEndAssumed
        ? start === '00:00'
          ? t('wholeDay')
          : t('from', { start, zone: zoneName(date) })
        : t('times', {
            start,
            end: formatInstant(endsAt, isSameDay ? 'time' : 'minutes'),
            zone: zoneName(endsAt),
          })}
    </span>
  );
}

function Entry({ maintenance, search }: { maintenance: Maintenance; search: MaintenancesSearch }) {
  const { t, i18n } = useTranslation('maintenances');
  const ref = useRef<HTMLLIElement>(null);
  const isChosen = search.id === maintenance.id;
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const severity = String(maintenance.severity) as '1' | '2' | '3' | '4';
  const state = maintenanceState(maintenance, usePresent());
  const isAwaited = asksAvailability(maintenance, state);
  const status = overallStatus(maintenance);
  const { integrations, services, games, cancelReason, changedAt } = maintenance;
  return (
    <li ref={ref} className={styles.entry} aria-current={isChosen || undefined}>
      <div className={styles.head}>
        <Link
          className={styles.date}
          to="/maintenances"
          search={{ ...search, id: maintenance.id, view: 'last' }}
          resetScroll={false}
        >
          {formatLongDate(maintenance.date, i18n.language)}
        </Link>
        <Times maintenance={maintenance} />
        <SeverityBadge severity={maintenance.severity}>{t(`severity.${severity}`)}</SeverityBadge>
        {maintenance.kind === 'emergency' && <Badge tone="warning">{t('kinds.emergency')}</Badge>}
        <StateOfTime state={state} />
        <div className={styles.side}>
          {(isAwaited || status !== 'pending') && (
            <span>
              <span className="hub-visually-hidden">{t('overall')}: </span>
              <OverallBadge {...maintenance} />
            </span>
          )}
          <MaintenanceActions maintenance={maintenance} state={state} />
        </div>
      </div>
      <Consequence maintenance={maintenance} state={state} />
      <p className={styles.description}>{maintenance.description}</p>
      {cancelReason !== null && (
        <p className={styles.description}>{t('cancelledBecause', { reason: cancelReason })}</p>
      )}
      <p className={`hub-caption ${styles.touched}`}>
        {[
          t('touched.services', {
            names: services.map((service) => t(`services.${service}`)).join(', ') || t('all'),
          }),
          games.length > 0 && t('touched.games', { names: games.map(({ name }) => name).join(', ') }),
        ]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <span className={styles.announced}>
          {t('announced')} <DateTime value={maintenance.createdAt} format="minutes" />
          {changedAt !== null && cancelReason === null && (
            <>
              {' · '}
              {t('changed')} <DateTime value={changedAt} format="minutes" />
            </>
          )}
        </span>
      </p>
      <ul
        className={styles.answers}
        aria-label={t('answers')}
        // Where none is given or waited for, names beside each other.
        data-none={
          (!isAwaited && integrations.every(({ maintenance_integrations: one }) => one.confirmed === null)) ||
          undefined
        }
      >
        {integrations.map((integration) => (
          <Answer key={integration.id} integration={integration} isAwaited={isAwaited} />
        ))}
      </ul>
    </li>
  );
}
