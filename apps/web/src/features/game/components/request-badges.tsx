import type { GameRequestMark } from '@ludus/contract';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { askedAgo, decidedOn, useRequestMarks } from '../../../domain/game/request-marks.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './game-title.module.css';

type Shown = Exclude<GameRequestMark['state'], 'withdrawn'>;
const tones: Record<Shown, BadgeTone> = {
  asked: 'warning',
  reviewing: 'info',
  granted: 'positive',
  refused: 'negative',
};

/** How the requests for a game stand, for the provider by whom; each leads to its request, but for guests, who see only their own. */
export function RequestBadges({ gameId }: { gameId: number }) {
  const { t, i18n } = useTranslation('game');
  const isProvider = useCan('integrations:manage');
  const mayOpen = useCan('requests:read-all');
  const marks = useRequestMarks(gameId);
  return marks.map((mark) => {
    const { id, state } = mark;
    if (state === 'withdrawn') return null;
    const text = textOf(mark, { t, isProvider, ago: askedAgo(mark, i18n.language) });
    return (
      <Place key={id} href={mayOpen ? `/requests?id=${id}` : null} text={text}>
        <Badge tone={tones[state]}>
          <span className="hub-ellipsis">{text}</span>
        </Badge>
      </Place>
    );
  });
}

function Place({ href, text, children }: { href: string | null; text: string; children: ReactNode }) {
  const shown = { className: styles.request, title: text, children };
  return href === null ? <span {...shown} /> : <InternalLink href={href} {...shown} />;
}

function textOf(
  mark: GameRequestMark,
  { t, isProvider, ago }: { t: TFunction<'game'>; isProvider: boolean; ago: string },
): string {
  const { state, integration, reason } = mark;
  const { name } = integration;
  if (state === 'asked')
    return isProvider ? t('request.askedBy', { name, ago }) : t('request.asked', { ago });
  if (state === 'reviewing') return isProvider ? t('request.reviewingBy', { name }) : t('request.reviewing');
  if (state === 'refused') return t('request.refused', { reason: reason ?? '' });
  const date = decidedOn(mark);
  return isProvider ? t('request.grantedTo', { name, date }) : t('request.granted', { date });
}
