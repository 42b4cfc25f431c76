import type { GameRequestRow, GameRequestState } from '@ludus/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { formatInstant } from '../../lib/format.ts';

export type RequestsText = TFunction<'requests'>;

const tones: Record<GameRequestState, BadgeTone> = {
  asked: 'neutral',
  reviewing: 'info',
  granted: 'positive',
  refused: 'negative',
  withdrawn: 'neutral',
};

export function RequestBadge({ state }: { state: GameRequestState }) {
  const { t } = useTranslation('requests');
  const isOver = state === 'granted' || state === 'withdrawn';
  return (
    // Most of them wait: only what was refused is tinted.
    <Badge tone={tones[state]} quiet={state !== 'refused'} ring={isOver}>
      {t(`states.${state}`)}
    </Badge>
  );
}

export const imageOf = ({ game }: Pick<GameRequestRow, 'game'>) =>
  game.game_media.find((medium) => medium.isMainImage)?.url;

/** How long a request waits, or has waited. */
export const waitedMsOf = (
  { askedAt, decidedAt }: Pick<GameRequestRow, 'askedAt' | 'decidedAt'>,
  now: number,
): number => Math.max(0, (decidedAt === null ? now : Date.parse(decidedAt)) - Date.parse(askedAt));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a request waits or has waited, in whole words of the one unit that matters: `20 months`, `12 days`. */
export function waitText(milliseconds: number, t: RequestsText): string {
  const days = Math.floor(milliseconds / dayMs);
  // Of average length. Below two months days say more.
  if (days >= 61) return t('months', { count: Math.floor((days + 0.5) / 30.4375) });
  if (days >= 2) return t('days', { count: days });
  const hours = Math.floor(milliseconds / hourMs);
  return hours < 1 ? t('lessThanAnHour') : t('hours', { count: hours });
}

/** What has come of a grant: the platform offers the game, or is waited for; null for requests in other states. */
export function grantText(
  { state, isVisible, activeSince }: Pick<GameRequestRow, 'state' | 'isVisible' | 'activeSince'>,
  t: RequestsText,
): string | null {
  if (state !== 'granted') return null;
  if (activeSince !== null) return t('offeredSince', { date: formatInstant(activeSince, 'date') });
  return t(isVisible ? 'waitsForPlatform' : 'notVisibleNow');
}

/** What names one request in sentences. */
export const namesOf = ({ game, integration }: Pick<GameRequestRow, 'game' | 'integration'>) => ({
  game: game.name,
  integration: integration.name,
});
