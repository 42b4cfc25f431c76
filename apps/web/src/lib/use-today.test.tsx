import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { useToday } from './use-today.ts';

function Today() {
  return <p>{useToday()}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T22:59:50Z') });
});

it('changes at midnight in Rome on a screen that is left open', () => {
  renderScreen(<Today />);
  expect(screen.getByText('2026-11-20')).toBeVisible();
  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.getByText('2026-11-21')).toBeVisible();
});

it('changes at once when a tab that slept over midnight is looked at', () => {
  renderScreen(<Today />);
  vi.setSystemTime('2026-11-21T08:00:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('2026-11-21')).toBeVisible();
});
