import { categoryOf, type Game } from '@ludus/contract';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureOf } from '../../../components/game-picture.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { ApiError } from '../../../lib/api/index.ts';
import { useSession } from '../../../lib/auth/index.ts';
import { catalogOrder, neighboursOf } from '../../../lib/catalog-order.ts';
import { useOwnIntegration, viewerOf } from '../../../lib/catalogue-viewer.ts';
import { DemoButton } from '../components/demo-button.tsx';
import { Gallery } from '../components/gallery.tsx';
import { GameBanner } from '../components/game-banner.tsx';
import { GameFacts } from '../components/game-facts.tsx';
import type { GameSteps } from '../components/game-steps.tsx';
import { GameTitle, StickyTitle } from '../components/game-title.tsx';
import { demoAddress } from '../demo-address.ts';
import { galleryOf } from '../gallery-items.ts';
import { useGame } from '../use-game.ts';
import { useIsPast } from '../use-is-past.ts';
import styles from './game-page.module.css';

interface GamePageProps {
  id: number;
  /** The sidebar takes room: the gallery shows one less (GAME-23). */
  isSidebarFixed: boolean;
  gameHref: (id: number) => string;
  onOpenGame: (id: number) => void;
  /** The game is none of the catalogue, or none this person may see (GAME-39). */
  onNotInCatalog: () => void;
}

/** One game: banner or demo, description, facts and gallery (area GAME). */
export function GamePage({ id, isSidebarFixed, gameHref, onOpenGame, onNotInCatalog }: GamePageProps) {
  const { t } = useTranslation('game');
  const integration = useOwnIntegration();
  const game = useGame(id, integration !== null);
  // As it was on arrival: another tab's catalogue must not turn the order around under the arrows.
  const [order] = useState(() => catalogOrder.get());
  const around = neighboursOf(order, id);
  const steps: GameSteps | null = around && { ...around, href: gameHref, open: onOpenGame };

  const isUnknown = game.error instanceof ApiError && [404, 422].includes(game.error.status);
  const isElsewhere = isUnknown || game.data?.isCatalog === false;
  useEffect(() => {
    if (isElsewhere) onNotInCatalog();
  }, [isElsewhere, onNotInCatalog]);

  if (isElsewhere) return null;
  if (game.isError) {
    return (
      <>
        <PageHeader title={t('title')} />
        <ErrorState onReload={() => void game.refetch()} reloading={game.isFetching} />
      </>
    );
  }
  if (!game.data) return <GameSkeleton />;
  return (
    <GameContent
      key={id}
      game={game.data}
      isPartial={game.isPartial}
      integration={integration}
      isSidebarFixed={isSidebarFixed}
      steps={steps}
    />
  );
}

interface GameContentProps {
  game: Game;
  isPartial: boolean;
  integration: string | null;
  isSidebarFixed: boolean;
  steps: GameSteps | null;
}

function GameContent({ game, isPartial, integration, isSidebarFixed, steps }: GameContentProps) {
  const { t, i18n } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const { config } = useSession();
  const { ref, isPast } = useIsPast();
  const [isPlaying, setPlaying] = useState(false);
  const [isViewing, setViewing] = useState(false);
  const appName = common('appName');
  useEffect(() => {
    document.title = `${game.name} · ${appName}`;
  }, [game.name, appName]);
  useHotkeys([
    ['ArrowLeft', () => !isViewing && steps?.open(steps.previous)],
    ['ArrowRight', () => !isViewing && steps?.open(steps.next)],
  ]);

  const address = game.isDemo ? demoAddress(config.demoUrl, game.slug) : null;
  const play = (playing: boolean) => {
    setPlaying(playing);
    if (playing) window.scrollTo({ top: 0 });
  };
  const action = <DemoButton address={address} isPlaying={isPlaying} onPlaying={play} />;
  const demo = isPlaying ? address : null;
  const items = galleryOf(game.game_media);
  const [own, other] = [game.description_en, game.description_it];
  const description = i18n.language.startsWith('it') ? other || own : own || other;
  return (
    <article>
      {isPast && <StickyTitle game={game} steps={steps} action={action} />}
      <GameBanner
        name={game.name}
        banner={pictureOf(game, 'banner')}
        loading={isPartial}
        steps={steps}
        demo={demo}
      />
      <GameTitle
        ref={ref}
        game={game}
        isUnderDemo={demo !== null}
        category={categoryOf(game, viewerOf([game], integration))}
        action={action}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {description && (
            <section aria-label={t('description')}>
              <p className={styles.description}>{description}</p>
            </section>
          )}
          <div className={styles.gallery}>
            {items.length > 0 && (
              <Gallery
                name={game.name}
                items={items}
                isSidebarFixed={isSidebarFixed}
                onViewing={setViewing}
              />
            )}
          </div>
        </div>
        <div className={styles.facts}>
          <GameFacts game={game} />
        </div>
      </div>
    </article>
  );
}

/** The page in its final geometry while the game loads. */
function GameSkeleton() {
  const { t } = useTranslation('game');
  const isDue = useDelayed(true);
  return (
    <div aria-busy="true">
      <p className="hub-visually-hidden">{t('loading')}</p>
      {isDue && (
        <div aria-hidden="true">
          <div className={styles.bannerSkeleton} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <SkeletonLine width={260} height={20} />
              <div>
                <SkeletonLine />
                <SkeletonLine width="94%" />
                <SkeletonLine width="60%" />
              </div>
            </div>
            <div className={styles.facts}>
              {[1, 2, 3, 4, 5, 6, 7].map((line) => (
                <SkeletonLine key={line} my={10} />
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
