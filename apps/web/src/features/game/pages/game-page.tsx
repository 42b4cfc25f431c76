import type { Game } from '@ludus/contract';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { useLapsed } from '../../../domain/certificate/lapsed.ts';
import { LapsedMark } from '../../../domain/certificate/lapsed-mark.tsx';
import { catalogOrder, neighboursOf } from '../../../domain/game/catalog-order.ts';
import { useOwnIntegration, viewerOf } from '../../../domain/game/catalog-viewer.ts';
import { useGame } from '../../../domain/game/games.ts';
import { useRequestMarks } from '../../../domain/game/request-marks.ts';
import { TicketsList } from '../../../domain/ticket/tickets-about.tsx';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { latePart } from '../../../lib/late-part.ts';
import { toast } from '../../../lib/toast.tsx';
import { GameActions } from '../components/game-actions.tsx';
import { GameSkeleton } from '../components/game-skeleton.tsx';
import type { GameSteps } from '../components/game-steps.tsx';
import { GameTabs } from '../components/game-tabs.tsx';
import { GameView } from '../components/game-view.tsx';
import { WhoSeesGame } from '../components/game-visibility.tsx';
import { RequestBadges } from '../components/request-badges.tsx';
import { addressOfKind, galleryOf } from '../gallery-items.ts';
import type { GameSearch } from '../search.ts';

/** Dragging comes with its own code, which only those who set an order need. */
const GalleryOrder = latePart(async () => (await import('../components/gallery-order.tsx')).GalleryOrder);

/** Charts come with their own code. */
const PerformanceView = latePart(
  async () => (await import('../components/performance-view.tsx')).PerformanceView,
);

/** What the documentation over the page is about. */
export interface DocumentsOfGame {
  game: { id: number; name: string };
  docsUrl: string | null;
  /** The person's own integration; null for staff of the provider. */
  integrationId: number | null;
}

interface GamePageProps {
  id: number;
  isSidebarFixed: boolean;
  search: GameSearch;
  onSearch: (search: GameSearch) => void;
  /** The address of a game, and of a view of it. */
  gameHref: (id: number, view?: GameSearch['view']) => string;
  onOpenGame: (id: number) => void;
  /** The game is none of the catalogue, or none this person may see. */
  onNotInCatalog: () => void;
  /** Where a game is edited; null for people who may not. */
  edit: { href: (id: number) => string; open: (id: number) => void } | null;
  renderDocuments: (documents: DocumentsOfGame, onClose: () => void) => ReactNode;
}

/** One game: banner or demo, description, facts and gallery, and what can be done with it (area GAME). */
export function GamePage({
  id,
  isSidebarFixed,
  gameHref,
  onOpenGame,
  onNotInCatalog,
  ...rest
}: GamePageProps) {
  const { t } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const integration = useOwnIntegration();
  const game = useGame(id, integration !== null);
  // As it was on arrival: another tab's catalogue must not turn the order around under the arrows.
  const [order] = useState(() => catalogOrder.get());
  const around = neighboursOf(order, id);
  const steps: GameSteps | null = around && {
    ...around,
    href: (other) => gameHref(other, rest.search.view),
    open: onOpenGame,
  };

  const isUnknown = game.error instanceof ApiError && [404, 422].includes(game.error.status);
  const isElsewhere = isUnknown || game.data?.isCatalog === false;
  useEffect(() => {
    if (!isElsewhere) return;
    toast('info', t('unknown'));
    onNotInCatalog();
  }, [isElsewhere, onNotInCatalog, t]);
  const name = game.data?.name;
  const appName = common('appName');
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${appName}`;
  }, [name, appName]);

  if (isElsewhere) return null;
  if (hasNoData(game)) {
    return (
      <>
        <PageHeader title={t('title')} />
        <QueryView query={game} />
      </>
    );
  }
  if (!game.data) return <GameSkeleton isLow={rest.search.view !== undefined} />;
  return (
    <QueryView query={game}>
      <LoadedGame
        key={id}
        game={game.data}
        isPartial={game.isPartial}
        integration={integration}
        isSidebarFixed={isSidebarFixed}
        steps={steps}
        gameHref={gameHref}
        {...rest}
      />
    </QueryView>
  );
}

interface LoadedGameProps
  extends Pick<
    GamePageProps,
    'isSidebarFixed' | 'search' | 'onSearch' | 'gameHref' | 'edit' | 'renderDocuments'
  > {
  game: Game;
  isPartial: boolean;
  integration: string | null;
  steps: GameSteps | null;
}

function LoadedGame({
  game,
  isPartial,
  integration,
  isSidebarFixed,
  steps,
  search,
  onSearch,
  gameHref,
  edit,
  renderDocuments,
}: LoadedGameProps) {
  const seesFigures = useCan('statistics:read');
  const tab = seesFigures ? (search.view ?? 'game') : 'game';
  const mayEdit = useCan('games:edit');
  const isProvider = useCan('integrations:manage');
  const hasTickets = useCan('tickets:use');
  const { t: tickets } = useTranslation('tickets');
  const [dialog, setDialog] = useState<'documents' | 'order' | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const lapsed = useLapsed({ gameId: game.id }).get(game.id);
  const isGranted = useRequestMarks(game.id).some(({ state }) => state === 'granted');
  return (
    <>
      <GameView
        game={game}
        isPartial={isPartial}
        integration={integration}
        isSidebarFixed={isSidebarFixed}
        steps={steps}
        requests={<RequestBadges gameId={game.id} />}
        isGranted={integration !== null && isGranted}
        notice={<PendingChanges subject={`game/${game.id}`} />}
        visibility={
          <>
            {isProvider && <WhoSeesGame game={game} />}
            {hasTickets && (
              <Panel title={tickets('links.tickets')}>
                <TicketsList target={{ kind: 'game', ref: String(game.id) }} about={null} />
              </Panel>
            )}
          </>
        }
        mark={lapsed && <LapsedMark rows={lapsed} look="words" withIntegrations={integration === null} />}
        actions={
          <GameActions
            game={game}
            integration={integration}
            edit={edit}
            onDocuments={() => setDialog('documents')}
          />
        }
        tabs={
          seesFigures && (
            <GameTabs
              value={tab}
              hrefOf={(one) => gameHref(game.id, one === 'game' ? undefined : one)}
              onChange={(one) => onSearch(one === 'game' ? {} : { view: one })}
            />
          )
        }
        content={
          tab === 'performance' && (
            <Suspense fallback={<SkeletonChart height={640} />}>
              <PerformanceView game={game} search={search} onSearch={onSearch} />
            </Suspense>
          )
        }
        onOrder={mayEdit ? () => setDialog('order') : undefined}
        isCovered={dialog !== null}
      />
      {dialog === 'documents' &&
        renderDocuments(
          {
            game,
            docsUrl: addressOfKind(game.game_media, 'docs'),
            integrationId: viewerOf([game], integration).integrationId,
          },
          close,
        )}
      {dialog === 'order' && (
        <Suspense fallback={null}>
          <GalleryOrder name={game.name} items={galleryOf(game.game_media)} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
