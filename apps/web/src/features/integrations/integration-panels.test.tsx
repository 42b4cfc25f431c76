import {
  type Coverage,
  decodeStatisticsParameter,
  type IntegrationDetail,
  type StatisticsRequest,
} from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { Refusal } from '../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../test/coverage.ts';
import { catalogue, panel, renderDetail, sessionsOf } from '../../test/integration-screen.tsx';
import { aDetail, aLinked } from '../../test/integrations.ts';
import { aGame, someStatistics, someTotals } from '../../test/sessions.ts';

// Days of the fixtures are written down, so today is too.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-26T11:00:00Z'), toFake: ['Date'] }));

beforeEach(() => notifications.clean());

type StatisticsCalls = readonly { query: Record<string, string> }[];
const requestOf = ({ query }: { query: Record<string, string> }) =>
  decodeStatisticsParameter(query.a ?? '') as StatisticsRequest;
/** What the panel asks for its count; the gross win of yesterday is asked for in real money only. */
const countedSessions = (calls: StatisticsCalls) =>
  calls.map(requestOf).find(({ sessionTypeId }) => sessionTypeId === null);

type Announced = NonNullable<IntegrationDetail['maintenances']>[number];

describe('integration: lists and sessions', () => {
  it('[INT-22] lists operators by name, users by username, and counts them', async () => {
    renderDetail();
    expect(within(await panel('Operators')).getByText('Vetta Gioco')).toBeVisible();
    expect(within(await panel('Users')).getByText('alpina.admin')).toBeVisible();
    expect(within(await panel('Games')).getByText('Wolves of Skadi')).toBeVisible();
  });

  it('[INT-22] has the whole address of a user, to be copied', async () => {
    const email = 'a.very.long.name.of.a.person@operations.alpina.example';
    const { user } = renderDetail({
      getIntegration: aDetail({
        users: [
          { username: 'anna', email },
          { username: 'bruno', email: null },
        ],
      }),
    });
    const users = await panel('Users');
    expect(within(users).getByText(email)).toHaveAttribute('title', email);
    await user.click(within(users).getByRole('button', { name: 'Copy email of anna' }));
    expect(await screen.findByText('Email copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(email);
    expect(within(users).queryByRole('button', { name: 'Copy email of bruno' })).toBeNull();
  });

  it('[INT-22][ERR-068] says "Empty" where there is nothing', async () => {
    renderDetail({ getIntegration: aDetail({ operators: [], users: [], games: [], maintenances: [] }) });
    for (const name of ['Operators', 'Users', 'Maintenances'])
      expect(within(await panel(name)).getByText('Empty')).toBeVisible();
    // Active and Available.
    expect(within(await panel('Games')).getAllByText('Empty')).toHaveLength(2);
  });

  it('[INT-22] searches a long list', async () => {
    const operators = Array.from({ length: 40 }, (_unused, index) => ({
      id: index + 1,
      name: `Operator ${index + 1}`,
      code: `o${index}`,
      platformId: null,
    }));
    const { user } = renderDetail({ getIntegration: aDetail({ operators }) });
    const list = await panel('Operators');
    expect(within(list).getByText('40')).toBeVisible();
    await user.type(within(list).getByLabelText('Search operators'), 'operator 39');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Operator 39']);
  });

  it('marks a list that goes on below its edge', async () => {
    const games = Array.from({ length: 48 }, (_unused, index) => aLinked(index + 1, `Game ${index + 1}`));
    renderDetail({ getIntegration: aDetail({ games }) });
    expect((await panel('Games')).querySelector('[data-more]')).not.toBeNull();
    expect((await panel('Operators')).querySelector('[data-more]')).toBeNull();
  });

  it('lists the next maintenance first, and those that are over apart', async () => {
    const on = (id: number, day: number) => ({
      id,
      date: `${addDays(today(), day)}T12:00:00.000Z`,
      description: `Maintenance ${id}`,
      severity: 1,
      kind: 'planned' as const,
      state: 'announced' as const,
      confirmed: null,
    });
    const maintenances = [on(1, 9), on(2, 5), on(3, 0), on(4, -3), on(5, -1)];
    renderDetail({ getIntegration: aDetail({ maintenances }) });
    const items = within(await panel('Maintenances')).getAllByRole('listitem');
    expect(items.map((item) => /Maintenance \d|Past/.exec(item.textContent ?? '')?.[0])).toEqual([
      'Maintenance 3',
      'Maintenance 2',
      'Maintenance 1',
      'Past',
      'Maintenance 5',
      'Maintenance 4',
    ]);
    expect(screen.getByRole('heading', { level: 3, name: 'Past' })).toBeVisible();
  });

  it('says of maintenances that wait for no answer why, and puts those that end apart', async () => {
    const on = (id: number, part: Partial<Announced>): Announced => ({
      id,
      date: `${addDays(today(), 3)}T12:00:00.000Z`,
      description: `Maintenance ${id}`,
      severity: 3,
      kind: 'planned',
      state: 'announced',
      confirmed: null,
      ...part,
    });
    const maintenances = [
      on(1, { state: 'cancelled' }),
      on(2, { kind: 'emergency', state: 'over', date: `${today()}T00:00:00.000Z` }),
      on(3, { kind: 'emergency' }),
      on(4, {}),
    ];
    renderDetail({ getIntegration: aDetail({ maintenances }) });
    const items = within(await panel('Maintenances')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent?.replace(/\d\d\/.*/, ''))).toEqual([
      'HighMaintenance 3No answer needed',
      'HighMaintenance 4No answer yet',
      'Past',
      'HighMaintenance 1Cancelled',
      'HighMaintenance 2Over',
    ]);
  });

  it('lists the maintenances it was told of with its answers', async () => {
    const maintenances = [
      {
        id: 4,
        date: '2026-12-08T02:00:00.000Z',
        description: 'Database upgrade',
        severity: 2,
        kind: 'planned' as const,
        state: 'confirmed' as const,
        confirmed: true,
      },
      {
        id: 5,
        date: '2026-12-09T02:00:00.000Z',
        description: 'New network',
        severity: 3,
        kind: 'planned' as const,
        state: 'announced' as const,
        confirmed: null,
      },
    ];
    renderDetail({ getIntegration: aDetail({ maintenances }) });
    const list = await panel('Maintenances');
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toBe('MediumDatabase upgradeAvailability confirmed08/12/2026');
    expect(second?.textContent).toContain('No answer yet');
  });

  it('[INT-23][INT-24] counts the sessions of today in Rome, per game most first', async () => {
    const { named } = renderDetail();
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText('1.234')).toBeVisible();
    expect(
      within(sessions)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Wolves of Skadi1.034', 'Jade Lantern200']);
    expect(countedSessions(named('getStatistics'))).toMatchObject({
      from: today(),
      to: today(),
      sessionTypeId: null,
      integrations: [3],
    });
  });

  it('[INT-23] asks for the day of the URL, and for a picked one only on submit', async () => {
    const day = addDays(today(), -40);
    const { user, named, onSearch } = renderDetail({}, { day });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText('1.234')).toBeVisible();
    expect(countedSessions(named('getStatistics'))).toMatchObject({
      from: day,
      to: day,
    });
    await user.click(within(sessions).getByRole('button', { name: /^Day: / }));
    const calendar = await screen.findByRole('table');
    const other = within(calendar)
      .getAllByRole('button')
      .find(
        (button) => !(button as HTMLButtonElement).disabled && button.getAttribute('data-selected') === null,
      );
    await user.click(other as HTMLElement);
    expect(onSearch).not.toHaveBeenCalled();
    await user.click(within(sessions).getByRole('button', { name: 'Submit' }));
    expect(onSearch).toHaveBeenCalledTimes(1);
    expect(onSearch.mock.calls[0]?.[0].day).not.toBe(day);
  });

  it('says how complete the figures of that day are', async () => {
    const rows = [anIntegrationCoverage({ integrationName: 'Alpina', state: 'neverFetched', asOf: null })];
    const { named } = renderDetail({ getCoverage: aCoverage({ integrations: rows }) }, { day: '2026-11-02' });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByRole('button', { name: /Alpina not fetched yet/ })).toBeVisible();
    const [asked] = named('getCoverage');
    expect(asked?.query).toEqual({ from: '2026-11-02', to: '2026-11-02', integrations: '3' });
  });

  it('[INT-25] leads to the sessions of that day', async () => {
    const { user, onManageSessions } = renderDetail({}, { day: '2026-11-02' });
    await user.click(await screen.findByRole('button', { name: 'Manage sessions' }));
    expect(onManageSessions).toHaveBeenCalledWith('2026-11-02');
  });

  it('[INT-24] shows a failed count as a failure, never as zero, and the rest of the page', async () => {
    renderDetail({ getStatistics: new Refusal(500) });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText('Server error, reload to try again')).toBeVisible();
    expect(within(sessions).queryByText('0')).toBeNull();
    expect(within(await panel('Games')).getByText('Wolves of Skadi')).toBeVisible();
  });

  it('[INT-24] says that a day has none, and leads to the day before', async () => {
    const { user, onSearch } = renderDetail({ getStatistics: sessionsOf(0, []) }, { day: '2026-11-02' });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText('No sessions found')).toBeVisible();
    await user.click(within(sessions).getByRole('button', { name: '01/11/2026' }));
    expect(onSearch).toHaveBeenCalledWith({ day: '2026-11-01' });
  });
});

