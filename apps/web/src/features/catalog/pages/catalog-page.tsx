import { categoriesFor, type Game } from '@ludus/contract';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { actionBarPage } from '../../../components/layout/action-bar.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { catalogOrder } from '../../../domain/game/catalog-order.ts';
import { useOwnIntegration, viewerOf } from '../../../domain/game/catalog-viewer.ts';
import { catalogQuery } from '../../../domain/game/games.ts';
import { usePersistent } from '../../../lib/persistent-store.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import {
  type CreateGame,
  CreateGameButton,
  NewGameButton,
  RequestGamesButton,
} from '../components/catalog-buttons.tsx';
import { CatalogGrid, GridSkeleton } from '../components/catalog-grid.tsx';
import { CatalogList, ListSkeleton } from '../components/catalog-list.tsx';
import { CatalogSearchBox } from '../components/catalog-search.tsx';
import { CategoryTabs } from '../components/category-tabs.tsx';
import { GridToolbar } from '../components/grid-toolbar.tsx';
import type { GameOpener } from '../components/open-game.ts';
import { RequestBar } from '../components/request-bar.tsx';
import {
  categorise,
  categoryOrder,
  countCategories,
  listOf,
  searchByName,
  sectionsOf,
} from '../filter-and-sort.ts';
import {
  type CatalogSearch,
  type CatalogView,
  listCategories,
  searchOf,
  storedView,
  type ViewName,
  viewNames,
  viewOf,
} from '../search.ts';
import { useRequestBadges } from '../use-request-badges.ts';
import { useRequesting } from '../use-requesting.ts';

interface CatalogPageProps {
  search: CatalogSearch;
  /** `typing` asks for no new entry in the history. */
  onSearch: (search: CatalogSearch, typing: boolean) => void;
  gameHref: (id: number) => string;
  onOpenGame: (id: number) => void;
  /** Opens the review of the games asked for; null where it cannot be opened. */
  onReview: ((games: readonly number[]) => void) | null;
  /** The wizard; null for people who make no games. */
  create: CreateGame | null;
}

const viewIcons = { grid: IconLayoutGrid, list: IconList };
const noGames: readonly Game[] = [];

