import type { Role, SavedView } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WithSaved } from '../../domain/view/view-location.ts';
import { addDays, today } from '../../lib/days.ts';
import { readDay, readText, type SearchInput } from '../../lib/search.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { ViewsControl } from './components/views-control.tsx';

interface Search {
  from?: string | undefined;
  to?: string | undefined;
  state?: string | undefined;
  sort?: string | undefined;
}

const read = (input: SearchInput): Search => ({
  from: readDay(input.from),
  to: readDay(input.to),
  state: readText(input.state),
  sort: readText(input.sort),
});

const day = today();
const week = { from: addDays(day, -6), to: day };
const view = (change: Partial<SavedView> = {}): SavedView => ({
  id: 7,
  name: 'Open sessions',
  screen: 'sessionsList',
  params: { state: 'open', period: 'last7', colour: 'unknown to the screen' },
  share: { with: 'no-one' },
  owner: 'admin',
  isOwn: true,
  canChange: true,
  isPinned: false,
  updatedAt: '2026-11-20T10:00:00Z',
  ...change,
});
const foreign = view({ id: 8, name: 'Of Rosa', isOwn: false, canChange: false, owner: 'rosa' });

function renderControl(
  search: Search & WithSaved,
  {
    views = [view(), foreign],
    role,
    ...answers
  }: Record<string, unknown> & { views?: SavedView[]; role?: Role } = {},
) {
  const calls = answerCalls({ listViews: views, listIntegrations: { rows: [] }, ...answers });
  const onShow = vi.fn();
  const rendered = renderScreen(
    <ViewsControl
      screen="sessionsList"
      search={search}
      read={read}
      complete={(shown) => ({ ...shown, from: shown.from ?? day, to: shown.to ?? day })}
      onShow={onShow}
    />,
    role === undefined ? {} : { role },
  );
  return { ...rendered, calls, onShow, sent: (id: string) => calls.find(({ endpoint }) => endpoint === id) };
}

const openMenu = async (user: ReturnType<typeof renderControl>['user'], name: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu'));
};
const items = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent);

afterEach(() => setViewport(1440));

