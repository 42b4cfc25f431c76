import type { GameMedium } from '@ludus/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { GamePicture } from '../../../components/display/game-picture.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './game-banner.module.css';
import { type GameSteps, StepLink } from './game-steps.tsx';
import { Ghost } from './ghost.tsx';

interface GameBannerProps {
  name: string;
  banner: GameMedium | undefined;
  /** Its small picture: enlarged and blurred it stands in while there is no banner. */
  cover?: GameMedium | undefined;
  /** The full game is still on its way, and with it its banner. */
  loading: boolean;
  steps: GameSteps | null;
  /** While the demo plays it stands in the banner's place: its address. */
  demo: string | null;
  /** It stands under the heading of another page. */
  isPreview: boolean;
}

/** What the page opens with: the banner from edge to edge, or the demo in its place. */
export function GameBanner({ name, banner, cover, loading, steps, demo, isPreview }: GameBannerProps) {
  const { t } = useTranslation('game');
  const mayRead = useCan('catalog:read');
  if (demo !== null) {
    return (
      <div className={styles.demo}>
        <iframe
          className={styles.frame}
          src={demo}
          title={t('demoOf', { name })}
          allow="autoplay; fullscreen"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-pointer-lock"
        />
      </div>
    );
  }
  const isMissing = isPreview && banner === undefined;
  return (
    <div className={styles.place}>
      <div className={styles.banner} data-missing={isMissing || undefined}>
        {isMissing ? (
          <Ghost part="banner" />
        ) : (
          <>
            <span className={styles.backdrop} aria-hidden="true">
              <GamePicture medium={cover} sizes="66px" bare eager />
            </span>
            {!loading && (
              <GamePicture medium={banner} sizes="100vw" position="50% 34%" alt={name} bare full eager />
            )}
          </>
        )}
        {mayRead && !isPreview && (
          <Link className={styles.plate} data-side="back" to="/catalog" aria-label={t('back')}>
            <IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />
            <span className={styles.backLabel}>{t('catalog')}</span>
          </Link>
        )}
        {steps && (
          <>
            <StepLink steps={steps} to="previous" look="plate" />
            <StepLink steps={steps} to="next" look="plate" />
          </>
        )}
      </div>
    </div>
  );
}
