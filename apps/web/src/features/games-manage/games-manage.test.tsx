import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Held, Refusal } from '../../test/answer-calls.ts';
import { aGame, aLink } from '../../test/games.ts';
import {
  aGameRow,
  alpinaGames,
  alpinaWith,
  managedGame,
  manageGames,
  namesIn,
  place,
  renderManage,
} from '../../test/manage-screen.tsx';
import { setViewport } from '../../test/viewport.ts';

beforeEach(() => notifications.clean());

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const saveButton = () => screen.queryByRole('button', { name: 'Save changes' });

describe('games of an integration', () => {
  it('[VIS-01][VIS-04][VIS-12][VIS-13] stand in three columns; only catalogue games can be added', async () => {
    renderManage();
    expect(await namesIn('Not visible')).toEqual(['Comet Courier', 'Dead Creek Gold']);
    expect(await namesIn('Viewing')).toEqual(['Abyss Regalia', 'Zephyr']);
    expect(await namesIn('Owned')).toEqual(['Brass Fathoms']);
    expect(within(await place('Owned')).queryByRole('button')).toBeNull();
    // The words of the Catalog stand beside those of the documents.
    expect(screen.getByRole('heading', { name: /^Viewing \(available\)/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: /^Owned \(active\)/ })).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'By integration',
      'By game',
      'Certificates',
      'Import/export',
    ]);
  });

  it('say why the integration does not see one that it has', async () => {
    renderManage();
    expect(within(await place('Viewing')).getAllByText('Not in the Catalog')).toHaveLength(1);
    // What is not assigned, the column says of all its rows.
    expect(within(await place('Not visible')).queryByText(/Not assigned|Not in the Catalog/)).toBeNull();
  });

  it('[VIS-06][VIS-08][VIS-10][VIS-14][VIS-16] an arrow adds as new with notify no, and back leaves nothing to save', async () => {
    const { user } = renderManage();
    const arrow = await button('Move Comet Courier to viewing');
    expect(saveButton()).toBeNull();
    await user.click(arrow);
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Abyss Regalia', 'Zephyr']);
    expect(within(await place('Viewing')).getByText('New')).toBeVisible();
    const choice = screen.getByRole('group', { name: 'Notify: Comet Courier' });
    expect(within(choice).getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'false');
    expect(within(choice).getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
    expect(saveButton()).toBeVisible();
    await user.click(await button('Cancel adding Comet Courier'));
    expect(saveButton()).toBeNull();
    expect(await namesIn('Not visible')).toEqual(['Comet Courier', 'Dead Creek Gold']);
  });

  it('[VIS-15][VIS-17] a removal is marked in not visible and can be undone', async () => {
    const { user } = renderManage();
    await user.click(await button('Move Zephyr to not visible'));
    const hidden = await place('Not visible');
    expect(within(hidden).getByText('Will be removed')).toBeVisible();
    expect(saveButton()).toBeVisible();
    await user.click(await button('Undo removing Zephyr'));
    expect(saveButton()).toBeNull();
    expect(await namesIn('Viewing')).toEqual(['Abyss Regalia', 'Zephyr']);
  });

  it('[VIS-09][VIS-18][API-027][API-030][OPEN-43][OPEN-44][ERR-034] saves the whole set in one call, then tells of those with yes', async () => {
    let finish = () => {};
    const answered = new Promise<void>((done) => {
      finish = done;
    });
    const after = [...alpinaGames.slice(0, 2), aGameRow(3, 'visible'), aGameRow(4, 'visible')];
    let rows = alpinaGames;
    const { user, named, calls } = renderManage({
      getIntegration: () => alpinaWith(rows),
      setIntegrationGames: async () => {
        await answered;
        rows = after;
        return { rows };
      },
      // The toast says the sentence of the code.
      notifyIntegrationGames: {
        message: 'In English.',
        detail: { code: 'plain.text', values: { text: '3 people told of 1 game.' } },
      },
    });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Move Dead Creek Gold to viewing'));
    await user.click(await button('Move Zephyr to not visible'));
    const choice = screen.getByRole('group', { name: 'Notify: Comet Courier' });
    await user.click(within(choice).getByRole('button', { name: 'Yes' }));
    await user.click(await button('Save changes'));
    expect(await button('Saving')).toBeDisabled();
    finish();
    expect(await screen.findByText('Alpina - games updated')).toBeVisible();
    expect(await screen.findByText('3 people told of 1 game.')).toBeVisible();
    expect(named('setIntegrationGames')).toMatchObject([
      { path: '/api/integrations/3/games', body: { games: [1, 3, 4], basedOn: [1, 9] } },
    ]);
    expect(named('notifyIntegrationGames')).toMatchObject([
      { path: '/api/notify-integration-games/3', body: { gameIds: [3] } },
    ]);
    const order = calls.map((call) => call.endpoint);
    expect(order.indexOf('notifyIntegrationGames')).toBeGreaterThan(order.indexOf('setIntegrationGames'));
    await waitFor(() => expect(saveButton()).toBeNull());
    expect(screen.queryByText('New')).toBeNull();
    expect(await namesIn('Viewing')).toEqual(['Abyss Regalia', 'Comet Courier', 'Dead Creek Gold']);
  });

  it('are no draft any more once the change waits for approval: nothing to save, and nothing is asked on leaving', async () => {
    const changeRequest = {
      id: 12,
      kind: 'visibility',
      title: { code: 'approvals.gamesOf', values: { integration: 'Alpina' } },
    };
    const { user, named, router } = renderManage({ setIntegrationGames: new Held(changeRequest) });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Save changes'));
    await waitFor(() => expect(saveButton()).toBeNull());
    expect(named('setIntegrationGames')).toHaveLength(1);
    expect(await namesIn('Not visible')).toEqual(['Comet Courier', 'Dead Creek Gold']);
    await router.navigate({ href: '/catalog' });
    expect(router.history.location.pathname).toBe('/catalog');
  });

  it('[VIS-18] tells no one when every choice is no', async () => {
    const { user, named } = renderManage({ setIntegrationGames: { rows: alpinaGames } });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Move Dead Creek Gold to viewing'));
    await user.click(await button('all'));
    await user.click(await button('none'));
    for (const name of ['Comet Courier', 'Dead Creek Gold']) {
      const choice = screen.getByRole('group', { name: `Notify: ${name}` });
      expect(within(choice).getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
    }
    await user.click(await button('Save changes'));
    expect(await screen.findByText('Alpina - games updated')).toBeVisible();
    await waitFor(() => expect(saveButton()).toBeNull());
    expect(named('notifyIntegrationGames')).toEqual([]);
  });

  it('[ERR-018] says that emails failed, while the save stays saved', async () => {
    const { user } = renderManage({
      setIntegrationGames: { rows: [...alpinaGames, aGameRow(3, 'visible')] },
      notifyIntegrationGames: new Refusal(500),
    });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('all'));
    await user.click(await button('Save changes'));
    expect(await screen.findByText('Error sending emails')).toBeVisible();
    expect(screen.getByText('Alpina - games updated')).toBeVisible();
    expect(saveButton()).toBeNull();
  });

  it('[ERR-019] shows why a save failed, keeps every move, and tells no one', async () => {
    const { user, named } = renderManage({
      setIntegrationGames: new Refusal(422, 'Game 3 is not in the Catalog.'),
    });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Save changes'));
    expect(await screen.findByText('Game 3 is not in the Catalog.')).toBeVisible();
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Abyss Regalia', 'Zephyr']);
    expect(saveButton()).toBeVisible();
    expect(named('notifyIntegrationGames')).toEqual([]);
  });

  it('shows what someone else saved meanwhile and puts the moves on top of it', async () => {
    let rows = alpinaGames;
    const bodies: unknown[] = [];
    const { user } = renderManage({
      getIntegration: () => alpinaWith(rows),
      setIntegrationGames: ({ body }: { body: { games: number[]; basedOn: number[] } }) => {
        bodies.push(body);
        const now = rows.filter((row) => row.integration_games.is_active === null).map((row) => row.id);
        if (String(now) !== String(body.basedOn)) return new Refusal(409, 'Changed.', { code: 'conflict' });
        rows = [aGameRow(2, 'active'), ...body.games.map((id) => aGameRow(id, 'visible'))];
        return { rows };
      },
      notifyIntegrationGames: { message: 'Told.' },
    });
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Move Abyss Regalia to not visible'));
    // Someone adds Dead Creek Gold and removes Zephyr.
    rows = [aGameRow(1, 'visible'), aGameRow(2, 'active'), aGameRow(4, 'visible')];
    await user.click(await button('Save changes'));
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('Someone else changed Alpina in the meantime');
    expect(note).toHaveTextContent('Now visible: Dead Creek Gold');
    expect(note).toHaveTextContent('No longer visible: Zephyr');
    expect(screen.queryByText('Changed.')).toBeNull();
    await user.click(await button('Reload and keep my changes'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Dead Creek Gold']);
    expect(await namesIn('Not visible')).toEqual(['Abyss Regalia']);
    await user.click(await button('Save changes'));
    expect(await screen.findByText('Alpina - games updated')).toBeVisible();
    expect(bodies.at(-1)).toEqual({ games: [4, 3], basedOn: [1, 4] });
  });

  it('[VIS-07][OPEN-64][ERR-068] says that a column has nothing to show', async () => {
    renderManage({ getIntegration: alpinaWith([]) });
    expect(await within(await place('Owned')).findByText('Nothing to show')).toBeVisible();
    expect(within(await place('Viewing')).getByText('Nothing to show')).toBeVisible();
  });

  it('[VIS-02][VIS-03][OPEN-62][ERR-032] shows a failed read with Reload and the words of this area', async () => {
    let fails = true;
    const { user } = renderManage({
      getIntegration: () => (fails ? new Refusal(500) : alpinaWith(alpinaGames)),
    });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(await screen.findByText('Server error, reload to try again')).toBeVisible();
    expect(screen.getByText('Reload page to try again.')).toBeVisible();
    fails = false;
    await user.click(await button('Reload'));
    expect(await namesIn('Owned')).toEqual(['Brass Fathoms']);
  });
});

describe('the keyboard and the selection', () => {
  it('walks, extends, selects all and moves; what is selected moves together', async () => {
    const { user } = renderManage();
    const list = within(await place('Not visible')).getByRole('listbox', { name: /Not visible/ });
    list.focus();
    await user.keyboard('{ArrowDown}');
    expect(list.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { name: /Dead Creek Gold/ }).id,
    );
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2);
    await user.keyboard('{Enter}');
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Dead Creek Gold', 'Abyss Regalia', 'Zephyr']);
    const viewing = within(await place('Viewing')).getByRole('listbox', { name: /Viewing/ });
    viewing.focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(within(viewing).getAllByRole('option', { selected: true })).toHaveLength(4);
    await user.keyboard('{Home} {End} {ArrowLeft}');
    expect(await namesIn('Not visible')).toEqual(['Abyss Regalia', 'Dead Creek Gold']);
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Zephyr']);
  });

  it('[VIS-06] moves a selection by its button, and searches within a column', async () => {
    const { user } = renderManage();
    const hidden = await place('Not visible');
    await user.type(within(hidden).getByRole('textbox', { name: 'Search in Not visible' }), 'gold dead');
    expect(await namesIn('Not visible')).toEqual(['Dead Creek Gold']);
    await user.click(within(hidden).getByRole('button', { name: 'Select all' }));
    await user.clear(within(hidden).getByRole('textbox'));
    await user.click(within(hidden).getByRole('button', { name: 'Show selected' }));
    expect(await namesIn('Not visible')).toEqual(['Comet Courier']);
    expect(await namesIn('Viewing')).toContain('Dead Creek Gold');
  });

  it('shows one column at a time on a phone, with the same moves', async () => {
    setViewport(390);
    const { user } = renderManage();
    expect(await namesIn('Viewing')).toEqual(['Abyss Regalia', 'Zephyr']);
    expect(screen.queryByRole('region', { name: 'Not visible' })).toBeNull();
    await user.click(await button('Move Zephyr to not visible'));
    await user.click(screen.getByRole('radio', { name: 'Not visible 3' }));
    expect(await namesIn('Not visible')).toEqual(['Zephyr', 'Comet Courier', 'Dead Creek Gold']);
  });
});

