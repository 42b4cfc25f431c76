import { decodeStatisticsParameter, type IntegrationDetail } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { jobStore, noJob } from '../../lib/jobs.ts';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { aDetail, aJob, aLinked, allWell, noHistory, unwell } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { aGame, someStatistics, someTotals } from '../../test/sessions.ts';
import { IntegrationPage } from './pages/integration-page.tsx';
import type { IntegrationSearch } from './search.ts';

const catalogue = [
  aGame(1, 'Wolves of Skadi'),
  aGame(2, 'Jade Lantern'),
  aGame(5, 'Nova Drifter'),
  aGame(6, 'Abyss Regalia'),
  aGame(7, 'Not For Sale', { isCatalog: false }),
];

function sessionsOf(total: number, perGame: [number, string, number][]) {
  const series = perGame.map(([gameId, label, count]) => ({ gameId, label, data: [count], total: count }));
  return {
    ...someStatistics(),
    datasets: { games: { sessionsTotals: series } },
    grandTotals: someTotals({ sessionsTotal: total }),
  };
}

function renderDetail(answers: Record<string, unknown> = {}, search: IntegrationSearch = {}) {
  const calls = answerCalls({
    getIntegration: aDetail(),
    checkIntegrationServices: { ...allWell, launchService: unwell },
    getServiceHistory: noHistory,
    getStatistics: sessionsOf(1234, [
      [2, 'Jade Lantern', 200],
      [1, 'Wolves of Skadi', 1034],
    ]),
    listGames: { rows: catalogue },
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onDeleted: vi.fn(), onManageSessions: vi.fn() };
  const ui = (given: IntegrationSearch) => (
    <>
      <Notifications />
      <IntegrationPage id={3} search={given} {...handlers} />
    </>
  );
  const view = renderScreen(ui(search));
  const named = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...view, ...handlers, named, show: (given: IntegrationSearch) => view.rerender(ui(given)) };
}

const card = (service: string) => screen.findByRole('region', { name: `${service} service` });
const panel = (name: string) => screen.findByRole('region', { name });
/** Answers a change as the server does: with the whole integration. */
const changed = ({ body }: SeenCall) => aDetail(body as Partial<IntegrationDetail>);

beforeEach(() => {
  jobStore.set(noJob);
  notifications.clean();
});

