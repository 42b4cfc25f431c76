import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { ratingDots } from '../display/brand-mark.tsx';
import { DateTime } from '../display/date-time.tsx';
import { Hints } from '../hints.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { ConfirmModal } from '../overlay/confirm-modal.tsx';
import { ErrorState } from './states.tsx';

describe('states and small parts', () => {
  it('[OPEN-62][OPEN-64] a failure says so, offers Reload and asks to try again', async () => {
    const onReload = vi.fn();
    const { user } = renderScreen(<ErrorState onReload={onReload} filtersKept code="H-4F2A" />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Error trying to connect to the server.');
    expect(alert.textContent).toContain('Reload page to try again.');
    expect(alert.textContent).toContain('H-4F2A');
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('without a connection a failure says that it passes by itself, and offers nothing to press', () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderScreen(<ErrorState text="Server error, reload to try again" code="H-4F2A" onReload={() => {}} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent?.trim()).toBe(
      'Connection lostThis comes back by itself once you are online again.',
    );
    expect(screen.queryByRole('button')).toBeNull();
    isOnline.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(alert.textContent).toContain('Server error, reload to try again');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    isOnline.mockRestore();
  });

  it('[OPEN-62] a failure takes the text of its area', () => {
    renderScreen(<ErrorState text="Server error, reload to try again" onReload={() => {}} />);
    expect(screen.getByRole('alert').textContent).toContain('Server error, reload to try again');
  });

  it('a page has one h1, which is also the document title', () => {
    renderScreen(<PageHeader title="Sessions List" context="48.213 sessions" />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sessions List');
    expect(document.title).toBe('Sessions List · Ludus Hub');
  });

  it('a confirmation names the object, and Cancel changes nothing', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const { user } = renderScreen(
      <ConfirmModal
        opened
        danger
        title="Close session 7?"
        confirmLabel="Close session"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        The player is sent out.
      </ConfirmModal>,
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Close session' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('[OPEN-97] an instant is shown in Rome; its tooltip names the zone and the viewer’s own time', async () => {
    const { user } = renderScreen(
      <>
        <DateTime value="2026-11-20T13:32:07Z" />
        <Hints />
      </>,
    );
    const time = screen.getByText('20/11/2026, 14:32:07');
    expect(time.getAttribute('datetime')).toBe('2026-11-20T13:32:07.000Z');
    await user.hover(time);
    const tooltip = await screen.findByRole('tooltip');
    expect(tooltip.textContent).toContain('Europe/Rome');
    expect(tooltip.textContent).toContain('Your time: 20/11/2026, 08:32:07 (America/New_York)');
  });

  it('[CAT-16] volatility is two points per dot, with a half dot for odd values', () => {
    expect(ratingDots(7)).toEqual(['full', 'full', 'full', 'half', 'empty']);
    expect(ratingDots(0)).toEqual(['empty', 'empty', 'empty', 'empty', 'empty']);
    expect(ratingDots(10)).toEqual(['full', 'full', 'full', 'full', 'full']);
  });
});
