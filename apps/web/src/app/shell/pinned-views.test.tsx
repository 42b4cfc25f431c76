import type { Role, SavedView } from '@ludus/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { viewsQuery } from '../../domain/view/views-query.ts';
import { addDays, today } from '../../lib/days.ts';
import { renderScreen, testQueryClient } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { ShellFrame } from './shell.tsx';

const view = (id: number, change: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  screen: 'sessionsList',
  params: { state: 'open', period: 'yesterday' },
  share: { with: 'no-one' },
  owner: 'admin',
  isOwn: true,
  canChange: true,
  isPinned: true,
  updatedAt: '2026-11-20T10:00:00Z',
  ...change,
});

function renderShell(views: readonly SavedView[], path: string, role: Role = 'ludus_admin') {
  const queryClient = testQueryClient();
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } });
  queryClient.setQueryData(viewsQuery().queryKey, [...views]);
  return renderScreen(<ShellFrame>page</ShellFrame>, { queryClient, path, role });
}

afterEach(() => setViewport(1440));

describe('pinned views', () => {
  it('stand in the sidebar with the days they mean today, and say which one is shown', async () => {
    renderShell(
      [view(1), view(2, { isPinned: false }), view(3), view(4, { screen: 'logs' })],
      '/session-list?saved=3',
      'integration_admin',
    );
    const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }));
    const links = navigation.getAllByRole('link', { name: /^View / });
    const yesterday = addDays(today(), -1);
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['View 1', `/session-list?state=open&from=${yesterday}&to=${yesterday}&saved=1`],
      ['View 3', `/session-list?state=open&from=${yesterday}&to=${yesterday}&saved=3`],
    ]);
    expect(navigation.getAllByRole('link', { current: 'page' })).toEqual([links[1]]);
  });

  it('stand in the menu of a phone', async () => {
    setViewport(390);
    const { user } = renderShell([view(1)], '/settings');
    await user.click(screen.getByRole('button', { name: 'More' }));
    const views = within(await screen.findByRole('navigation', { name: 'Views' }));
    expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['View 1']);
  });
});