describe('integration: name, version, sync, delete', () => {
  it('[INT-16][API-043][ERR-022] leads back to the list, and synchronises this one', async () => {
    const { user, named } = renderDetail({
      synchroniseIntegration: { jobId: 'j1' },
      getJob: aJob('completed'),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Alpina' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Integrations' })).toHaveAttribute(
      'href',
      '/integrations',
    );
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Integration synchronized successfully!')).toBeVisible();
    expect(named('synchroniseIntegration')[0]?.path).toBe('/api/integrations/3/synch');
    await waitFor(() => expect(named('getIntegration').length).toBeGreaterThan(1));
  });

  it('[ERR-023] says that synchronising failed', async () => {
    const { user } = renderDetail({
      synchroniseIntegration: { jobId: 'j1' },
      getJob: aJob('failed', { error: 'The play service did not answer.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Failed to synchronize integration')).toBeVisible();
  });

  it('[INT-13][INT-14][API-045][ERR-026] sends only what was changed, and shows it', async () => {
    const { user, named } = renderDetail({ updateIntegration: changed });
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), ' Alpina Nord ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Integration updated')).toBeVisible();
    expect(named('updateIntegration').map(({ body }) => body)).toEqual([{ name: 'Alpina Nord' }]);
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('[INT-13] cancel and Escape bring the old values back', async () => {
    const { user, named } = renderDetail();
    for (const leave of [
      () => user.click(screen.getByRole('button', { name: 'Cancel' })),
      () => user.keyboard('{Escape}'),
    ]) {
      await user.click(await screen.findByRole('button', { name: 'Edit name' }));
      expect(screen.getByLabelText('Name')).toHaveValue('Alpina');
      await user.type(screen.getByLabelText('Name'), 'x');
      await leave();
      expect(screen.queryByLabelText('Name')).toBeNull();
    }
    expect(named('updateIntegration')).toHaveLength(0);
  });

  it('[INT-14] sends nothing when nothing was changed', async () => {
    const { user, named } = renderDetail();
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(named('updateIntegration')).toHaveLength(0);
  });

  it('[ERR-027] keeps what was typed when the change is refused, and says why', async () => {
    let answer: unknown = new Refusal(500);
    const { user } = renderDetail({ updateIntegration: () => answer });
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.type(screen.getByLabelText('Name'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Something went wrong, please try again')).toBeVisible();
    answer = new Refusal(422, 'invalid', { code: 'validation', fields: { name: 'Too long.' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too long.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Alpina2');
  });

  it('[INT-15] offers no deletion while it has games', async () => {
    renderDetail();
    await screen.findByRole('button', { name: 'Edit name' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('[INT-15][API-046][ERR-028] deletes one without games after asking', async () => {
    const { user, named, onDeleted } = renderDetail({
      getIntegration: aDetail({ games: [] }),
      deleteIntegration: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Alpina?' });
    expect(named('deleteIntegration')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete integration' }));
    await waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(await screen.findByText('Integration deleted')).toBeVisible();
  });

  it('[OPEN-50][ERR-029] shows the refusal of one that got games meanwhile', async () => {
    const { user, onDeleted } = renderDetail({
      getIntegration: aDetail({ games: [] }),
      deleteIntegration: new Refusal(409, "You can't delete a integration that has games.", {
        code: 'conflict',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete integration' }));
    expect(await screen.findByText("You can't delete a integration that has games.")).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('[ERR-032] says that the server failed, and loads again on Reload', async () => {
    let answer: unknown = new Refusal(500);
    const { user } = renderDetail({ getIntegration: () => answer });
    expect(await screen.findByText('Server error, reload to try again')).toBeVisible();
    answer = aDetail();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Alpina' })).toBeVisible();
  });

  it('says that a deleted integration does not exist', async () => {
    renderDetail({ getIntegration: new Refusal(404, 'gone', { code: 'not_found' }) });
    expect(await screen.findByText('It may have been deleted meanwhile.')).toBeVisible();
  });
});

describe('integration: services', () => {
  it('[INT-17][API-047] ticks services that answer and crosses those that do not, with the reason', async () => {
    renderDetail();
    expect(await within(await card('Gaming')).findByText('The service answers')).toBeInTheDocument();
    const launch = await card('Launch');
    expect(
      within(launch).getByText('The service does not answer as it should: It answered 401.'),
    ).toBeInTheDocument();
    expect(within(launch).getByText('http://launch.alpina.example')).toBeVisible();
  });

  it('tells the last 24 hours in words as well', async () => {
    renderDetail();
    const strip = await within(await card('Play')).findByRole('img', { name: /Last 24 hours/ });
    expect(strip).toHaveAccessibleName(
      'Last 24 hours: healthy 23 h 40 min, failing 20 min 0 s, not checked 0 s. Failing 09:00 to 09:20: It answered 503.',
    );
    expect(within(await card('Data')).getByText('Last 24 hours: not checked')).toBeVisible();
  });

  it('[ERR-033] shows neither tick nor cross when the services could not be asked, and the rest of the page', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    renderDetail({ checkIntegrationServices: new Refusal(500), getServiceHistory: new Refusal(500) });
    const gaming = await card('Gaming');
    expect(await within(gaming).findByRole('button', { name: 'Check again' })).toBeVisible();
    expect(within(gaming).getByRole('status')).toBeEmptyDOMElement();
    expect(await screen.findByText('1.234')).toBeVisible();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it('[INT-18][INT-21][OPEN-49][ERR-031] asks before it saves a service, and sends what was changed alone', async () => {
    const { user, named } = renderDetail({
      updateIntegration: aDetail(),
      checkService: { ok: true, status: 200, reason: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit the Gaming service' }));
    const gaming = await card('Gaming');
    const token = within(gaming).getByLabelText('New token Gaming service');
    expect(token).toHaveValue('');
    expect(token).toHaveAttribute('placeholder', 'Set; leave empty to keep it');
    await user.type(token, 'fresh');
    await user.click(within(gaming).getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    expect(named('updateIntegration')).toHaveLength(0);
    const checks = named('checkIntegrationServices').length;
    await user.click(within(dialog).getByRole('button', { name: 'Yes, save' }));
    expect(await screen.findByText('Gaming service fields updated')).toBeVisible();
    expect(named('updateIntegration').map(({ body }) => body)).toEqual([{ gamingServiceToken: 'fresh' }]);
    expect(await within(await card('Gaming')).findByText('Saved')).toBeVisible();
    await waitFor(() => expect(named('checkIntegrationServices').length).toBeGreaterThan(checks));
  });

  it('[ERR-030] says that there is nothing to update, and stays in the edit', async () => {
    const { user, named } = renderDetail();
    await user.click(await screen.findByRole('button', { name: 'Edit the Data service' }));
    const data = await card('Data');
    await user.click(within(data).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Nothing to update')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(named('updateIntegration')).toHaveLength(0);
    expect(within(data).getByLabelText('URL Data service')).toBeVisible();
  });

  it('[INT-18] puts a refusal beside its field and loses nothing', async () => {
    const { user } = renderDetail({
      updateIntegration: new Refusal(422, 'invalid', {
        code: 'validation',
        fields: { dataServiceURL: 'This address is not allowed.' },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit the Data service' }));
    const data = await card('Data');
    await user.clear(within(data).getByLabelText('URL Data service'));
    await user.type(within(data).getByLabelText('URL Data service'), 'http://10.0.0.1');
    await user.click(within(data).getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, save' }));
    expect(await within(data).findByText('This address is not allowed.')).toBeVisible();
    expect(within(data).getByLabelText('URL Data service')).toHaveValue('http://10.0.0.1');
  });

  it('[INT-19][INT-20] has the further tokens on the play card, the system token only where there is one', async () => {
    const { user } = renderDetail();
    const play = await card('Play');
    expect(within(play).getByText('2 of 4 tokens set')).toBeVisible();
    await user.click(within(play).getByRole('button', { name: 'Edit the Play service' }));
    const form = await card('Play');
    for (const label of ['Bookkeeping token', 'Operator token', 'Maintenance token'])
      expect(within(form).getByLabelText(label)).toBeVisible();
    expect(within(form).queryByLabelText('System token')).toBeNull();
    expect(within(form).getByLabelText('Operator token')).toHaveAttribute('placeholder', 'Not set');
  });

  it('[INT-20] shows the system token of an integration that has one', async () => {
    const tokens = { ...aDetail().tokens, systemToken: true } as NonNullable<IntegrationDetail['tokens']>;
    const { user } = renderDetail({ getIntegration: aDetail({ tokens }) });
    await user.click(await screen.findByRole('button', { name: 'Edit the Play service' }));
    expect(screen.getByLabelText('System token')).toBeVisible();
  });
});

describe('integration: lists and sessions', () => {
  it('[INT-22] lists operators by name, users by username, and counts them', async () => {
    renderDetail();
    expect(within(await panel('Operators')).getByText('Vetta Gioco')).toBeVisible();
    expect(within(await panel('Users')).getByText('alpina.admin')).toBeVisible();
    expect(within(await panel('Games')).getByText('Wolves of Skadi')).toBeVisible();
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
    await user.type(within(list).getByLabelText('Search Operators'), 'operator 39');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Operator 39']);
  });

  it('lists the maintenances it was told of with its answers', async () => {
    const maintenances = [
      {
        id: 4,
        date: '2026-12-08T02:00:00.000Z',
        description: 'Database upgrade',
        severity: 2,
        confirmed: true,
      },
      { id: 5, date: '2026-12-09T02:00:00.000Z', description: 'New network', severity: 4, confirmed: null },
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
    expect(decodeStatisticsParameter(named('getStatistics')[0]?.query.a ?? '')).toMatchObject({
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
    expect(decodeStatisticsParameter(named('getStatistics')[0]?.query.a ?? '')).toMatchObject({
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

  it('[INT-24] says that a day has none', async () => {
    renderDetail({ getStatistics: sessionsOf(0, []) });
    const sessions = await panel('Sessions');
    expect(await within(sessions).findByText('No sessions found')).toBeVisible();
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
    await view.user.click(within(games).getByRole('button', { name: 'Edit Games' }));
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
    expect(within(games).getByText('1 active, 1 available')).toBeVisible();
    expect(
      within(games)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Active 1', 'Wolves of SkadiActive', 'Available 1', 'Jade LanternAvailable']);
  });

  it('[INT-27][OPEN-45] lets available games go and catalogue games come; active ones stay', async () => {
    const { games } = await start();
    expect(within(games).getByRole('button', { name: 'Remove Jade Lantern' })).toBeVisible();
    expect(within(games).queryByRole('button', { name: /Wolves of Skadi/ })).toBeNull();
    expect(within(games).queryByText('Not For Sale')).toBeNull();
    expect(within(games).getByRole('button', { name: 'Save Games' })).toBeDisabled();
  });

  it('[INT-27][ERR-038][API-029][API-030] saves the set, then tells of the games whose people are to know', async () => {
    const { games, user, press, named } = await start();
    await press('Remove Jade Lantern');
    await press('Add Nova Drifter');
    await press('Add Abyss Regalia');
    await user.click(within(games).getByRole('checkbox', { name: 'Notify of Abyss Regalia' }));
    expect(within(games).getByText('2 to add, 1 to remove')).toBeVisible();
    await press('Save Games');
    expect(await screen.findByText('Games updated successfully, sending emails...')).toBeVisible();
    expect(named('setIntegrationGames').map(({ body }) => body)).toEqual([{ games: [5, 6], basedOn: [2] }]);
    await waitFor(() =>
      expect(named('announceNewGames').map(({ body }) => body)).toEqual([{ gameIds: [5] }]),
    );
    expect(await within(games).findByRole('button', { name: 'Edit Games' })).toBeVisible();
  });

  it('[ERR-038] says nothing of e-mails when nobody is to be told', async () => {
    const { press, named } = await start();
    await press('Remove Jade Lantern');
    await press('Save Games');
    expect(await screen.findByText('Games updated successfully')).toBeVisible();
    expect(named('announceNewGames')).toHaveLength(0);
  });

  it('[ERR-034] says that people could not be told; the games are saved all the same', async () => {
    const { press, games } = await start({ announceNewGames: new Refusal(500) });
    await press('Add Nova Drifter');
    await press('Save Games');
    expect(await screen.findByText('Error sending emails')).toBeVisible();
    expect(await within(games).findByRole('button', { name: 'Edit Games' })).toBeVisible();
  });

  it('[INT-27] keeps the choices when somebody else was quicker, shows the new state and says so', async () => {
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
    expect(await within(games).findByText(/Somebody else changed these games meanwhile/)).toBeVisible();
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
    await press('Edit Games');
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
    await user.click(within(games).getByRole('button', { name: 'Edit Games' }));
    await within(games).findByRole('button', { name: 'Add Game 1' });
    expect(within(games).getAllByRole('listitem').length).toBeLessThan(60);
    await user.type(within(games).getByLabelText('Search Games'), 'game 777');
    expect(await within(games).findByRole('button', { name: 'Add Game 777' })).toBeVisible();
  });
});