describe('integrations of a game', () => {
  it('open on a phone with a list that has rows, which stays in sight when it is emptied', async () => {
    setViewport(390);
    const none = aGame({ ...managedGame, integrations: [aLink('active', { id: 4, name: 'Baltica' })] });
    const { user } = renderManage({ getGame: none }, { panel: 'game', game: 1 });
    expect(await namesIn('Not visible')).toEqual(['Alpina', 'Cimbria']);
    await user.click(await button('Move Alpina to viewing'));
    await user.click(await button('Move Cimbria to viewing'));
    expect(screen.getByRole('region', { name: 'Not visible' })).toHaveTextContent('Nothing to show');
  });

  it('[VIS-05][VIS-11][API-012][API-028][OPEN-38][ERR-035] are saved with the whole game, then those with yes are told', async () => {
    const { user, named } = renderManage(
      {
        updateGame: aGame({ ...managedGame, integrations: [aLink('active', { id: 4, name: 'Baltica' })] }),
        notifyGameIntegrations: { message: 'One integration told.' },
      },
      { panel: 'game', game: 1 },
    );
    expect(await namesIn('Not visible')).toEqual(['Cimbria']);
    expect(await namesIn('Viewing')).toEqual(['Alpina']);
    expect(await namesIn('Owned')).toEqual(['Baltica']);
    await user.click(await button('Move Cimbria to viewing'));
    const choice = screen.getByRole('group', { name: 'Notify: Cimbria' });
    await user.click(within(choice).getByRole('button', { name: 'Yes' }));
    await user.click(await button('Move Alpina to not visible'));
    await user.click(await button('Save changes'));
    expect(await screen.findByText('Abyss Regalia - integrations updated')).toBeVisible();
    expect(await screen.findByText('One integration told.')).toBeVisible();
    const [update] = named('updateGame');
    expect(update?.path).toBe('/api/games/update/1');
    expect(update?.body).toMatchObject({
      id: 1,
      name: 'Abyss Regalia',
      slug: managedGame.slug,
      rtp: managedGame.rtp,
      propertiesData: managedGame.propertiesData,
      integrationsToAdd: [5],
      integrationsToRemove: [3],
      updatedAt: managedGame.updatedAt,
    });
    expect(named('notifyGameIntegrations')).toMatchObject([
      { path: '/api/notify-game-integrations/1', body: { integrationIds: [5] } },
    ]);
  });

  it('explains that other facts of the game were saved meanwhile, and saves on top of them', async () => {
    let game = managedGame;
    const sent: { name: string; updatedAt: string }[] = [];
    const { user } = renderManage(
      {
        getGame: () => game,
        updateGame: ({ body }: { body: { name: string; updatedAt: string } }) => {
          sent.push(body);
          return body.updatedAt === game.updatedAt ? game : new Refusal(409, 'Stale.', { code: 'conflict' });
        },
        notifyGameIntegrations: { message: 'Told.' },
      },
      { panel: 'game', game: 1 },
    );
    await user.click(await button('Move Cimbria to viewing'));
    game = aGame({ ...managedGame, name: 'Abyss Royale', updatedAt: '2026-11-20T10:00:00.000Z' });
    await user.click(await button('Save changes'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Other details were saved');
    await user.click(await button('Reload and keep my changes'));
    await user.click(await button('Save changes'));
    expect(await screen.findByText(/integrations updated/)).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ name: 'Abyss Royale', updatedAt: '2026-11-20T10:00:00.000Z' });
  });
});

