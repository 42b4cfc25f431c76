import { routeOfPath } from '@ludus/contract';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHints } from '../../components/overlay/floats.tsx';
import { useUser } from '../../lib/auth/index.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';
import { latePart } from '../../lib/late-part.ts';
import { useIsPhone } from '../../lib/use-screen.ts';
import { Overlays } from '../palette/overlays.tsx';
import { ViewAs } from '../view-as/view-as.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { useCounts } from './counts.ts';
import { LandingNotice } from './landing-notice.tsx';
import { entryOf, phoneNavigation, sidebarGroups } from './navigation.ts';
import { OfflineBar } from './offline-bar.tsx';
import { PagePending } from './page-pending.tsx';
import { usePinnedViews } from './pinned-views.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';

// Of use only once a job is under way.
const JobWidget = latePart(async () => (await import('../jobs/job-widget.tsx')).JobWidget);

const ReadCounts = latePart(async () => (await import('./read-counts.tsx')).ReadCounts);

/** Comes as a transition, in slices: taps are handled in between. The router would render it in one go. */
function InSlices({ children, before }: { children: ReactNode; before?: ReactNode }) {
  const [isBegun, setBegun] = useState(false);
  useEffect(() => startTransition(() => setBegun(true)), []);
  return isBegun ? children : before;
}

export function Shell() {
  return (
    <InSlices>
      <ShellFrame>
        {/* The first page follows its frame. */}
        <InSlices before={<PagePending />}>
          <Outlet />
        </InSlices>
      </ShellFrame>
    </InSlices>
  );
}

/** What stands around every page: sidebar or bottom bar, the job widget, and the place for the page. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const isPhone = useIsPhone();
  const sidebar = useSidebar();
  const { built } = useRouter().options.context;
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const counts = useCounts();
  const active = entryOf(routeOfPath(pathname));
  const pinned = usePinnedViews();
  const isShown = useFirstScreenShown();
  return (
    <>
      <ViewAs />
      <div className={styles.shell}>
        <a className={styles.skip} href="#content">
          {t('skip')}
        </a>
        {!isPhone && (
          <Sidebar
            groups={sidebarGroups(user.roles, built)}
            active={active}
            state={sidebar}
            counts={counts}
            pinned={pinned}
          />
        )}
        <div className={styles.column}>
          <main id="content" className={styles.content} tabIndex={-1}>
            <LandingNotice />
            {children}
          </main>
          <OfflineBar />
        </div>
        {isPhone && (
          <BottomBar
            navigation={phoneNavigation(user.roles, built)}
            active={active}
            counts={counts}
            pinned={pinned}
          />
        )}
        <Suspense>{isShown && <JobWidget />}</Suspense>
        <Suspense>{isShown && <ReadCounts pathname={pathname} />}</Suspense>
        <PageHints />
        <Overlays />
      </div>
    </>
  );
}
