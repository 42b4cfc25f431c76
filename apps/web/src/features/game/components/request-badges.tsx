import type { GameRequestMark } from '@ludus/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { askedAgo, useRequestMarks } from '../../../domain/game/request-marks.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './game-title.module.css';

type Shown = Exclude<GameRequestMark['state'], 'withdrawn'>;
const tones: Record<Shown, BadgeTone> = {
  asked: 'warning',
  reviewing: 'info',
  granted: 'positive',
  refused: 'negative',
};

/** How the requests for a game stand, for the provider by whom; each leads to its request. */
export function RequestBadges({ gameId }: { gameId: number }) {
  const { t, i18n } = useTranslation('game');
  const isProvider = useCan('integrations:manage');
  const marks = useRequestMarks(gameId);
  return marks.map((mark) => {
    const { id, state } = mark;
    if (state === 'withdrawn') return null;
    const text = textOf(mark, { t, isProvider, ago: askedAgo(mark, i18n.language) });
    return (
      <InternalLink key={id} href={`/requests?id=${id}`} className={styles.request} title={text}>
        <Badge tone={tones[state]}>
          <span className="hub-ellipsis">{text}</span>
        </Badge>
      </InternalLink>
    );
  });
}

function textOf(
  { state, integration, reason }: GameRequestMark,
  { t, isProvider, ago }: { t: TFunction<'game'>; isProvider: boolean; ago: string },
): string {
  const { name } = integration;
  if (state === 'asked')
    return isProvider ? t('request.askedBy', { name, ago }) : t('request.asked', { ago });
  if (state === 'reviewing') return isProvider ? t('request.reviewingBy', { name }) : t('request.reviewing');
  return state === 'refused' ? t('request.refused', { reason: reason ?? '' }) : t('request.granted');
}