describe('moves that wait for the save', () => {
  it('outlast another panel and another pick, are listed, and lead back', async () => {
    const { user } = renderManage();
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(screen.getByRole('tab', { name: 'By game' }));
    expect(await screen.findByRole('combobox', { name: 'Game' })).toBeVisible();
    expect(await button('Alpina (1)')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Certificates' }));
    expect(await button('Alpina (1)')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'By game' }));
    await user.click(await screen.findByRole('combobox', { name: 'Game' }));
    await user.click(await screen.findByRole('option', { name: /Abyss Regalia/ }));
    await user.click(await button('Alpina (1)'));
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Abyss Regalia', 'Zephyr']);
    expect(saveButton()).toBeVisible();
  });

  it('are discarded, and come back with Undo', async () => {
    const { user } = renderManage();
    await user.click(await button('Move Comet Courier to viewing'));
    await user.click(await button('Discard'));
    expect(saveButton()).toBeNull();
    expect(await namesIn('Viewing')).toEqual(['Abyss Regalia', 'Zephyr']);
    await user.click(await button('Undo'));
    expect(await namesIn('Viewing')).toEqual(['Comet Courier', 'Abyss Regalia', 'Zephyr']);
  });

  it('are asked about before the page is left', async () => {
    const { user, router } = renderManage();
    await user.click(await button('Move Comet Courier to viewing'));
    void router.navigate({ href: '/catalog' });
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveTextContent('Unsaved changes: Alpina.');
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(router.history.location.pathname).toBe('/games');
    void router.navigate({ href: '/catalog' });
    await user.click(await button('Leave'));
    await waitFor(() => expect(router.history.location.pathname).toBe('/catalog'));
  });
});

it('draws only the rows in sight of a thousand games', async () => {
  const rows = Array.from({ length: 1000 }, (_unused, index) =>
    aGame({ ...manageGames[0], id: index + 1, name: `Game ${index + 1}` }),
  );
  const { user } = renderManage({ listCatalog: { rows }, getIntegration: alpinaWith([]) });
  const hidden = await place('Not visible');
  expect(within(hidden).getByText('1.000')).toBeVisible();
  expect(within(hidden).getAllByRole('option').length).toBeLessThan(60);
  await user.click(within(hidden).getByRole('button', { name: 'Select all' }));
  await user.click(within(hidden).getByRole('button', { name: 'Show selected' }));
  expect(within(await place('Viewing')).getByText('1.000')).toBeVisible();
  expect(screen.getByText('1.000 changes to Alpina')).toBeVisible();
});

describe('without a choice', () => {
  it('[VIS-04][VIS-05] the first integration and the first game stand open', async () => {
    const { user } = renderManage({}, {});
    expect(await namesIn('Viewing')).toContain('Zephyr');
    await user.click(screen.getByRole('tab', { name: 'By game' }));
    expect(await screen.findByRole('region', { name: 'Viewing' })).toBeVisible();
  });
});
