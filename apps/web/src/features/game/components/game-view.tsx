import { categoryOf, type Game, isOnWishlist } from '@ludus/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { pictureOf } from '../../../components/display/game-picture.tsx';
import { viewerOf } from '../../../domain/game/catalog-viewer.ts';
import { useSession } from '../../../lib/auth/index.ts';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { demoAddress } from '../demo-address.ts';
import { galleryOf } from '../gallery-items.ts';
import { useIsScrolledPast } from '../use-is-scrolled-past.ts';
import { DemoButton } from './demo-button.tsx';
import { Gallery, GallerySkeleton } from './gallery.tsx';
import { GameBanner } from './game-banner.tsx';
import { GameFacts } from './game-facts.tsx';
import type { GameSteps } from './game-steps.tsx';
import { GameTitle, StickyTitle } from './game-title.tsx';
import styles from './game-view.module.css';
import { Ghost } from './ghost.tsx';

interface GameViewProps {
  game: Game;
  /** Banner and gallery are still on their way. */
  isPartial?: boolean;
  /** Whose eyes it is seen with: an integration's, or null for staff of the provider. */
  integration: string | null;
  /** The sidebar takes room: the gallery shows one less. */
  isSidebarFixed: boolean;
  steps?: GameSteps | null;
  /** How requests for it stand. */
  requests?: ReactNode;
  /** The viewer's integration was granted it: it waits for its platform, no longer on the wishlist. */
  isGranted?: boolean;
  /** What someone should know of it, above its views. */
  notice?: ReactNode;
  /** Who sees it, beneath its details. */
  visibility?: ReactNode;
  /** Beside the demo button. */
  actions?: ReactNode;
  /** Opens the gallery's order; without it there is no button. */
  onOrder?: (() => void) | undefined;
  /** Beside its category. */
  mark?: ReactNode;
  /** Leads to the other views of the game. */
  tabs?: ReactNode;
  /** In place of the game itself: another view of it, whose arrow keys are its own. */
  content?: ReactNode;
  /** A dialog is open over the page: its arrow keys are not the page's. */
  isCovered?: boolean;
  /** It stands under the heading of another page. */
  isPreview?: boolean;
}

/** All of a game, whether it stands in the catalogue or is still being written. It makes no call. */
export function GameView({
  game,
  isPartial = false,
  integration,
  isSidebarFixed,
  steps = null,
  requests,
  isGranted = false,
  notice,
  visibility,
  actions,
  onOrder,
  mark,
  tabs,
  content,
  isCovered = false,
  isPreview = false,
}: GameViewProps) {
  const { t, i18n } = useTranslation('game');
  const { config } = useSession();
  const { ref, isPast } = useIsScrolledPast();
  const [isPlaying, setPlaying] = useState(false);
  const [isViewing, setViewing] = useState(false);
  useCommands(
    steps === null || isViewing || isCovered || content
      ? []
      : [
          {
            id: 'game.previous',
            label: t('previous'),
            group: 'screen',
            keys: ['ArrowLeft'],
            run: () => steps.open(steps.previous),
          },
          {
            id: 'game.next',
            label: t('next'),
            group: 'screen',
            keys: ['ArrowRight'],
            run: () => steps.open(steps.next),
          },
        ],
  );

  const address = game.isDemo ? demoAddress(config.demoUrl, game.slug) : null;
  const play = (playing: boolean) => {
    setPlaying(playing);
    if (playing) window.scrollTo({ top: 0 });
  };
  // What has not been saved has no demo.
  const action = (address !== null || !isPreview) && (
    <DemoButton address={address} isPlaying={isPlaying} onPlaying={play} />
  );
  const demo = isPlaying ? address : null;
  const items = galleryOf(game.game_media);
  const [own, other] = [game.description_en, game.description_it];
  const description = i18n.language.startsWith('it') ? other || own : own || other;
  const viewer = viewerOf([game], integration);
  return (
    <article>
      {isPast && <StickyTitle game={game} steps={steps} action={action} />}
      {/* Above another view than the game itself it would only push that out of sight. */}
      {(!content || demo !== null) && (
        <GameBanner
          name={game.name}
          banner={pictureOf(game, 'banner')}
          cover={pictureOf(game, 'main')}
          loading={isPartial}
          steps={steps}
          demo={demo}
          isPreview={isPreview}
        />
      )}
      <GameTitle
        ref={ref}
        game={game}
        isUnderDemo={demo !== null}
        isLow={Boolean(content)}
        steps={steps}
        category={isPreview ? null : categoryOf(game, viewer)}
        isOnWishlist={isOnWishlist(game, viewer) && !isGranted}
        mark={isPreview ? <Badge>{t('notSaved')}</Badge> : mark}
        isPreview={isPreview}
        requests={requests}
        action={action}
        actions={actions}
      />
      {notice && <div className={styles.notice}>{notice}</div>}
      {tabs}
      {content || (
        <div className={styles.columns}>
          <div className={styles.main}>
            {description ? (
              <section aria-label={t('description')}>
                <p className={styles.description}>{description}</p>
              </section>
            ) : (
              isPreview && <Ghost part="description" />
            )}
            <div className={styles.gallery}>
              {items.length > 0 ? (
                <Gallery
                  name={game.name}
                  items={items}
                  isSidebarFixed={isSidebarFixed}
                  onViewing={setViewing}
                  onOrder={items.length > 1 ? onOrder : undefined}
                />
              ) : isPartial ? (
                <GallerySkeleton />
              ) : (
                isPreview && <Ghost part="gallery" />
              )}
            </div>
          </div>
          <div className={styles.facts}>
            <GameFacts game={game} isPreview={isPreview} />
            {visibility}
          </div>
        </div>
      )}
    </article>
  );
}
