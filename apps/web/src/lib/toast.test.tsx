import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { ApiError } from './api/error.ts';
import { toast } from './toast.tsx';

afterEach(() => act(() => notifications.clean()));

const timesOfToasts = () => notificationsStore.getState().notifications.map(({ autoClose }) => autoClose);

describe('a toast', () => {
  it('is read out, and its button says that it closes it', async () => {
    const { user } = renderScreen(<Notifications />);
    toast('error', 'Something went wrong');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('about a failure of the server names its request, with a button that copies it', async () => {
    const { user } = renderScreen(<Notifications />);
    const requestId = '5f0c9b0e-8b57-4d5f-a5ad-3b8ad9d1d7a1';
    toast('error', 'Not saved', { error: new ApiError(500, { message: 'x', code: 'internal', requestId }) });
    expect(await screen.findByRole('alert')).toHaveTextContent(`Code ${requestId}`);
    await user.click(screen.getByRole('button', { name: 'Copy Code' }));
    expect(await navigator.clipboard.readText()).toBe(requestId);
    expect(await screen.findByText('Code copied.')).toBeVisible();
  });

  it('with something to do has a button for it, and stays longer, or until it is closed', async () => {
    const run = vi.fn();
    const { user } = renderScreen(<Notifications />);
    toast('error', 'Not loaded', { detail: 'Try again.', ms: false, action: { label: 'Reload', run } });
    await user.click(await screen.findByRole('button', { name: 'Reload' }));
    act(() => void toast('info', 'Waits for approval', { action: { label: 'Open', run } }));
    expect(timesOfToasts()).toEqual([false, 10_000]);
    expect(run).toHaveBeenCalledOnce();
  });

  it('does not leave while the keyboard is in it', async () => {
    renderScreen(<Notifications />);
    toast('warning', 'Checked', { action: { label: 'Show case', run: vi.fn() } });
    const button = await screen.findByRole('button', { name: 'Show case' });
    act(() => button.focus());
    expect(timesOfToasts()).toEqual([false]);
    expect(button).toHaveFocus();
    act(() => button.blur());
    expect(timesOfToasts()).toEqual([10_000]);
  });

  it('about a refusal names no request', async () => {
    renderScreen(<Notifications />);
    const refused = new ApiError(422, { message: 'Enter a title.', code: 'validation', requestId: 'r-1' });
    act(() => void toast('error', refused.message, { error: refused }));
    expect(screen.getByRole('alert')).toHaveTextContent(/^Enter a title\.$/);
  });

  it('[ERR-007] stands at the upper right only where it is asked to', () => {
    renderScreen(<Notifications position="bottom-right" />);
    act(() => {
      toast('error', 'Wrong file extension', { position: 'top-right' });
      toast('success', 'Game deleted');
    });
    const place = (text: string) => screen.getByText(text).closest('[data-position]');
    expect(place('Wrong file extension')).toHaveAttribute('data-position', 'top-right');
    expect(place('Game deleted')).toHaveAttribute('data-position', 'bottom-right');
  });

  it('[CONST-03][OPEN-70] stays for three seconds, unless it is told otherwise', () => {
    renderScreen(<Notifications />);
    act(() => {
      toast('info', 'Nothing to update');
      toast('error', 'Chart type not allowed', { ms: 5000 });
    });
    expect(timesOfToasts()).toEqual([3000, 5000]);
  });
});
