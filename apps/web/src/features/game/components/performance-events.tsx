import type { GameEvent } from '@ludus/contract';
import {
  type Icon,
  IconArrowsVertical,
  IconCoins,
  IconPercentage,
  IconProgressCheck,
  IconRocket,
  IconTool,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { formatAmount, formatDay, formatPercent, PLACEHOLDER } from '../../../lib/format.ts';
import type { PlacedEvent } from '../performance-data.ts';
import styles from './performance-events.module.css';

interface EventsPanelProps {
  /** Undefined while they load. */
  placed: readonly PlacedEvent[] | undefined;
  pointed: string | null;
  onPointed: (id: string | null) => void;
}

const icons: Record<GameEvent['kind'], Icon> = {
  release: IconRocket,
  state: IconProgressCheck,
  minBet: IconArrowsVertical,
  maxBet: IconArrowsVertical,
  bets: IconCoins,
  rtp: IconPercentage,
  maintenance: IconTool,
};

/** What happened to the game, the latest first, and what is to come, the next first. The row with the pointer or the focus stands out on the chart. */
export function EventsPanel({ placed, pointed, onPointed }: EventsPanelProps) {
  const [openedAt] = useState(Date.now);
  const isAhead = ({ event }: PlacedEvent) => Date.parse(event.at) > openedAt;
  const past = placed?.filter((one) => !isAhead(one));
  const coming = placed?.filter(isAhead).toReversed() ?? [];
  return (
    <>
      {past?.length !== 0 && <PastEvents {...{ placed: past, pointed, onPointed }} />}
      {coming.length > 0 && <ComingEvents placed={coming} />}
    </>
  );
}

function ComingEvents({ placed }: { placed: readonly PlacedEvent[] }) {
  const { t } = useTranslation('game');
  const textOf = useEventText();
  return (
    <Panel flush ruled title={t('performance.coming')}>
      <ul className={styles.events} aria-label={t('performance.coming')}>
        {placed.map(({ event }) => {
          const EventIcon = icons[event.kind];
          return (
            <li key={event.id} className={`${styles.event} ${styles.coming}`}>
              <span className={styles.day}>{formatDay(dayInRome(new Date(event.at)))}</span>
              <EventIcon size={16} stroke={1.5} aria-hidden="true" className={styles.icon} />
              <span className={styles.what}>{textOf(event)}</span>
              {event.who && <span className={styles.who}>{t('performance.who', { who: event.who })}</span>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function PastEvents({ placed, pointed, onPointed }: EventsPanelProps) {
  const { t } = useTranslation('game');
  return (
    <Panel
      flush
      ruled
      title={t('performance.events')}
      {...(placed?.some(({ number }) => number !== null) && { coverage: t('performance.eventsHelp') })}
      hasLongCoverage
    >
      {placed ? (
        <ol className={styles.events} aria-label={t('performance.events')}>
          {placed.map((one) => (
            <EventRow
              key={one.event.id}
              placed={one}
              isPointed={one.event.id === pointed}
              onPointed={onPointed}
            />
          ))}
        </ol>
      ) : (
        <div className={styles.awaited} aria-hidden="true">
          <SkeletonLine my={15} />
          <SkeletonLine my={15} width="80%" />
        </div>
      )}
    </Panel>
  );
}

interface EventRowProps {
  placed: PlacedEvent;
  isPointed: boolean;
  onPointed: (id: string | null) => void;
}

function EventRow({ placed: { event, number }, isPointed, onPointed }: EventRowProps) {
  const { t } = useTranslation('game');
  const textOf = useEventText();
  const EventIcon = icons[event.kind];
  return (
    <li>
      <button
        type="button"
        className={styles.event}
        aria-pressed={isPointed}
        onMouseEnter={() => onPointed(event.id)}
        onMouseLeave={() => onPointed(null)}
        onFocus={() => onPointed(event.id)}
        onBlur={() => onPointed(null)}
        onClick={() => onPointed(event.id)}
      >
        <span className={styles.number} data-outside={number === null || undefined}>
          {number}
          <span className="hub-visually-hidden">
            {number === null ? t('performance.outside') : t('performance.onChart')}
          </span>
        </span>
        <span className={styles.day}>{formatDay(dayInRome(new Date(event.at)))}</span>
        <EventIcon size={16} stroke={1.5} aria-hidden="true" className={styles.icon} />
        <span className={styles.what}>{textOf(event)}</span>
        {event.who && <span className={styles.who}>{t('performance.who', { who: event.who })}</span>}
      </button>
    </li>
  );
}

/** Returns a function that words an event. */
function useEventText(): (event: GameEvent) => string {
  const { t } = useTranslation('game');
  const amount = (euros: number | null) => (euros === null ? PLACEHOLDER : formatAmount(euros));
  const percent = (points: number) => formatPercent(points / 100, 2);
  const range = (bets: readonly number[]) =>
    bets.length === 0
      ? PLACEHOLDER
      : t('performance.event.betRange', {
          count: bets.length,
          from: formatAmount(Math.min(...bets)),
          to: formatAmount(Math.max(...bets)),
        });
  return (event) => {
    switch (event.kind) {
      case 'release':
        return t('performance.event.release');
      case 'state':
        return t(event.isDev ? 'performance.event.toDev' : 'performance.event.toAvailable');
      case 'minBet':
      case 'maxBet':
        return t(`performance.event.${event.kind}`, { old: amount(event.old), new: amount(event.new) });
      case 'bets':
        return t('performance.event.bets', {
          operator: event.operator,
          integration: event.integration,
          old: range(event.old),
          new: range(event.new),
        });
      case 'rtp':
        if (event.new === null) return t('performance.event.variant');
        return event.old === null
          ? t('performance.event.rtpSince', { rtp: percent(event.new) })
          : t('performance.event.rtp', { old: percent(event.old), new: percent(event.new) });
      case 'maintenance':
        return t('performance.event.maintenance', {
          description: event.description,
          integrations: event.integrations.join(', '),
        });
    }
  };
}
