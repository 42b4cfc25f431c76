import type { Maintenance, Notification, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aGame } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { leadOf } from './components/named-games.tsx';
import { previewOf } from './components/notification-list.tsx';
import { dateLabel } from './date-label.ts';
import { NotificationsPage } from './pages/notifications-page.tsx';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const one = (id: number, extra: Partial<Notification> = {}): Notification => ({
  id,
  title: `Notice ${id}`,
  description: `About ${id}`,
  createdAt: '2026-11-20T10:00:00Z',
  seen: true,
  severity: 1,
  maintenanceId: null,
  path: null,
  confirmation: null,
  ...extra,
});

function Page({ maintenanceId }: { maintenanceId?: number | undefined }) {
  const [id, setId] = useState<number | undefined>();
  return <NotificationsPage chosenId={id} maintenanceId={maintenanceId} onChoose={setId} />;
}

const three = [one(1), one(2, { seen: false, severity: 4 }), one(3, { severity: 2 })];
const show = (
  answers: Record<string, unknown>,
  { role = 'integration_guest', maintenanceId }: { role?: Role; maintenanceId?: number } = {},
) => {
  const calls = answerCalls(answers);
  return { ...renderScreen(<Page maintenanceId={maintenanceId} />, { role }), calls };
};
const entries = () =>
  within(screen.getByRole('list', { name: 'Notifications, newest first' })).getAllByRole('button');

// Days of the fixtures are written down, so today is too.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] }));

describe('the text above a list of games', () => {
  const games = [
    aGame({ id: 1, name: 'Owl of Oakmere', sub_name: null }),
    aGame({ id: 2, name: 'Black Sun', sub_name: 'Relay' }),
  ];

  it.each([
    ['Not released yet: Owl of Oakmere and Black Sun - Relay.', 'Not released yet:'],
    ['Richiesti: Owl of Oakmere e Black Sun - Relay.', 'Richiesti:'],
    [
      'Requested: Owl of Oakmere, Black Sun - Relay. Please hurry.',
      'Requested: Owl of Oakmere, Black Sun - Relay. Please hurry.',
    ],
    ['Owl of Oakmere and Black Sun - Relay are new.', 'Owl of Oakmere and Black Sun - Relay are new.'],
  ])('of %j is %j', (text, lead) => {
    expect(leadOf(text, games)).toBe(lead);
  });

  it('is the whole text where it names none', () => {
    expect(leadOf('Nothing: here.', [])).toBe('Nothing: here.');
  });
});