describe('the views of a screen', () => {
  it('lists own and shared ones, and opens one with the days it stands for', async () => {
    const { user, onShow } = renderControl({});
    const menu = await openMenu(user, 'Views');
    await menu.findByText('Open sessions');
    expect(items(menu)).toEqual(['Open sessions', 'Of Rosaby rosa', 'Save as new view…', 'Copy link']);
    await user.click(menu.getByRole('menuitem', { name: 'Open sessions' }));
    expect(onShow).toHaveBeenCalledWith(
      { state: 'open', sort: undefined, ...week, saved: 7 },
      { replace: false },
    );
  });

  it('shows which one is open, and marks it when something differs', async () => {
    const same = renderControl({ ...week, state: 'open', saved: 7 });
    await screen.findByRole('button', { name: 'View: Open sessions' });
    same.unmount();
    const { user, onShow, sent } = renderControl(
      { ...week, state: 'closed', saved: 7 },
      { updateView: view({ params: { state: 'closed', period: 'last7' } }) },
    );
    const menu = await openMenu(user, 'View: Open sessions, changed');
    await user.click(menu.getByRole('menuitem', { name: 'Reset changes' }));
    expect(onShow).toHaveBeenCalledWith(
      { state: 'open', sort: undefined, ...week, saved: 7 },
      { replace: false },
    );
    await user.click(
      (await openMenu(user, 'View: Open sessions, changed')).getByRole('menuitem', { name: 'Save changes' }),
    );
    // The last seven days stay a week that moves.
    await waitFor(() =>
      expect(sent('updateView')?.body).toEqual({ params: { state: 'closed', period: 'last7' } }),
    );
  });

  it('saves what is shown under a name, with the period as days when asked', async () => {
    const { user, onShow, sent } = renderControl(
      { state: 'open', sort: 'bet' },
      { createView: view({ id: 9, name: 'Today', isPinned: true }) },
    );
    const menu = await openMenu(user, 'Views');
    await user.click(menu.getByRole('menuitem', { name: 'Save as new view…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await dialog.findByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Today');
    expect(dialog.getByRole('combobox', { name: 'Period' })).toHaveDisplayValue('Today, always');
    await user.click(dialog.getByRole('switch', { name: 'Pin to sidebar' }));
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(sent('createView')?.body).toEqual({
        screen: 'sessionsList',
        name: 'Today',
        params: { state: 'open', sort: 'bet', period: 'today' },
        share: { with: 'no-one' },
        isPinned: true,
      }),
    );
    await waitFor(() =>
      expect(onShow).toHaveBeenCalledWith({ state: 'open', sort: 'bet', saved: 9 }, { replace: true }),
    );
  });

  it('shares with roles of the own side that open the screen, and shows a name that is taken beside it', async () => {
    const { user, sent } = renderControl(
      { ...week, state: 'open', saved: 7 },
      {
        role: 'integration_admin',
        updateView: new Refusal(409, 'Taken.', { code: 'conflict', fields: { name: 'Taken.' } }),
      },
    );
    const menu = await openMenu(user, 'View: Open sessions');
    await user.click(menu.getByRole('menuitem', { name: 'Rename or share…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
    const share = dialog.getByRole('combobox', { name: 'Visible to' });
    expect(
      within(share)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Only me', 'Integration admin', 'Integration manager']);
    await user.selectOptions(share, 'Integration manager');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent('updateView')?.body).toEqual({
        name: 'Open sessions',
        share: { with: 'role', role: 'integration_manager' },
      }),
    );
    expect(await dialog.findByText('Taken.')).toBeInTheDocument();
  });

  it('asks before it deletes, and tells who else loses the view', async () => {
    const { user, onShow } = renderControl(
      { ...week, state: 'open', saved: 7 },
      { views: [view({ share: { with: 'role', role: 'ludus_manager' } })], deleteView: null },
    );
    const menu = await openMenu(user, 'View: Open sessions');
    await user.click(menu.getByRole('menuitem', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Open sessions”?' }));
    dialog.getByText('Everyone it is shared with loses this view too.');
    await user.click(dialog.getByRole('button', { name: 'Delete view' }));
    await waitFor(() =>
      expect(onShow).toHaveBeenCalledWith({ ...week, state: 'open', saved: undefined }, { replace: true }),
    );
  });

  it('leaves a view of someone else to them', async () => {
    const { user } = renderControl({ ...week, state: 'closed', saved: 8 });
    const menu = await openMenu(user, 'View: Of Rosa, changed');
    expect(items(menu).slice(2)).toEqual([
      'Reset changes',
      'Save as new view…',
      'Pin to sidebar',
      'Copy link',
    ]);
  });

  it('opens a view that a link names alone, and says when there is none', async () => {
    const named = renderControl({ saved: 7 });
    await waitFor(() =>
      expect(named.onShow).toHaveBeenCalledWith(
        { state: 'open', sort: undefined, ...week, saved: 7 },
        { replace: true },
      ),
    );
    named.unmount();
    const { onShow } = renderControl({ saved: 99 });
    await waitFor(() => expect(onShow).toHaveBeenCalledWith({ saved: undefined }, { replace: true }));
  });

  it('copies a link with everything written out, so that others see the same days', async () => {
    const { user } = renderControl({ state: 'open' });
    const menu = await openMenu(user, 'Views');
    await user.click(menu.getByRole('menuitem', { name: 'Copy link' }));
    await waitFor(async () => {
      const link = new URL(await navigator.clipboard.readText());
      expect([link.pathname, link.search]).toEqual(['/session-list', `?state=open&from=${day}&to=${day}`]);
    });
  });

  it('is an icon with its name on a phone', async () => {
    setViewport(390);
    renderControl({ ...week, state: 'open', saved: 7 });
    expect(await screen.findByRole('button', { name: 'View: Open sessions' })).toHaveTextContent('');
  });
});
