import type { GameRequestRow, GameRequestState } from '@ludus/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { formatInstant } from '../../lib/format.ts';

export type RequestsText = TFunction<'requests'>;

const tones: Record<GameRequestState, BadgeTone> = {
  asked: 'warning',
  reviewing: 'info',
  granted: 'positive',
  refused: 'negative',
  withdrawn: 'neutral',
};

export function RequestBadge({ state }: { state: GameRequestState }) {
  const { t } = useTranslation('requests');
  const isOver = state === 'granted' || state === 'withdrawn';
  return (
    <Badge tone={tones[state]} quiet={isOver} ring={isOver}>
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
