import type { Game, GameCategory } from '@ludus/contract';
import { IconArrowLeft, IconHeartFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { GameThumb } from '../../../components/display/entity-label.tsx';
import { addressAt, GamePicture, pictureOf } from '../../../components/display/game-picture.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { type GameSteps, StepLink } from './game-steps.tsx';
import styles from './game-title.module.css';

const tones: Record<GameCategory, BadgeTone> = { inDev: 'warning', available: 'neutral', active: 'positive' };

interface GameTitleProps {
  game: Game;
  category: GameCategory | null;
  /** The cover keeps off the demo, whose own controls may be there. */
  isUnderDemo: boolean;
  /** What else is to be known of it, beside its category. */
  mark?: ReactNode;
  /** The viewer's integration has asked for it, and has no answer yet. */
  isOnWishlist: boolean;
  /** Above another view than the game itself, without a banner: the ways out of the page are here. */
  isLow: boolean;
  steps: GameSteps | null;
  /** Under the heading of another page, such as the wizard's preview. */
  isPreview: boolean;
  /** How requests for it stand, beside the category. */
  requests: ReactNode;
  /** The one brass action. */
  action: ReactNode;
  /** The others, before it. */
  actions: ReactNode;
  /** Watched, for the bar that takes over once this is out of sight. */
  ref: Ref<HTMLDivElement>;
}

/** Cover, name, feature line and category under the banner. */
export function GameTitle({
  game,
  category,
  isUnderDemo,
  isOnWishlist,
  mark,
  isLow,
  steps,
  isPreview,
  requests,
  action,
  actions,
  ref,
}: GameTitleProps) {
  const { t } = useTranslation('game');
  const mayRead = useCan('catalog:read');
  const Name = isPreview ? 'h2' : 'h1';
  const hasWays = isLow && !isUnderDemo;
  return (
    <div
      className={styles.title}
      data-under-demo={isUnderDemo || undefined}
      data-low={isLow || undefined}
      ref={ref}
    >
      {hasWays && mayRead && (
        <Link className={styles.back} to="/catalog" aria-label={t('back')} title={t('back')}>
          <IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />
        </Link>
      )}
      <span className={styles.cover} aria-hidden="true">
        <GamePicture medium={pictureOf(game, 'main')} sizes="66px" markSize={24} eager />
      </span>
      <div className={styles.texts}>
        <Name className={styles.name}>{game.name}</Name>
        <div className={styles.line}>
          {game.sub_name && <span>{game.sub_name}</span>}
          {category && <Badge tone={tones[category]}>{t(`category.${category}`)}</Badge>}
          {mark}
          {isOnWishlist && (
            <span className={styles.ribbon}>
              <IconHeartFilled size={12} aria-hidden="true" />
              {t('onWishlist')}
            </span>
          )}
          {requests}
        </div>
      </div>
      <div className={styles.actions}>
        {actions}
        {action && <span className={styles.action}>{action}</span>}
        {hasWays && steps && (
          <span className={styles.steps}>
            <StepLink steps={steps} to="previous" look="plain" />
            <StepLink steps={steps} to="next" look="plain" />
          </span>
        )}
      </div>
    </div>
  );
}

interface StickyTitleProps {
  game: Game;
  steps: GameSteps | null;
  action: ReactNode;
}

/** The small image and the name, once the title is out of sight. */
export function StickyTitle({ game, steps, action }: StickyTitleProps) {
  return (
    <div className={styles.stickyPlace}>
      <div className={styles.sticky} data-sticky-title>
        <GameThumb src={addressAt(pictureOf(game, 'main'), 96)} width={30} height={36} />
        <span className={styles.stickyName}>{game.name}</span>
        <span className={styles.stickyActions}>
          {steps && (
            <>
              <StepLink steps={steps} to="previous" look="plain" />
              <StepLink steps={steps} to="next" look="plain" />
            </>
          )}
          <span className={styles.stickyAction}>{action}</span>
        </span>
      </div>
    </div>
  );
}
