import {
  getLastFetch,
  listNotifications,
  type Notification,
  type ResponseOf,
  type Role,
  type RouteId,
  roles,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchJob, jobStore, noJob } from '../../domain/job/jobs.ts';
import { queryFor } from '../../lib/api/index.ts';
import { sidebarPinned } from '../../lib/shared-filters.ts';
import { renderScreen, testQueryClient } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { keptCounts } from './counts.ts';
import { phoneNavigation, sidebarGroups } from './navigation.ts';
import { ShellFrame } from './shell.tsx';

const notification = (id: number, seen: boolean): Notification => ({
  id,
  title: 'x',
  description: 'y',
  createdAt: '2026-11-20T10:00:00Z',
  seen,
  severity: 1,
  maintenanceId: null,
  path: null,
  confirmation: null,
});

function renderShell(
  role: Role = 'ludus_admin',
  unseen = 0,
  isFetching = false,
  built?: readonly RouteId[],
  behind?: ResponseOf<typeof getLastFetch>['behind'],
) {
  const queryClient = testQueryClient();
  queryClient.setQueryData(queryFor(getLastFetch, {}).queryKey, {
    dateTime: '2026-11-20T13:32:07Z',
    isFetching,
    ...(behind === undefined ? {} : { behind }),
  });
  queryClient.setQueryData(queryFor(listNotifications, {}).queryKey, [
    notification(1, true),
    ...Array.from({ length: unseen }, (_unused, index) => notification(index + 2, false)),
  ]);
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } });
  return renderScreen(<ShellFrame>page</ShellFrame>, { role, queryClient, path: '/settings', built });
}

const names = (container: HTMLElement) =>
  within(container)
    .getAllByRole('link')
    .map((link) => link.textContent);
const sidebar = () => screen.getByRole('navigation', { name: 'Main navigation' });

beforeEach(() => {
  jobStore.set(noJob);
  sidebarPinned.set(true);
});

describe('sidebar', () => {
  it('brings the entry of the page into view', () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    renderShell();
    expect(scrolled.mock.contexts).toEqual([within(sidebar()).getByRole('link', { current: 'page' })]);
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
    scrolled.mockRestore();
  });

  const expected: Record<Role, string[]> = {
    ludus_admin: [
      'Dashboard',
      'Sessions',
      'Charts',
      'Reports',
      'RTP monitor',
      'Alerts',
      'Reconciliation',
      'Period close',
      'Statements',
      'Catalog',
      'Manage games',
      'Requests',
      'Documentation',
      'Certificates',
      'Integrations',
      'Operators',
      'Bets',
      'Maintenances',
      'Tickets',
      'Notifications',
      'Mailing list',
      'Status',
      'Users',
      'Approvals',
      'Logs',
      'Settings',
    ],
    ludus_manager: [
      'Dashboard',
      'Sessions',
      'Charts',
      'Reports',
      'RTP monitor',
      'Alerts',
      'Reconciliation',
      'Period close',
      'Catalog',
      'Requests',
      'Documentation',
      'Certificates',
      'Integrations',
      'Notifications',
      'Status',
      'Approvals',
      'Logs',
      'Settings',
    ],
    integration_admin: [
      'Dashboard',
      'Sessions',
      'Charts',
      'Reports',
      'Reconciliation',
      'Statements',
      'Catalog',
      'Requests',
      'Documentation',
      'Certificates',
      'Tickets',
      'Notifications',
      'Status',
      'Users',
      'Approvals',
      'Settings',
    ],
    integration_manager: ['Sessions', 'Requests', 'Certificates', 'Notifications', 'Settings'],
    integration_guest: ['Catalog', 'Requests', 'Notifications', 'Settings'],
  };

  it.each(roles)(
    '[SHELL-04][ROLE-01][ROLE-02][ROLE-03][ROLE-04][ROLE-05][ROLE-06][ROLE-07][OPEN-11] shows %s exactly its entries',
    (role) => {
      renderShell(role);
      expect(names(sidebar())).toEqual(expected[role]);
    },
  );

  it('shows only pages that exist', () => {
    renderShell('ludus_admin', 0, false, ['dashboard', 'sessions', 'settings']);
    expect(names(sidebar())).toEqual(['Dashboard', 'Sessions', 'Settings']);
  });

  it('marks the entry of the page, and of the pages below it', () => {
    renderShell();
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  });

  const isFixed = () => screen.getByRole('complementary').hasAttribute('data-fixed');

  it.each([
    [1280, false, false],
    [1281, true, false],
    [1366, true, false],
    [1367, true, true],
    [1920, true, true],
  ])(
    '[SHELL-01][SHELL-02][SHELL-03][OPEN-14] at %i px it is fixed: %s, with a pin: %s',
    (width, fixed, pin) => {
      setViewport(width);
      renderShell();
      expect(isFixed()).toBe(fixed);
      expect(screen.queryByRole('button', { name: /sidebar/ }) !== null).toBe(pin);
    },
  );

  it('[SHELL-02][SHELL-13] can be unpinned above 1366 px, and stays so on the client', async () => {
    setViewport(1440);
    const { user, unmount } = renderShell();
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(isFixed()).toBe(false);
    expect(localStorage.getItem('ludus.sidebar-pinned')).toBe('false');
    unmount();
    renderShell();
    expect(isFixed()).toBe(false);
  });

  it('[OPEN-14] ignores an unpinned choice from 1281 to 1366 px', () => {
    sidebarPinned.set(false);
    setViewport(1300);
    renderShell();
    expect(isFixed()).toBe(true);
  });

  it('[SHELL-06][OPEN-16] counts unseen notifications, and shows nothing when all are seen', async () => {
    const bell = () => screen.getByRole('link', { name: /Notifications/ }).textContent;
    const { unmount } = renderShell('ludus_admin', 3);
    await waitFor(() => expect(bell()).toBe('Notifications33 unread'));
    unmount();
    renderShell('ludus_admin', 0);
    await waitFor(() => expect(bell()).toBe('Notifications'));
  });

  it('shows the counts that were read last at once, to whom they were read for', async () => {
    keptCounts.set(['someone', { tickets: 4 }]);
    const { unmount } = renderShell('ludus_admin', 0);
    expect(screen.getByRole('link', { name: /Tickets/ }).textContent).toBe('Tickets');
    unmount();
    keptCounts.set(['user-1', { tickets: 4 }]);
    renderShell('ludus_admin', 0);
    expect(screen.getByRole('link', { name: /Tickets/ }).textContent).toBe('Tickets44 open');
  });
});

