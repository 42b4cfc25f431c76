import type { Notification } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { dateLabel } from './date-label.ts';
import { NotificationsPage } from './pages/notifications-page.tsx';

const one = (id: number, extra: Partial<Notification> = {}): Notification => ({
  id,
  title: `Notice ${id}`,
  description: `About ${id}`,
  createdAt: '2026-11-20T10:00:00Z',
  seen: true,
  severity: 1,
  maintenanceId: null,
  confirmation: null,
  ...extra,
});

function Page() {
  const [id, setId] = useState<number | undefined>();
  return <NotificationsPage chosenId={id} onChoose={setId} />;
}

const three = [one(1), one(2, { seen: false, severity: 4 }), one(3, { severity: 2 })];
const show = (answers: Record<string, unknown>) => {
  const calls = answerCalls(answers);
  return { ...renderScreen(<Page />, { role: 'integration_guest' }), calls };
};
const entries = () => within(screen.getByRole('list')).getAllByRole('button');

describe('notifications', () => {
  it('[NOTIF-01][NOTIF-03][NOTIF-04] lists them newest first, the unseen marked, with their severity', async () => {
    show({ listNotifications: three });
    await screen.findByText('Notice 3');
    expect(entries().map((entry) => within(entry).getByText(/Notice/).textContent)).toEqual([
      'Notice 3',
      'Notice 2',
      'Notice 1',
    ]);
    expect(entries().map((entry) => within(entry).queryByRole('img', { name: 'Unseen' }) !== null)).toEqual([
      false,
      true,
      false,
    ]);
    expect(entries().map((entry) => /Low|Medium|High|Critical/.exec(entry.textContent ?? '')?.[0])).toEqual([
      'Medium',
      'Critical',
      'Low',
    ]);
  });

  it('[NOTIF-05][NOTIF-07] opens one beside the list and marks it as seen', async () => {
    const { user, calls } = show({
      listNotifications: three,
      updateNotification: { ...three[1], seen: true },
    });
    await user.click(await screen.findByRole('button', { name: /Notice 2/ }));
    expect(screen.getByRole('heading', { level: 2, name: 'Notice 2' })).toBeTruthy();
    await waitFor(() => expect(calls.at(-1)?.endpoint).toBe('updateNotification'));
    expect(calls.at(-1)?.path).toMatch(/\/notifications\/update\/2$/);
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unseen' })).toBeNull());
    expect(screen.getByText('All seen')).toBeTruthy();
  });

  it('asks once to mark one as seen, also when that is refused', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user, calls } = show({ listNotifications: three, updateNotification: new Refusal(500) });
    await user.click(await screen.findByRole('button', { name: /Notice 2/ }));
    const count = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).length;
    await waitFor(() => expect(count('listNotifications')).toBe(2));
    expect(await screen.findByRole('img', { name: 'Unseen' })).toBeTruthy();
    expect(count('updateNotification')).toBe(1);
    warn.mockRestore();
  });

  it('[NOTIF-05] covers the list on a phone and has a Back button', async () => {
    setViewport(390);
    const { user } = show({ listNotifications: three });
    await user.click(await screen.findByRole('button', { name: /Notice 1/ }));
    expect(screen.queryByRole('list')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(entries()).toHaveLength(3);
  });

  it('[NOTIF-06][ERR-068] says so when there are none', async () => {
    show({ listNotifications: [] });
    expect(await screen.findByText('Nothing to show')).toBeTruthy();
  });

  it('[ERR-032] shows a failed read as a failure', async () => {
    show({ listNotifications: new Refusal(500) });
    expect((await screen.findByRole('alert')).textContent).toContain('Server error, reload to try again');
  });

  it('[NOTIF-02] dates by the calendar of Rome: time today, month and day this year, else the full date', () => {
    const now = new Date('2026-11-20T13:00:00Z');
    expect(dateLabel('2026-11-20T10:05:00Z', 'en', now)).toBe('11:05');
    expect(dateLabel('2026-11-19T23:30:00Z', 'en', now)).toBe('00:30');
    expect(dateLabel('2026-03-02T10:00:00Z', 'en', now)).toBe('2 Mar');
    expect(dateLabel('2025-12-31T22:00:00Z', 'en', now)).toBe('31/12/2025');
  });
});