describe('integration: gross win of yesterday', () => {
  const asked = ['2026-11-25', '2026-11-18'] as const;
  const midnight = (day: string) => new Date(`${day}T00:00:00+01:00`).toISOString();

  /** Statistics of the two days, on 25 and 18 November. */
  const showDays = (yesterday: number, before: number, part: Partial<Coverage> = {}) =>
    renderDetail({
      getStatistics: (call: StatisticsCalls[number]) => {
        const { from, sessionTypeId } = requestOf(call);
        if (sessionTypeId === null) return sessionsOf(1234, []);
        const isYesterday = from === asked[0];
        const day = isYesterday ? asked[0] : asked[1];
        return {
          ...someStatistics(),
          grandTotals: someTotals({ grosswin: isYesterday ? yesterday : before }),
          coverage: {
            ...someStatistics().coverage,
            from: midnight(day),
            to: midnight(addDays(day, 1)),
            asOf: '2026-11-26T01:52:00.000Z',
            notFetched: 0,
            ...part,
          },
        };
      },
    });
  const line = async () => (await screen.findByText('Gross win yesterday')).parentElement as HTMLElement;

  it('is compared with the same weekday of the week before, as on the dashboard', async () => {
    const { named } = showDays(1_240, 1_000);
    expect(await line()).toHaveTextContent(
      'Gross win yesterday1.240,00 €+24,0%+24,0% gross win compared with Wednesday of the week before: 18/11/2026 00:00 – 19/11/2026 00:00vs 18 Nov',
    );
    const requests = named('getStatistics')
      .map(requestOf)
      .filter(({ sessionTypeId }) => sessionTypeId === 1);
    expect(requests.map(({ from, to, integrations }) => [from, to, integrations])).toEqual([
      [asked[0], asked[0], [3]],
      [asked[1], asked[1], [3]],
    ]);
  });

  it('is compared in euro where a percentage would be noise', async () => {
    showDays(120.5, 0);
    expect(await line()).toHaveTextContent('120,50 €+120,50 €');
  });

  it('is not compared while a part of yesterday is not fetched', async () => {
    showDays(500, 1_000, { asOf: '2026-11-25T22:30:00.000Z' });
    expect(await line()).toHaveTextContent(/^Gross win yesterday500,00 €$/);
  });

  it('is a dash, never zero, while nothing of yesterday is fetched', async () => {
    showDays(0, 1_000, { asOf: '2026-11-24T20:00:00.000Z' });
    expect(await line()).toHaveTextContent(/^Gross win yesterday–$/);
  });

  it('says that it could not be loaded, and keeps the count of sessions', async () => {
    renderDetail({
      getStatistics: (call: StatisticsCalls[number]) =>
        requestOf(call).sessionTypeId === null ? sessionsOf(1234, []) : new Refusal(500),
    });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText("Couldn't load the gross win of yesterday.")).toBeVisible();
    expect(await within(sessions).findByText('1.234')).toBeVisible();
    expect(within(sessions).queryByText(/€/)).toBeNull();
  });
});