describe('notifications', () => {
  it('[NOTIF-05][OPEN-54] leads to the ticket that it tells of, and nowhere without an address', async () => {
    const { user } = show(
      {
        listGames: { rows: [] },
        listNotifications: [
          one(1),
          one(2, { path: '/ticket/12' }),
          one(3, { path: '/catalog?search=Frost' }),
          one(4, { path: '/games?integration=2' }),
        ],
      },
      { role: 'ludus_admin' },
    );
    await user.click(await screen.findByRole('button', { name: /Notice 2/ }));
    expect(await screen.findByRole('link', { name: 'Open ticket' })).toHaveAttribute('href', '/ticket/12');
    await user.click(screen.getByRole('button', { name: /Notice 3/ }));
    expect(await screen.findByRole('link', { name: 'Open Catalog' })).toHaveAttribute(
      'href',
      '/catalog?search=Frost',
    );
    await user.click(screen.getByRole('button', { name: /Notice 4/ }));
    expect(await screen.findByRole('link', { name: 'Manage games' })).toHaveAttribute(
      'href',
      '/games?integration=2',
    );
    await user.click(screen.getByRole('button', { name: /Notice 1/ }));
    expect(await screen.findByRole('heading', { name: 'Notice 1' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
  });

  it.each([
    ['integration_guest', 0],
    ['integration_admin', 1],
  ] as const)('leads %s to an outage only where they may see it', async (role, links) => {
    show({ listNotifications: [one(1, { path: '/status?integration=1&outage=3' })] }, { role });
    expect(await screen.findByRole('heading', { name: 'Notice 1' })).toBeVisible();
    expect(screen.queryAllByRole('link')).toHaveLength(links);
  });

  // No style sheet is applied here: shell.spec.ts reads the weight in a browser.
  it('[NOTIF-03] marks the titles of the unseen for their bold style', async () => {
    show({ listNotifications: three });
    await screen.findByRole('button', { name: /Notice 3/ });
    const unseen = entries().map((entry) =>
      within(entry)
        .getByText(/^Notice/)
        .hasAttribute('data-unseen'),
    );
    expect(unseen).toEqual([false, true, false]);
  });

  it('[NOTIF-01][NOTIF-04] lists them newest first, the unseen marked, with their severity', async () => {
    show({ listNotifications: three });
    await screen.findByRole('button', { name: /Notice 3/ });
    expect(entries().map((entry) => within(entry).getByText(/Notice/).textContent)).toEqual([
      'Notice 3',
      'Notice 2',
      'Notice 1',
    ]);
    expect(entries().map((entry) => within(entry).queryByRole('img', { name: 'Unread' }) !== null)).toEqual([
      false,
      true,
      false,
    ]);
    // Most are of low severity: it is named where one is opened, so that those above it stand out.
    expect(entries().map((entry) => /Low|Medium|High|Critical/.exec(entry.textContent ?? '')?.[0])).toEqual([
      'Medium',
      'Critical',
      undefined,
    ]);
  });

  it('[NOTIF-04] names a low severity where the notification is open', async () => {
    show({ listNotifications: [one(1)] });
    expect(await screen.findByText('Low')).toBeVisible();
  });

  it('names a requested game once, with what else is known of it beneath', async () => {
    const titleDetail = (name: string) => ({
      code: 'notifications.namedGameRequested',
      values: { integration: 'Alpina', name },
    });
    const descriptionDetail = (name: string) => ({
      code: 'notifications.gamesRequestedText',
      values: { username: 'anna', integration: 'Alpina', names: name },
    });
    show(
      {
        listNotifications: [
          one(1, { titleDetail: titleDetail('Fox'), descriptionDetail: descriptionDetail('Fox') }),
          one(2, {
            titleDetail: titleDetail('Sky - Blue'),
            descriptionDetail: descriptionDetail('Sky - Blue'),
          }),
        ],
        listGames: {
          rows: [
            aGame({ id: 8, name: 'Sky', sub_name: 'Blue', release_date: '2025-06-12' }),
            aGame({ id: 9, name: 'Fox', sub_name: null, release_date: null }),
          ],
        },
      },
      { role: 'ludus_admin' },
    );
    expect(await screen.findByText('Blue · by anna · released Jun 2025')).toBeVisible();
    expect(entries()[0]).toHaveTextContent(/^Alpina requested Sky20 NovBlue · by anna · released Jun 2025$/);
    expect(entries()[1]).toHaveTextContent(/^Alpina requested Fox20 Novby anna$/);
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
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull());
    expect(screen.getByText('All read')).toBeTruthy();
  });

  it('[NOTIF-05][NOTIF-07] opens with the newest one, which stays unread until it is chosen', async () => {
    const newest = one(3, { seen: false });
    const { user, calls } = show({
      listNotifications: [one(2), newest],
      updateNotification: { ...newest, seen: true },
    });
    expect(await screen.findByRole('heading', { level: 2, name: 'Notice 3' })).toBeVisible();
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listNotifications']);
    await user.click(screen.getByRole('button', { name: /Notice 3/ }));
    await waitFor(() => expect(calls.at(-1)?.path).toMatch(/\/notifications\/update\/3$/));
  });

  it('marks all as read up to the newest one, at once, and has no button where all are', async () => {
    const { user, calls } = show({ listNotifications: three, markNotificationsSeen: null });
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unread' })).toBeNull());
    const sent = calls.find(({ endpoint }) => endpoint === 'markNotificationsSeen');
    expect(sent).toMatchObject({ path: '/api/notifications/seen', body: { upTo: 3 } });
    expect(screen.getByText('All read')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('shows only the unread ones, and keeps what is open among them', async () => {
    const { user } = show({
      listNotifications: three,
      updateNotification: { ...three[1], seen: true },
    });
    await screen.findByRole('button', { name: /Notice 3/ });
    await user.click(screen.getByRole('radio', { name: 'Unread' }));
    expect(entries().map(({ textContent }) => /Notice \d/.exec(textContent ?? '')?.[0])).toEqual([
      'Notice 2',
    ]);
    await user.click(screen.getByRole('button', { name: /Notice 2/ }));
    expect(screen.getByRole('heading', { level: 2, name: 'Notice 2' })).toBeVisible();
    expect(entries()).toHaveLength(1);
  });

  it('leaves out of the list what its title has just said', () => {
    expect(previewOf(one(1, { description: 'Requested: Sky and Fox.' }))).toBe('Sky and Fox.');
    expect(previewOf(one(1, { description: 'Giochi richiesti: Sky e Fox.' }))).toBe('Sky e Fox.');
    expect(previewOf(one(1, { description: 'Not released yet: Sky.' }))).toBe('Not released yet: Sky.');
    expect(previewOf(one(1, { description: 'alpina.guest withdrew it.' }))).toBe('alpina.guest withdrew it.');
    expect(previewOf(one(1, { description: 'At 10:30: nothing.' }))).toBe('At 10:30: nothing.');
    const written = { description: 'Database upgrade: no game opens.', maintenanceId: 4 };
    expect(previewOf(one(1, written))).toBe('Database upgrade: no game opens.');
  });

  it('leads staff of the provider to each game that it names', async () => {
    const games = [
      aGame({ id: 7, name: 'Fox', sub_name: null }),
      aGame({ id: 8, name: 'Ember Fox', sub_name: null }),
      aGame({ id: 9, name: 'Sky', sub_name: null }),
    ];
    show(
      {
        listNotifications: [one(1, { description: 'anna of Alpina requested: Sky and Ember Fox.' })],
        listGames: { rows: games },
      },
      { role: 'ludus_admin' },
    );
    const named = within(await screen.findByRole('list', { name: 'Games' }));
    expect(named.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/game/9',
      '/game/8',
    ]);
  });

  it('leads from the answer to a request to the request and to the game', async () => {
    const titleDetail = { code: 'notifications.requestGranted', values: { name: 'Fox', gameId: 7 } };
    show(
      { listNotifications: [one(1, { titleDetail, path: '/requests?id=3' })] },
      { role: 'integration_admin' },
    );
    expect(await screen.findByRole('link', { name: 'Open game' })).toHaveAttribute('href', '/game/7');
    expect(screen.getByRole('link', { name: 'Open requests' })).toHaveAttribute('href', '/requests?id=3');
  });

  it('asks once to mark one as seen, also when that is refused', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user, calls } = show({ listNotifications: three, updateNotification: new Refusal(500) });
    await user.click(await screen.findByRole('button', { name: /Notice 2/ }));
    const count = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).length;
    await waitFor(() => expect(count('listNotifications')).toBe(2));
    expect(await screen.findByRole('img', { name: 'Unread' })).toBeTruthy();
    expect(count('updateNotification')).toBe(1);
    log.mockRestore();
  });

  it('[NOTIF-05] covers the list on a phone and has a Back button', async () => {
    setViewport(390);
    const { user } = show({ listNotifications: three });
    await user.click(await screen.findByRole('button', { name: /Notice 1/ }));
    expect(screen.queryByRole('list')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(entries()).toHaveLength(3);
  });

  it('goes through the list with the arrow keys, Home and End, and opens with Enter; Tab stops once', async () => {
    const { user } = show({ listNotifications: three });
    await screen.findByRole('button', { name: /Notice 3/ });
    const focused = () => /Notice \d/.exec(document.activeElement?.textContent ?? '')?.[0];
    const stops = () => entries().filter((entry) => entry.tabIndex === 0).length;
    expect(stops()).toBe(1);
    // The two buttons in the head and the filter come first.
    await user.tab();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(focused()).toBe('Notice 3');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Notice 1');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Notice 1');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Notice 3');
    await user.keyboard('{End}{Enter}');
    expect(screen.getByRole('heading', { level: 2, name: 'Notice 1' })).toBeTruthy();
    expect(stops()).toBe(1);
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
    expect(dateLabel('2025-12-31T22:00:00Z', 'en', now)).toBe('31 Dec 2025');
  });
});

describe('the calendar of maintenances', () => {
  it('has an address that is shown once, renewed after a question, and revoked', async () => {
    let createdAt: string | null = null;
    const { user, calls } = show({
      listNotifications: [],
      getCalendarFeed: () => ({ createdAt }),
      renewCalendarFeed: () => {
        createdAt = '2026-11-20T10:00:00Z';
        return { createdAt, url: `https://hub.example/calendar/maintenances.ics?key=secret` };
      },
      revokeCalendarFeed: () => {
        createdAt = null;
        return null;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Calendar' }));
    await user.click(await screen.findByRole('button', { name: 'Create address' }));
    expect(await screen.findByText(/maintenances\.ics\?key=secret$/)).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === 'renewCalendarFeed')?.body).toEqual({ language: 'en' });
    await user.click(await screen.findByRole('button', { name: 'Revoke address' }));
    const asked = await screen.findByRole('dialog', { name: 'Revoke the calendar address?' });
    await user.click(within(asked).getByRole('button', { name: 'Revoke address' }));
    expect(await screen.findByRole('button', { name: 'Create address' })).toBeVisible();
    expect(screen.queryByText(/key=secret/)).toBeNull();
  });
});

const maintenance = (confirmed: boolean | null, extra: Partial<Maintenance> = {}): Maintenance => ({
  id: 7,
  date: '2026-12-04T23:00:00Z',
  endsAt: '2026-12-05T23:00:00Z',
  isEndAssumed: true,
  kind: 'planned',
  services: [],
  games: [],
  cancelledAt: null,
  cancelReason: null,
  description: 'Release of new games',
  severity: 3,
  createdAt: '2026-11-20T10:00:00Z',
  changedAt: null,
  sequence: 0,
  integrations: [
    {
      id: 1,
      name: 'Alpina',
      maintenance_integrations: { confirmed, answeredAt: null, answeredBy: null, reason: null },
    },
  ],
  ...extra,
});
const about = one(5, { title: 'Maintenance on 5 December 2026', severity: 3, maintenanceId: 7 });

describe('a maintenance among the notifications', () => {
  const open = async (answers: Record<string, unknown>, role: Role = 'integration_admin') => {
    const shown = show({ listNotifications: [one(4), about], ...answers }, { role });
    await shown.user.click(await screen.findByRole('button', { name: /Maintenance on/ }));
    await screen.findByText('Maintenance date');
    return shown;
  };
  const question = () => screen.queryByRole('group', { name: 'Confirm availability?' });

  it('[NOTIF-08] shows its title, its date in Rome and its severity', async () => {
    await open({ getMaintenance: maintenance(null) });
    expect(screen.getByRole('heading', { level: 2, name: 'Maintenance on 5 December 2026' })).toBeTruthy();
    expect(screen.getByText('Saturday 5 December 2026')).toBeTruthy();
    expect(screen.getAllByText('High').length).toBeGreaterThan(1);
  });

  it('[NOTIF-10][NOTIF-11][NOTIF-09] asks for the availability, and Yes confirms it', async () => {
    let confirmed: boolean | null = null;
    const { user, calls } = await open({
      getMaintenance: () => maintenance(confirmed),
      updateNotification: ({ body }: { body: { confirmation: boolean } }) => {
        confirmed = body.confirmation;
        return { ...about, confirmation: confirmed };
      },
    });
    expect(question()).toHaveAccessibleDescription(
      /^With No, you say why, and Ludus sees that you are not available\./,
    );
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Availability confirmed')).toBeTruthy();
    expect(question()).toBeNull();
    // The button is gone; whoever uses the keyboard is where it was.
    await waitFor(() => expect(screen.getByText('Availability confirmed')).toHaveFocus());
    const sent = calls.find((call) => call.endpoint === 'updateNotification');
    expect([sent?.path, sent?.body]).toEqual(['/api/notifications/update/5', { confirmation: true }]);
  });

  it('[OPEN-53] keeps the question after No, which can become Yes', async () => {
    let confirmed: boolean | null = null;
    const { user } = await open({
      getMaintenance: () => maintenance(confirmed),
      updateNotification: ({ body }: { body: { confirmation: boolean } }) => {
        confirmed = body.confirmation;
        return { ...about, confirmation: confirmed };
      },
    });
    await user.click(screen.getByRole('button', { name: 'No' }));
    await user.type(screen.getByRole('textbox', { name: 'Why are you not available?' }), 'No staff');
    await user.click(screen.getByRole('button', { name: 'Send No' }));
    expect(await screen.findByText('Not available')).toBeTruthy();
    const no = screen.getByRole('button', { name: 'No', pressed: true });
    await waitFor(() => expect(no).toHaveFocus());
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('data-variant', 'default');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Availability confirmed')).toBeTruthy();
  });

  it('[NOTIF-11] sends No with its reason only, which is asked for first', async () => {
    const { user, calls } = await open({
      getMaintenance: maintenance(null),
      updateNotification: { ...about, confirmation: false },
    });
    await user.click(screen.getByRole('button', { name: 'No' }));
    const why = screen.getByRole('textbox', { name: 'Why are you not available?' });
    expect(why).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Send No' }));
    expect(why).toBeInvalid();
    expect(screen.getByText('Say why, in a few words.')).toBeTruthy();
    const sent = () => calls.filter((call) => call.endpoint === 'updateNotification').map(({ body }) => body);
    expect(sent()).toEqual([]);
    await user.type(why, 'No staff');
    await user.click(screen.getByRole('button', { name: 'Send No' }));
    await waitFor(() => expect(sent()).toEqual([{ confirmation: false, reason: 'No staff' }]));
  });

  it('[NOTIF-11] changes the reason of a No that was sent', async () => {
    const { user, calls } = await open({
      getMaintenance: maintenance(false),
      updateNotification: { ...about, confirmation: false },
    });
    // What was sent stands there; the form is opened by whoever wants to change it.
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add reason' }));
    const send = screen.getByRole('button', { name: 'Send reason' });
    expect(send).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Why are you not available?' }), 'No staff');
    await user.click(send);
    await waitFor(() =>
      expect(calls.find((call) => call.endpoint === 'updateNotification')?.body).toEqual({
        confirmation: false,
        reason: 'No staff',
      }),
    );
  });

  it('asks nothing about one that was cancelled or is over, and says why it was cancelled', async () => {
    const { unmount } = await open({
      getMaintenance: maintenance(null, {
        cancelledAt: '2026-11-21T10:00:00Z',
        cancelReason: 'The vendor postponed it',
      }),
    });
    expect(screen.getByText('This maintenance was cancelled: The vendor postponed it')).toBeTruthy();
    expect(question()).toBeNull();
    unmount();
    await open({ getMaintenance: maintenance(null, { endsAt: '2020-01-01T00:00:00Z' }) });
    expect(question()).toBeNull();
  });

  it.each([
    ['an emergency', { kind: 'emergency' as const }],
    ['one that runs', { date: '2020-01-01T00:00:00Z', endsAt: '2999-01-01T00:00:00Z' }],
  ])('informs of %s, and asks nothing', async (_, part) => {
    await open({ getMaintenance: maintenance(null, part) });
    expect(screen.getByText('For your information: no confirmation is needed.')).toBeVisible();
    expect(question()).toBeNull();
  });

  it('names the services and games that are affected, and says All where none is named', async () => {
    const { unmount } = await open({
      getMaintenance: maintenance(null, { services: ['play', 'launch'], games: [{ id: 7, name: 'Fox' }] }),
    });
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect([fact('Affected services'), fact('Affected games')]).toEqual(['Play, Launch', 'Fox']);
    unmount();
    await open({ getMaintenance: maintenance(null) });
    expect([fact('Affected services'), fact('Affected games')]).toEqual(['All', 'All']);
  });

  it('leads from the notice of before to the one that moved it, which has the question', async () => {
    const moved = one(6, {
      title: 'The maintenance on 5 December 2026 was moved',
      titleDetail: {
        code: 'notifications.maintenanceMoved',
        values: { day: { code: 'notifications.day12', values: { day: '5', year: '2026' } } },
      },
      maintenanceId: 7,
    });
    const { user } = show(
      { listNotifications: [about, moved], getMaintenance: maintenance(null) },
      { role: 'integration_admin' },
    );
    const old = await screen.findByRole('button', { name: /Moved: Maintenance on 5 December 2026/ });
    await waitFor(() => expect(question()).toBeVisible());
    await user.click(old);
    expect(await screen.findByText(/^This maintenance was moved\./)).toBeVisible();
    expect(question()).toBeNull();
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/notifications?id=6');
  });

  it('[NOTIF-10] offers no choice for severity 4, and none to staff of the provider', async () => {
    const { unmount } = await open({ getMaintenance: maintenance(null, { severity: 4 }) });
    expect(question()).toBeNull();
    unmount();
    await open({ getMaintenance: maintenance(null) }, 'ludus_admin');
    expect(question()).toBeNull();
    expect(screen.queryByText('Availability confirmed')).toBeNull();
  });

  it('keeps the question and says so when the answer is refused', async () => {
    const { user } = await open({
      getMaintenance: maintenance(null),
      updateNotification: new Refusal(500),
    });
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('error', 'Something went wrong'));
    expect(question()).toBeTruthy();
  });

  it('is opened by the link of an email, which knows the maintenance alone', async () => {
    show(
      { listNotifications: [about, one(6)], getMaintenance: maintenance(null) },
      { role: 'integration_admin', maintenanceId: 7 },
    );
    expect(await screen.findByText('Confirm availability?')).toBeTruthy();
  });

  it('says so when the maintenance is gone, and offers to read again when it could not be read', async () => {
    const shown = show(
      { listNotifications: [about], getMaintenance: new Refusal(404, 'x', { code: 'not_found' }) },
      { maintenanceId: 7 },
    );
    expect(await screen.findByText('This maintenance no longer exists.')).toBeTruthy();
    shown.unmount();
    show({ listNotifications: [about], getMaintenance: new Refusal(500) }, { maintenanceId: 7 });
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy();
  });
});