describe('foot of the sidebar', () => {
  it('[SHELL-10][RT-05] shows the last fetch in Italian form, in Rome', () => {
    renderShell();
    expect(screen.getByRole('contentinfo').textContent).toContain('Last fetch 20/11/2026, 14:32:07');
  });

  it('names the integrations that the last fetch did not bring up to date', () => {
    const behind = [{ id: 2, name: 'Baltica', dateTime: null }];
    renderShell('ludus_admin', 0, false, undefined, behind);
    expect(screen.getByRole('contentinfo').textContent).toContain(
      'Last fetch 20/11/2026, 14:32:07, without Baltica',
    );
  });

  it('[SHELL-11] shows a spinner while a fetch runs', () => {
    renderShell('ludus_admin', 0, true);
    expect(screen.getByRole('status').textContent).toBe('Fetching sessions');
  });

  it('[SHELL-10][SHELL-11] spins for the own fetch, and leaves to the widget how far it is', () => {
    dispatchJob({
      type: 'progress',
      userId: 'u',
      at: 0,
      event: {
        jobId: 'j',
        name: 'fetch-sessions',
        progress: { message: 'x', percentage: 64 },
        data: { userId: 'u' },
      },
    });
    renderShell();
    const foot = screen.getByRole('contentinfo');
    expect(within(foot).getByRole('status').textContent).toBe('Fetching sessions');
    expect(screen.getByRole('contentinfo').textContent).toContain('Last fetch 20/11/2026, 14:32:07');
    expect(screen.getByRole('contentinfo').textContent).not.toContain('64');
  });

  it('offers settings, keyboard shortcuts and logout in the user menu', async () => {
    const { user, session } = renderShell();
    await user.click(screen.getByRole('button', { name: /^User menu of g.ferraris/ }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Notifications',
      'Settings',
      'Keyboard shortcuts?',
      'View as an integration…',
      'Logout',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(session.signOut).toHaveBeenCalled();
  });
});

describe('phone', () => {
  beforeEach(() => setViewport(390));

  it('[SHELL-07][OPEN-12][OPEN-13] has a bottom bar in place of the sidebar below 640 px only', () => {
    const { unmount } = renderShell();
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(names(sidebar())).toEqual(['Dashboard', 'Catalog', 'Sessions', 'Charts', 'Documentation']);
    unmount();
    setViewport(640);
    renderShell();
    expect(screen.getByRole('complementary')).toBeTruthy();
  });

  it('[SHELL-08] offers Notifications, Settings and Logout in the user menu', async () => {
    const { user, session } = renderShell('integration_guest', 2);
    await user.click(screen.getByRole('button', { name: 'More' }));
    const menu = await screen.findByRole('region', { name: 'User menu of g.ferraris' });
    expect(names(menu)).toEqual(['Notifications22 unread', 'Settings']);
    await user.click(within(menu).getByRole('button', { name: 'Logout' }));
    expect(session.signOut).toHaveBeenCalled();
  });

  it('[SHELL-09][OPEN-04][OPEN-12] has all other admitted entries in the overflow menu, in the groups of the sidebar', async () => {
    const { user } = renderShell('ludus_admin');
    await user.click(screen.getByRole('button', { name: 'More' }));
    const pages = await screen.findByRole('navigation', { name: 'More pages' });
    const groups = within(pages)
      .getAllByRole('list')
      .map((list) => [
        document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent,
        names(list),
      ]);
    expect(groups).toEqual([
      [undefined, ['Reports', 'RTP monitor', 'Alerts']],
      ['Finance', ['Reconciliation', 'Period close', 'Statements']],
      ['Games', ['Manage games', 'Requests', 'Certificates']],
      ['Operators', ['Integrations', 'Operators', 'Bets', 'Maintenances']],
      ['Support', ['Tickets', 'Mailing list', 'Status']],
      ['Admin', ['Users', 'Approvals', 'Logs']],
    ]);
  });

  it('opens the palette from the bar with one tap', async () => {
    const { user } = renderShell('ludus_admin');
    await user.click(within(sidebar()).getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  });

  it('has the pages of the user menu in the bar, too, for a role that has hardly a page of it', () => {
    renderShell('integration_guest', 2);
    expect(names(sidebar())).toEqual(['Catalog', 'Notifications', 'Settings']);
    const dotted = [...sidebar().children].filter((entry) => entry.querySelector('[data-shown]'));
    expect(dotted.map((entry) => entry.textContent)).toEqual(['Notifications']);
  });

  it('marks the page that is open in the overflow menu', async () => {
    const { user } = renderShell('integration_guest');
    await user.click(screen.getByRole('button', { name: 'More' }));
    const sheet = await screen.findByRole('dialog', { name: 'More' });
    expect(within(sheet).getByRole('link', { current: 'page' }).textContent).toBe('Settings');
    expect(names(within(sheet).getByRole('navigation', { name: 'More pages' }))).toEqual(['Requests']);
  });

  it('[SHELL-09] admits each overflow entry by role', () => {
    const overflow = (role: Role) =>
      phoneNavigation(
        [role],
        new Set(sidebarGroups(['ludus_admin'], allRoutes).flatMap((group) => group.entries)),
      ).overflow.map(({ id, entries }) => [id, ...entries]);
    expect(overflow('ludus_manager')).toEqual([
      ['main', 'reports', 'rtpMonitor', 'alerts'],
      ['finance', 'reconciliation', 'periodClose'],
      ['games', 'requests', 'certificates'],
      ['operators', 'integrations'],
      ['support', 'status'],
      ['admin', 'approvals', 'logs'],
    ]);
    expect(overflow('integration_manager')).toEqual([['games', 'requests', 'certificates']]);
    expect(overflow('integration_guest')).toEqual([['games', 'requests']]);
  });
});

const allRoutes: ReadonlySet<RouteId> = new Set<RouteId>([
  'reconciliation',
  'rtpMonitor',
  'alerts',
  'periodClose',
  'statements',
  'requests',
  'approvals',
  'dashboard',
  'catalog',
  'operators',
  'documentation',
  'certificates',
  'integrations',
  'games',
  'notifications',
  'maintenances',
  'sessions',
  'charts',
  'reports',
  'bets',
  'logs',
  'settings',
  'users',
  'tickets',
  'mailingList',
  'status',
]);
