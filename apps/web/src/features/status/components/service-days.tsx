import {
  type ServiceDay,
  type ServicePresentState,
  type StatusPage,
  serviceDayStates,
  uptimeOf,
} from '@ludus/contract';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { hint } from '../../../components/hint.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatDay, formatDuration } from '../../../lib/format.ts';
import { checkedDays, formatUptime, knownSince } from '../outages.ts';
import styles from './status.module.css';

export const stateTones: Record<ServicePresentState, BadgeTone> = {
  up: 'positive',
  degraded: 'warning',
  maintenance: 'info',
  down: 'negative',
  unknown: 'neutral',
};

export function ServiceState({ state }: { state: ServicePresentState }) {
  const { t } = useTranslation('status');
  return (
    <Badge tone={stateTones[state]} ring={state === 'unknown'}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** 90 days of each service: a bar per day, and the part of the time it was up. */
export function ServiceDays({ page }: { page: StatusPage }) {
  const { t } = useTranslation('status');
  return (
    <Panel
      title={t('days', { count: page.services[0]?.days.length ?? 0 })}
      coverage={t('formula')}
      hasLongCoverage
    >
      <div className={styles.services}>
        {page.services.map((one) => (
          <ServiceRow key={one.service} {...one} />
        ))}
      </div>
      <DaysLegend days={page.services.flatMap(({ days }) => days)} />
    </Panel>
  );
}

/** What the colours of the days shown mean. */
export function DaysLegend({ days }: { days: readonly DayState[] }) {
  const { t } = useTranslation('status');
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {serviceDayStates
        .filter((state) => days.some((day) => day.state === state))
        .map((state) => (
          <li key={state}>
            <span className={styles.swatch} data-state={state} aria-hidden="true" />
            {t(`dayStates.${state}`)}
          </li>
        ))}
    </ul>
  );
}

function ServiceRow({ service, state, uptime, days }: StatusPage['services'][number]) {
  const { t, i18n } = useTranslation('status');
  const name = t(`service.${service}`);
  const since = knownSince(days);
  const hintOf = (day: ServiceDay) => {
    const ofDay = uptimeOf([day]);
    return [
      `${formatDay(day.day)}: ${t(`dayStates.${day.state}`)}`,
      ...(ofDay === null ? [] : [t('uptimeOf', { uptime: formatUptime(ofDay) })]),
      ...(['down', 'degraded', 'maintenance'] as const).flatMap((kind) => {
        const seconds = day[`${kind}Seconds`];
        return seconds > 0
          ? [`${t(`dayStates.${kind}`)}: ${formatDuration(seconds * 1_000, i18n.language)}`]
          : [];
      }),
    ].join('\n');
  };
  return (
    <section className={styles.service} aria-label={name}>
      <div className={styles.serviceHead}>
        <h3 className={styles.serviceName}>{name}</h3>
        <span className={styles.serviceNote}>{t(`serviceNote.${service}`)}</span>
        <ServiceState state={state} />
        <span className={styles.uptime}>
          {uptime === null
            ? t('noUptime')
            : since === null
              ? t('uptimeOf', { uptime: formatUptime(uptime) })
              : t('uptimeOver', { uptime: formatUptime(uptime), count: checkedDays(days) })}
        </span>
      </div>
      <DayBars days={days} hintOf={hintOf} />
      <div className={styles.axis} aria-hidden="true">
        <span>{formatDay(days[0]?.day)}</span>
        <span>{t('today')}</span>
      </div>
    </section>
  );
}

interface DayBarsProps<Day> {
  days: readonly Day[];
  /** What a day says; its state without it. */
  hintOf?: (day: Day) => string;
}

type DayState = Pick<ServiceDay, 'day' | 'state'>;

/** A bar per day, the oldest first. */
export function DayBars<Day extends DayState>({ days, hintOf }: DayBarsProps<Day>) {
  return (
    <Bars days={days}>
      {days.map((day) => (
        <Bar key={day.day} days={[day]} {...(hintOf && { text: hintOf(day) })} />
      ))}
    </Bars>
  );
}

interface LowDayBarsProps {
  days: readonly DayState[];
  /** Days of a bar, which shows the worst of them: where there is no room for one each. */
  perBar: number;
}

/** The same in a row of a table: low bars, all of one width in whole pixels. */
export function LowDayBars({ days, perBar }: LowDayBarsProps) {
  const bars = inGroups(days, perBar);
  return (
    <div className={styles.lowPlace} style={{ '--bars': bars.length } as CSSProperties}>
      <Bars days={days} isLow>
        {bars.map((group) => (
          <Bar key={group[0]?.day} days={group} />
        ))}
      </Bars>
    </div>
  );
}

/** Groups of so many days; the last one, with today, is whole. */
function inGroups(days: readonly DayState[], size: number): DayState[][] {
  const groups: DayState[][] = [];
  for (let end = days.length; end > 0; end -= size) groups.unshift(days.slice(Math.max(0, end - size), end));
  return groups;
}

const gravest: readonly ServiceDay['state'][] = ['down', 'degraded', 'maintenance', 'up', 'unknown'];

function Bar({ days, text }: { days: readonly DayState[]; text?: string }) {
  const { t } = useTranslation('status');
  const state = gravest.find((one) => days.some((day) => day.state === one)) ?? 'unknown';
  const [first, last] = [days[0], days.at(-1)];
  const when = first === last ? formatDay(first?.day) : `${formatDay(first?.day)} – ${formatDay(last?.day)}`;
  return (
    <span
      className={styles.bar}
      data-state={state}
      {...hint(text ?? `${when}: ${t(`dayStates.${state}`)}`)}
    />
  );
}

interface BarsProps {
  days: readonly DayState[];
  isLow?: boolean;
  children: ReactNode;
}

function Bars({ days, isLow = false, children }: BarsProps) {
  const { t } = useTranslation('status');
  const count = (wanted: ServiceDay['state']) => days.filter((day) => day.state === wanted).length;
  return (
    <div
      className={styles.bars}
      data-low={isLow || undefined}
      role="img"
      aria-label={t('summary', {
        down: count('down'),
        degraded: count('degraded'),
        maintenance: count('maintenance'),
        up: count('up'),
      })}
    >
      {children}
    </div>
  );
}
