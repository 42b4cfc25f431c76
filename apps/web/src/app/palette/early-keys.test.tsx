import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerCommands } from '../../lib/keyboard/commands.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { closeOverlay } from './overlay.ts';
import { Overlays } from './overlays.tsx';
import { recents } from './recents.ts';

const code = vi.hoisted(() => ({ arrive: () => {}, arrived: Promise.resolve() }));
code.arrived = new Promise<void>((resolve) => {
  code.arrive = resolve;
});
// Its code comes when the test says so.
vi.mock('./palette.tsx', async (importOriginal) => {
  await code.arrived;
  return importOriginal();
});

const group = { rows: [], hasMore: false };
const nothing = {
  sessions: group,
  userSessions: group,
  tickets: group,
  integrations: group,
  operators: group,
  people: group,
};

function renderPage() {
  answerCalls({ searchHub: nothing, listGames: { rows: [] } });
  return renderScreen(
    <>
      <Overlays />
      <input aria-label="Notes" />
      <button type="button">Elsewhere</button>
    </>,
  );
}

const target = () => document.activeElement ?? document.body;

/** All in one go, before anything is drawn. */
const openAndPress = (...keys: string[]) =>
  act(() => {
    fireEvent.keyDown(target(), { key: 'k', ctrlKey: true });
    for (const key of keys) fireEvent.keyDown(target(), { key });
  });

beforeEach(() => recents.set({}));
afterEach(() => act(() => closeOverlay('palette')));

// In this order: the first ones wait for the code, which then has come for all.
describe('keys that are pressed before the palette is there', () => {
  it('are dropped by Escape, which closes it, and are the page\u2019s again', async () => {
    const go = vi.fn();
    const remove = registerCommands([{ id: 'x', label: 'X', group: 'screen', keys: ['x'], run: go }]);
    renderPage();
    openAndPress('x');
    expect(go).not.toHaveBeenCalled();
    fireEvent.keyDown(target(), { key: 'Escape' });
    fireEvent.keyDown(target(), { key: 'x' });
    expect(go).toHaveBeenCalledOnce();
    remove();
  });

  it('are the page\u2019s again once a pointer is used there', async () => {
    const { user } = renderPage();
    openAndPress();
    await user.click(screen.getByRole('textbox', { name: 'Notes' }));
    await user.keyboard('abc');
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('abc');
  });

  it('arrive in its field, with those that follow', async () => {
    const { user } = renderPage();
    await user.click(screen.getByRole('textbox', { name: 'Notes' }));
    openAndPress('s', 'e', 'x', 'Backspace', 't', 'Shift', 'ArrowLeft', 'Tab');
    fireEvent.keyDown(target(), { key: 'c', ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
    code.arrive();
    const field = await screen.findByRole('combobox');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('set');
    await user.keyboard('tings');
    expect(field).toHaveValue('settings');
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  });

  it('open what they name, when Enter was among them', async () => {
    const { router } = renderPage();
    openAndPress(...'sessions list', 'Enter', 'x');
    await waitFor(() => expect(router.state.location.pathname).toBe('/session-list'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('are not kept for the next time', async () => {
    renderPage();
    openAndPress('a');
    act(() => closeOverlay('palette'));
    openAndPress('b');
    expect(await screen.findByRole('combobox')).toHaveValue('b');
  });
});