describe('integration: games', () => {
  const start = async (answers: Record<string, unknown> = {}) => {
    const view = renderDetail({
      setIntegrationGames: { rows: [aLinked(1, 'Wolves of Skadi', true), aLinked(5, 'Nova Drifter')] },
      announceNewGames: { message: 'sent' },
      ...answers,
    });
    const games = await panel('Games');
    await view.user.click(within(games).getByRole('button', { name: 'Edit games' }));
    await within(games).findByRole('button', { name: 'Add Nova Drifter' });
    return {
      ...view,
      games,
      press: (name: string) => view.user.click(within(games).getByRole('button', { name })),
    };
  };

  it('[INT-26] shows what it plays and what it sees apart', async () => {
    renderDetail();
    const games = await panel('Games');
    expect(within(games).getByText('1 active of 2')).toBeVisible();
    expect(
      within(games)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Active 1', 'Wolves of Skadi', 'Available 1', 'Jade Lantern']);
  });

  it('[INT-26] counts and marks games in development apart, as the catalogue does', async () => {
    const games = [
      aLinked(1, 'Wolves of Skadi', true),
      aLinked(2, 'Jade Lantern'),
      { ...aLinked(5, 'Nova Drifter'), isDev: true },
      { ...aLinked(6, 'Abyss Regalia', true), isDev: true },
    ];
    const { user } = renderDetail({ getIntegration: aDetail({ games }) });
    const list = await panel('Games');
    const count = within(list).getByText('1 active of 4');
    expect(count).toHaveAttribute('title', '1 active, 1 available, 2 in dev');
    const items = within(list).getAllByRole('listitem');
    expect(items.slice(-3).map((item) => item.textContent)).toEqual([
      'In dev 2',
      'Abyss RegaliaActive',
      'Nova DrifterAvailable',
    ]);
    await user.click(within(list).getByRole('button', { name: 'Edit games' }));
    expect(await within(list).findByRole('button', { name: 'Remove Nova Drifter' })).toBeVisible();
  });

  it('lists the games of the Catalog that it does not see in their place, when asked to, each leading to its page', async () => {
    const { user, onSearch, show } = renderDetail();
    const games = await panel('Games');
    expect(within(games).queryByText('Nova Drifter')).toBeNull();
    await user.click(await within(games).findByRole('radio', { name: 'Not visible 2' }));
    expect(onSearch).toHaveBeenLastCalledWith({ games: 'hidden' });
    show({ games: 'hidden' });
    expect(await within(games).findByText('Nova Drifter')).toBeVisible();
    expect(within(games).queryByText('Wolves of Skadi')).toBeNull();
    expect(within(games).getByText('Nova Drifter').closest('li')).toHaveTextContent('Not assigned');
    expect(within(games).getByRole('link', { name: /Nova Drifter/ })).toHaveAttribute('href', '/game/5');
    expect(within(games).queryByText('Not For Sale')).toBeNull();
    expect(
      within(games).getByText('Games of the Catalog that are not assigned to it, as in Manage games.'),
    ).toBeVisible();
    await user.type(within(games).getByRole('textbox', { name: 'Search games' }), 'abyss');
    await waitFor(() => expect(within(games).queryByText('Nova Drifter')).toBeNull());
    expect(within(games).getByText('Abyss Regalia')).toBeVisible();
  });

  it('lists those of one reason only, from the address and by the choice', async () => {
    const { user, onSearch } = renderDetail({}, { games: 'notAssigned' });
    const games = await panel('Games');
    expect(await within(games).findByText('Nova Drifter')).toBeVisible();
    expect(within(games).queryByText('Not For Sale')).toBeNull();
    await user.click(within(games).getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Not in the Catalog 1' }));
    expect(onSearch).toHaveBeenLastCalledWith({ games: 'notInCatalog' });
  });

  it('leads from a game outside of the Catalog to its form, where it is added', async () => {
    renderDetail({}, { games: 'notInCatalog' });
    const link = within(await panel('Games')).findByRole('link', { name: /Not For Sale/ });
    expect((await link).getAttribute('href')).toMatch(/^\/editGame\/\d+$/);
  });

  it('[INT-27][OPEN-45] lets available games go and catalogue games come; active ones stay', async () => {
    const { games } = await start();
    expect(within(games).getByRole('button', { name: 'Remove Jade Lantern' })).toBeVisible();
    expect(within(games).queryByRole('button', { name: /Wolves of Skadi/ })).toBeNull();
    expect(within(games).getByText("can't be removed here")).toBeVisible();
    expect(within(games).queryByText('Not For Sale')).toBeNull();
    expect(within(games).getByRole('button', { name: 'Save Games' })).toBeDisabled();
  });

  it('[INT-27][ERR-038][API-029][API-030] saves the set, then tells of the games whose people are to know', async () => {
    const { games, user, press, named } = await start();
    await press('Remove Jade Lantern');
    await press('Add Nova Drifter');
    await press('Add Abyss Regalia');
    await user.click(within(games).getByRole('checkbox', { name: 'Notify about Abyss Regalia' }));
    expect(within(games).getByText('2 to add, 1 to remove')).toBeVisible();
    await press('Save Games');
    expect(await screen.findByText('Games updated successfully, sending emails...')).toBeVisible();
    expect(named('setIntegrationGames').map(({ body }) => body)).toEqual([{ games: [5, 6], basedOn: [2] }]);
    await waitFor(() =>
      expect(named('announceNewGames').map(({ body }) => body)).toEqual([{ gameIds: [6] }]),
    );
    expect(await within(games).findByRole('button', { name: 'Edit games' })).toBeVisible();
  });

  it('[ERR-038] says nothing of emails when no one is to be told', async () => {
    const { press, named } = await start();
    await press('Remove Jade Lantern');
    await press('Save Games');
    expect(await screen.findByText('Games updated successfully')).toBeVisible();
    expect(named('announceNewGames')).toHaveLength(0);
  });

  it('[ERR-034] says that people could not be told; the games are saved all the same', async () => {
    const { press, games, user } = await start({ announceNewGames: new Refusal(500) });
    await press('Add Nova Drifter');
    await user.click(within(games).getByRole('checkbox', { name: 'Notify about Nova Drifter' }));
    await press('Save Games');
    expect(await screen.findByText('Error sending emails')).toBeVisible();
    expect(await within(games).findByRole('button', { name: 'Edit games' })).toBeVisible();
  });

  it('[INT-27] keeps the choices when someone else was quicker, shows the new state and says so', async () => {
    let detail = aDetail();
    let isTaken = true;
    const { games, press, named } = await start({
      getIntegration: () => detail,
      setIntegrationGames: () => {
        if (!isTaken) return { rows: detail.games };
        isTaken = false;
        detail = aDetail({ games: [...(detail.games ?? []), aLinked(6, 'Abyss Regalia')] });
        return new Refusal(409, 'changed', { code: 'conflict' });
      },
    });
    await press('Add Nova Drifter');
    await press('Save Games');
    expect(await within(games).findByText(/Someone else changed these games in the meantime/)).toBeVisible();
    expect(await within(games).findByRole('button', { name: 'Remove Abyss Regalia' })).toBeVisible();
    expect(within(games).getByText('1 to add, 0 to remove')).toBeVisible();
    await press('Save Games');
    await waitFor(() =>
      expect(named('setIntegrationGames')[1]?.body).toEqual({ games: [2, 6, 5], basedOn: [2, 6] }),
    );
  });

  it('[INT-27] cancel forgets the choices', async () => {
    const { games, press } = await start();
    await press('Remove Jade Lantern');
    expect(within(games).getByRole('button', { name: 'Keep Jade Lantern' })).toBeVisible();
    await press('Cancel');
    await press('Edit games');
    expect(within(games).getByRole('button', { name: 'Remove Jade Lantern' })).toBeVisible();
  });

  it('[INT-27] asks before the page is left with choices, not when only the address of the page changes', async () => {
    const { press, user, router } = await start();
    await press('Remove Jade Lantern');
    await router.navigate({ to: '/', search: { day: '2026-11-02' } as never });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to Integrations' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving the games?' });
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/integrations'));
  });

  it('[INT-27] draws only what is in sight of a thousand games, and finds one', async () => {
    const many = Array.from({ length: 1000 }, (_unused, index) => aGame(index + 100, `Game ${index + 1}`));
    const { user } = renderDetail({ listGames: { rows: [...catalogue, ...many] } });
    const games = await panel('Games');
    await user.click(within(games).getByRole('button', { name: 'Edit games' }));
    await within(games).findByRole('button', { name: 'Add Game 1' });
    expect(within(games).getAllByRole('listitem').length).toBeLessThan(60);
    await user.type(within(games).getByLabelText('Search games'), 'game 777');
    expect(await within(games).findByRole('button', { name: 'Add Game 777' })).toBeVisible();
  });
});
