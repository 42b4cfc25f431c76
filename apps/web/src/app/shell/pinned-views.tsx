import { mayOpen, type SavedView } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { MarkedLink } from '../../components/marked-link.tsx';
import { pathOfScreen, viewLocation } from '../../domain/view/view-location.ts';
import { viewsQuery } from '../../domain/view/views-query.ts';
import { useUser } from '../../lib/auth/index.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';
import { useToday } from '../../lib/use-today.ts';

export interface PinnedViews {
  views: readonly SavedView[];
  /** The pinned view that is shown. */
  activeId: number | null;
}

/** The pinned views of screens that exist. While they are not known there are none: the sidebar waits for no call. */
export function usePinnedViews(): PinnedViews {
  const { roles } = useUser();
  const { built } = useRouter().options.context;
  const { data } = useQuery({ ...viewsQuery(), enabled: useFirstScreenShown() });
  const views = useMemo(
    () =>
      (data ?? []).filter(({ isPinned, screen }) => isPinned && built.has(screen) && mayOpen(screen, roles)),
    [data, built, roles],
  );
  const activeId = useRouterState({
    select: ({ location }) => {
      const { saved } = location.search as { saved?: unknown };
      const shown = views.find(
        ({ id, screen }) => id === Number(saved) && pathOfScreen(screen) === location.pathname,
      );
      return shown?.id ?? null;
    },
  });
  return { views, activeId };
}

interface ViewLinkProps {
  view: SavedView;
  isActive: boolean;
  className: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** A link that opens a view as it is today. */
export function ViewLink({ view, isActive, ...rest }: ViewLinkProps) {
  const { to, search } = viewLocation(view, useToday());
  return (
    <MarkedLink
      // Views are of screens with search parameters of their own, which the type of `to` cannot know.
      to={to as '/settings'}
      search={search as object}
      data-active={isActive || undefined}
      current={isActive && 'page'}
      title={view.name}
      {...rest}
    />
  );
}