/** The games of the catalogue, as a shop window or as a list (area CAT). */
export function CatalogPage({ search, onSearch, gameHref, onOpenGame, ...ways }: CatalogPageProps) {
  const { onReview, create } = ways;
  const { t } = useTranslation('catalog');
  const view = viewOf(search, usePersistent(storedView));
  const { text, type } = useSearchText(search.search ?? '', (typed) => onSearch(searchOf(view, typed), true));
  // The letters typed come first, the games follow.
  const wanted = useDeferredValue(text);

  // Staff of the provider are spared the links: they decide nothing for them.
  const integration = useOwnIntegration();
  const parts = integration === null ? (['game_media'] as const) : (['game_media', 'integrations'] as const);
  const catalogue = useQuery(catalogQuery({ with: parts, mediaTypes: ['main', 'mini'] }));
  // What arrives is drawn in slices, so that a slow phone handles taps in between.
  const loaded = useDeferredValue(catalogue.data);
  const rows = loaded?.rows ?? noGames;
  const viewer = useMemo(() => viewerOf(rows, integration), [rows, integration]);
  const games = useMemo(() => categorise(rows, viewer), [rows, viewer]);
  const found = useMemo(() => searchByName(games, wanted), [games, wanted]);
  const counts = useMemo(() => countCategories(found), [found]);
  const categories = categoryOrder.filter((category) => categoriesFor(viewer).includes(category));
  const tabs = listCategories.filter((category) => category === 'all' || categories.includes(category));
  const tab = tabs.includes(view.listCategory) ? view.listCategory : 'active';

  const sections = useMemo(
    () => sectionsOf(found, view.gridCategories, view.gridSort),
    [found, view.gridCategories, view.gridSort],
  );
  const { id: sortId, desc } = view.listSort;
  const list = useMemo(() => listOf(found, tab, { id: sortId, desc }), [found, tab, sortId, desc]);

  const isGrid = view.view === 'grid';
  const displayed = isGrid ? sections.flatMap((section) => section.games) : list;
  const opener = useOpener(displayed, gameHref, onOpenGame);
  const change = (part: Partial<CatalogView>) => {
    const next = { ...view, ...part };
    storedView.set(next);
    onSearch(searchOf(next, text.trim()), false);
  };
  const requestBadge = useRequestBadges(viewer);
  const requesting = useRequesting(games, viewer);
  const picks = onReview && requesting.picks;
  const startRequesting = () => {
    requesting.start();
    const shown = withAvailable(view);
    if (shown !== view) change(shown);
  };
  const switchView = (chosen: ViewName) => {
    const next = { ...view, view: chosen };
    change(picks ? withAvailable(next) : next);
  };
  const isEmpty = loaded !== undefined && games.length === 0;
  const isLoading = useDelayed(loaded === undefined);
  const isPhone = useIsPhone();

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {!isPhone && <CatalogSearchBox value={text} onChange={type} />}
            <ViewSwitch value={view.view} onChange={switchView} />
          </>
        }
        primary={
          <>
            {isPhone && <CatalogSearchBox value={text} onChange={type} />}
            {onReview && requesting.canStart && !picks && <RequestGamesButton onStart={startRequesting} />}
            {create && !isEmpty && <NewGameButton create={create} />}
          </>
        }
      />
      <PageBody className={picks ? actionBarPage : undefined}>
        <QueryView query={catalogue} text={catalogue.error?.message}>
          {loaded === undefined ? (
            <div aria-busy="true">
              <p className="hub-visually-hidden">{t('loading')}</p>
              {isLoading && (isGrid ? <GridSkeleton /> : <ListSkeleton />)}
            </div>
          ) : isEmpty ? (
            <EmptyState title={t('noGames')} actions={create && <CreateGameButton create={create} />}>
              {create ? t('noGamesCreate') : t('noGamesHelp')}
            </EmptyState>
          ) : isGrid ? (
            <div>
              <GridToolbar
                categories={categories}
                counts={counts}
                ticked={view.gridCategories}
                onTicked={(gridCategories) => change({ gridCategories })}
                sort={view.gridSort}
                onSort={(gridSort) => change({ gridSort })}
              />
              {sections.length > 0 ? (
                <CatalogGrid sections={sections} requestBadge={requestBadge} opener={opener} picks={picks} />
              ) : (
                <EmptyState title={t('noContent')}>
                  {found.length === 0 ? t('otherSearch') : t('tickCategory')}
                </EmptyState>
              )}
            </div>
          ) : (
            <CategoryTabs
              categories={tabs}
              counts={counts}
              value={tab}
              onChange={(listCategory) => change({ listCategory })}
            >
              {list.length > 0 ? (
                <CatalogList
                  games={list}
                  sort={view.listSort}
                  onSort={(listSort) => change({ listSort })}
                  opener={opener}
                  picks={picks}
                  requestBadge={requestBadge}
                />
              ) : (
                <EmptyState title={t('nothing')}>
                  {found.length === 0 ? t('otherSearch') : t('otherCategory')}
                </EmptyState>
              )}
            </CategoryTabs>
          )}
        </QueryView>
        {picks && onReview && (
          <RequestBar
            count={requesting.ticked.length}
            onCancel={requesting.stop}
            onReview={() => onReview(requesting.ticked)}
          />
        )}
      </PageBody>
    </>
  );
}

/** The view with the Available games in sight: those are the ones that can be asked for. */
function withAvailable(view: CatalogView): CatalogView {
  if (view.view === 'list') {
    return ['all', 'available'].includes(view.listCategory) ? view : { ...view, listCategory: 'available' };
  }
  const isHidden = view.gridCategories !== null && !view.gridCategories.includes('available');
  return isHidden ? { ...view, gridCategories: null } : view;
}

/** Grid or list; on a phone one icon that leads to the other view. */
function ViewSwitch({ value, onChange }: { value: ViewName; onChange: (view: ViewName) => void }) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  const isTablet = useMedia(breakpoints.tablet);
  if (isPhone) {
    const other = value === 'grid' ? 'list' : 'grid';
    const Icon = viewIcons[other];
    return (
      <HeaderButton
        label={t(`views.${other}`)}
        icon={<Icon size={16} stroke={1.5} />}
        onClick={() => onChange(other)}
      />
    );
  }
  return (
    <SegmentedSwitch
      label={t('view')}
      value={value}
      onChange={onChange}
      options={viewNames.map((name) => {
        const Icon = viewIcons[name];
        return {
          value: name,
          label: t(`views.${name}`),
          icon: <Icon size={16} stroke={1.5} />,
          iconOnly: isTablet,
        };
      })}
    />
  );
}

/** Stays the same for every card while the displayed order changes, so that cards are not drawn again for it. */
function useOpener(
  displayed: readonly Game[],
  href: CatalogPageProps['gameHref'],
  onOpen: CatalogPageProps['onOpenGame'],
): GameOpener {
  const latest = useRef({ displayed, href, onOpen });
  latest.current = { displayed, href, onOpen };
  const [opener] = useState<GameOpener>(() => ({
    href: (id) => latest.current.href(id),
    onLeave: () => catalogOrder.set(latest.current.displayed.map((game) => game.id)),
    onOpen: (id) => latest.current.onOpen(id),
  }));
  return opener;
}
