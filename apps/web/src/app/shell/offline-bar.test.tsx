import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { OfflineBar } from './offline-bar.tsx';

function connection(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}

describe('the bar of a lost connection', () => {
  afterEach(() => vi.restoreAllMocks());

  it('comes when the connection is lost, and goes when it is back', () => {
    renderScreen(<OfflineBar />);
    expect(screen.queryByRole('status')).toBeNull();
    connection(false);
    expect(screen.getByRole('status')).toHaveTextContent("You're offline. Data may be out of date.");
    connection(true);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is there from the first moment when there was no connection before', () => {
    connection(false);
    renderScreen(<OfflineBar />);
    expect(screen.getByRole('status')).toBeVisible();
  });
});
