import { type RouteId, routeOfPath } from '@ludus/contract';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../components/display/brand-mark.tsx';
import { SkeletonLine } from '../../components/feedback/skeletons.tsx';
import header from '../../components/layout/page-header.module.css';
import { entryOf, isNamedPage } from './navigation.ts';
import styles from './page-pending.module.css';

/** Pages whose header has no second line when they open. */
const singleLine: ReadonlySet<RouteId> = new Set<RouteId>([
  'catalog',
  'editGame',
  'game',
  'integration',
  'reviewRequested',
  'settings',
  'users',
]);

/** Pages that draw a skeleton of their own at once. */
const ownSkeleton: ReadonlySet<RouteId> = new Set<RouteId>(['catalog', 'dashboard', 'sessionsList']);

/** The title of a page before its code is there; undefined where only the page knows it. */
function usePendingTitle(route: RouteId | null): string | undefined {
  const { t } = useTranslation('shell');
  const { t: list } = useTranslation('sessionsList');
  if (route === 'sessionsList') return list('title');
  if (isNamedPage(route)) return t(`refused.pages.${route}`);
  // The title of the reports is in capitals, unlike their entry.
  if (route === null || route === 'reports' || entryOf(route) !== route) return undefined;
  return t(`entries.${route}`);
}

/**
 * Stands where the page will be while its code loads and is drawn for the first time. The title is no heading: the first
 * screen counts as shown once it has one.
 */
export function PagePending() {
  const route = routeOfPath(useRouterState({ select: (state) => state.location.pathname }));
  const title = usePendingTitle(route);
  return (
    <div aria-busy="true">
      <div className={header.header}>
        <Mark size={22} className={header.mark} />
        <div className={header.titles}>
          <div className={header.title}>{title ?? <SkeletonLine width={180} height={16} my={7} />}</div>
          {!(route && singleLine.has(route)) && <div className={header.context} />}
        </div>
      </div>
      {!(route && ownSkeleton.has(route)) && (
        <div className={header.body}>
          <div className={styles.panel}>
            <SkeletonLine width="32%" height={14} />
            <SkeletonLine width="88%" />
            <SkeletonLine width="76%" />
            <SkeletonLine width="82%" />
            <SkeletonLine width="58%" />
          </div>
        </div>
      )}
    </div>
  );
}
