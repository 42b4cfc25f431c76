import { type Bets, defaultApprovalSettings, type Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Held, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { BetsPage } from './pages/bets-page.tsx';
import { type BetsSearch, readBetsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', async (original) => ({ ...(await original<object>()), toast: vi.fn() }));

const game = (id: number, slug: string, name: string, isActive = true) => ({
  id,
  slug,
  name,
  sub_name: null,
  isDev: false,
  isCatalog: true,
  integration_games: {
    is_active: isActive ? '2026-05-01T10:00:00Z' : null,
    is_requested: null,
  },
});
const integration = (id: number, name: string, operators: string[]) => ({
  id,
  name,
  version: 'GAI2',
  externalIdentifier: name,
  createdAt: '2026-05-01T10:00:00Z',
  updatedAt: '2026-05-01T10:00:00Z',
  operators: operators.map((code, index) => ({
    id: id * 10 + index,
    code,
    name: `${name} ${code}`,
    platformId: null,
  })),
  games: [game(1, 'ember_fox', 'Ember Fox'), game(2, 'only_seen', 'Only Seen', false), game(3, 'sky', 'Sky')],
});
const integrations = [integration(1, 'Alpina', ['RIFUGIO', 'BAITA']), integration(2, 'Baltica', ['HANSA'])];

let shown: BetsSearch = {};
function Page({ start }: { start: BetsSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <BetsPage search={search} onSearch={setSearch} />;
}

const all: BetsSearch = { integration: 1, operator: 'RIFUGIO', game: 'ember_fox' };
let list: Bets;

beforeEach(() => {
  vi.mocked(toast).mockClear();
  list = { bets: [10, 20, 50], minFactor: 10, canChangeBets: true };
});

function show(start: BetsSearch = all, answers: Record<string, unknown> = {}, role: Role = 'ludus_admin') {
  const calls = answerCalls({
    listIntegrations: { rows: integrations },
    listGames: { rows: [] },
    getBets: () => list,
    saveBets: (call: { body?: unknown }) => {
      list = { ...list, bets: (call.body as { bets: number[] }).bets };
      return list;
    },
    ...answers,
  });
  return { ...renderScreen(<Page start={start} />, { role }), calls };
}

it('leads to the bet lists in a workbook, with the integration and the operator that are chosen', async () => {
  const { user, router } = show({ integration: 2, operator: 'HANSA', game: undefined });
  await user.click(await screen.findByRole('button', { name: 'Import by file' }));
  await waitFor(() =>
    expect(router.state.location.href).toBe('/games?panel=file&integration=2&operator=HANSA#bet-lists'),
  );
});

const chips = () =>
  within(screen.getByRole('list', { name: 'Bets' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
type User = ReturnType<typeof show>['user'];
const add = async (user: User, text: string) => {
  await user.clear(await screen.findByRole('textbox', { name: 'New bet' }));
  await user.type(screen.getByRole('textbox', { name: 'New bet' }), `${text}{Enter}`);
};
const mode = async (user: User, name: 'Add' | 'Remove') =>
  user.click(await screen.findByRole('radio', { name }));
const save = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  return screen.findByRole('dialog');
};

describe('whose bets are shown', () => {
  it('[BET-01][BET-02] is picked as integration, operator and game; a new choice resets what hangs on it', async () => {
    const { user, calls } = show({});
    const pick = async (label: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }));
    };
    await pick('Integration', 'Baltica');
    expect(shown).toEqual({ integration: 2 });
    await pick('Integration', 'Alpina');
    await pick('Operator', 'Alpina BAITA');
    await pick('Operator', 'Alpina RIFUGIO');
    await user.click(screen.getByRole('combobox', { name: 'Game' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Ember Fox',
      'Sky',
    ]);
    await user.keyboard('{Escape}');
    await pick('Game', 'Ember Fox');
    expect(shown).toEqual(all);
    await screen.findByText('Ember Fox at Alpina RIFUGIO');
    expect(calls.at(-1)?.path).toBe('/api/integrations/1/operators/RIFUGIO/game/ember_fox/bets');
    await pick('Operator', 'Alpina BAITA');
    expect(shown).toEqual({ integration: 1, operator: 'BAITA' });
    await pick('Integration', 'Baltica');
    expect(shown).toEqual({ integration: 2 });
  });

  it('[BET-01] leaves the integration out for people of one integration', async () => {
    answerCalls({ listIntegrations: { rows: [integrations[1]] }, listGames: { rows: [] }, getBets: list });
    renderScreen(<Page start={{}} />, { role: 'integration_admin' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Operator' }).disabled).toBe(false),
    );
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
  });

  it('[BET-03] is the first operator at first: its active games, and the bets that each allows', async () => {
    const { user, calls } = show(
      {},
      {
        getBets: ({ path }: { path: string }) =>
          path.includes('ember_fox')
            ? { ...list, bets: [10, 50] }
            : { ...list, bets: [20, 50], canChangeBets: false },
      },
    );
    const matrix = await screen.findByRole('table', { name: 'Bets at Alpina RIFUGIO' });
    await within(matrix).findByRole('columnheader', { name: '0,20' });
    const heads = within(matrix).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Game', 'Range', '0,10', '0,20', '0,50']);
    const allowed = (name: RegExp) =>
      within(within(matrix).getByRole('row', { name }))
        .getAllByRole('cell')
        .slice(1, 4)
        .map((cell) => within(cell).queryByRole('img', { name: 'Allowed' }) !== null);
    for (const sign of ['Allowed', 'Not allowed', "Can't be changed"])
      expect(screen.getByText(sign)).toBeVisible();
    // The key draws the sign of a bet that is not allowed, and so do the cells.
    expect(within(matrix).getAllByRole('img', { name: 'Not allowed' })).toHaveLength(2);
    expect(allowed(/Ember Fox/)).toEqual([true, false, true]);
    expect(allowed(/Sky/)).toEqual([false, true, true]);
    expect(within(matrix).queryByText('Only Seen')).toBeNull();
    const locks = within(matrix).getAllByRole('img', {
      name: 'Operator or Game does not allow to change bets.',
    });
    expect(locks.map((lock) => lock.closest('tr')?.textContent)).toEqual(['Sky0,20 – 0,50']);
    expect(calls.filter(({ endpoint }) => endpoint === 'getBets')).toHaveLength(2);
    await user.click(within(matrix).getByRole('button', { name: /Ember Fox/ }));
    expect(shown).toEqual(all);
    expect(await screen.findByText('Ember Fox at Alpina RIFUGIO')).toBeVisible();
    const back = screen.getByRole('link', { name: 'Back to all games' });
    expect(back.getAttribute('href')).toBe('/bets?integration=1&operator=RIFUGIO');
  });

  it('[BET-01] has the integration in the row of a phone, the others in a sheet', async () => {
    setViewport(390);
    const { user } = show({});
    const games = await screen.findByRole('list', { name: 'Bets at Alpina RIFUGIO' });
    expect(await within(games).findByRole('button', { name: /^Ember Fox.* bets$/ })).toBeVisible();
    expect(screen.getAllByRole('combobox')).toEqual([screen.getByRole('combobox', { name: 'Integration' })]);
    // The first operator is the default and counts as no filter.
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(sheet).getByRole('combobox', { name: 'Game' }));
    await user.click(await screen.findByRole('option', { name: /^Ember Fox/ }));
    expect(shown).toEqual(all);
  });

  it('[ERR-092] says in the row of a game that its bets could not be read', async () => {
    show({}, { getBets: ({ path }: { path: string }) => (path.includes('sky') ? new Refusal(502) : list) });
    const row = await screen.findByRole('row', { name: /Sky/ });
    expect(await within(row).findByText("Couldn't read the bets")).toBeVisible();
    expect(screen.getByRole('columnheader', { name: '0,20' })).toBeVisible();
  });

  it('reads its address and forgets what fits nowhere', () => {
    expect(readBetsSearch({ integration: '3', operator: 'X', game: 'y' })).toEqual({
      integration: 3,
      operator: 'X',
      game: 'y',
    });
    expect(readBetsSearch({ integration: 'x' })).toEqual({});
  });
});

describe('the list', () => {
  it('[BET-03] shows bets in euro', async () => {
    show();
    await screen.findByRole('list', { name: 'Bets' });
    expect(chips()).toEqual(['0,10\u00a0€', '0,20\u00a0€', '0,50\u00a0€']);
  });

  it('[BET-13] says "nothing found" where there is none', async () => {
    list = { ...list, bets: [] };
    show();
    expect(await screen.findByText('nothing found')).toBeTruthy();
  });

  it('[BET-12][OPEN-89][ERR-094] offers nothing where no change is allowed, and says so', async () => {
    list = { ...list, canChangeBets: false };
    show();
    expect(await screen.findByText('Operator or Game does not allow to change bets.')).toBeTruthy();
    expect(chips()).toHaveLength(3);
    for (const name of ['Save changes', 'Reset', 'Add bet'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('[ERR-092] is cleared with a toast when it cannot be loaded', async () => {
    const { user } = show(all, { getBets: () => (list.minFactor === 1 ? list : new Refusal(502)) });
    await screen.findByRole('alert');
    expect(toast).toHaveBeenCalledWith('error', 'Something went wrong, please try again');
    expect(screen.queryByRole('list', { name: 'Bets' })).toBeNull();
    list = { ...list, minFactor: 1 };
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await screen.findByRole('list', { name: 'Bets' });
  });
});

describe('changes of the list', () => {
  it('[BET-04][BET-05][BET-06][ERR-095][ERR-096] are added by amount, with the problem beside the field', async () => {
    const { user } = show();
    await add(user, '0,25');
    expect(screen.getByText('Invalid bet')).toBeTruthy();
    await add(user, '0.20');
    expect(screen.getByText('This bet already exists')).toBeTruthy();
    expect(screen.queryByText('Invalid bet')).toBeNull();
    await add(user, '0.30');
    expect(chips()).toEqual(['0,10\u00a0€', '0,20\u00a0€', '+0,30\u00a0€new', '0,50\u00a0€']);
    await mode(user, 'Remove');
    expect(screen.queryByRole('textbox', { name: 'New bet' })).toBeNull();
  });

  it('[BET-04][BET-07][BET-08][BET-09] are removed by click, and Reset takes all of them back', async () => {
    const { user } = show();
    await add(user, '0,30');
    expect(screen.queryByRole('button', { name: /0,10/ })).toBeNull();
    await mode(user, 'Remove');
    await user.click(screen.getByRole('button', { name: /0,30/ }));
    expect(chips()).toHaveLength(3);
    const ten = screen.getByRole('button', { name: /0,10/ });
    await user.click(ten);
    expect(ten.getAttribute('aria-pressed')).toBe('true');
    expect(chips()[0]).toBe('−0,10\u00a0€to remove');
    await user.click(ten);
    expect(ten.getAttribute('aria-pressed')).toBe('false');
    await user.click(ten);
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(chips()).toEqual(['0,10\u00a0€', '0,20\u00a0€', '0,50\u00a0€']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
  });

  it('[BET-10][BET-11][ERR-093] are listed for confirmation, posted as the final list in cents, and reported', async () => {
    const { user, calls } = show();
    await add(user, '1,00');
    await mode(user, 'Remove');
    await user.click(screen.getByRole('button', { name: /0,20/ }));
    const dialog = await save(user);
    expect(within(within(dialog).getByRole('list', { name: 'To add' })).getByText(/1,00/)).toBeTruthy();
    expect(within(within(dialog).getByRole('list', { name: 'To remove' })).getByText(/0,20/)).toBeTruthy();
    expect(calls.some(({ endpoint }) => endpoint === 'saveBets')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Bets updated successfully'));
    expect(calls.find(({ endpoint }) => endpoint === 'saveBets')?.body).toEqual({
      bets: [10, 50, 100],
      readBets: [10, 20, 50],
    });
    await waitFor(() => expect(chips()).toEqual(['0,10\u00a0€', '0,50\u00a0€', '1,00\u00a0€']));
  });

  it('[OPEN-90] stay when they could not be saved, on top of the list as it is by then', async () => {
    const { user } = show(all, { saveBets: new Refusal(409, 'The bets have been changed meanwhile.') });
    await add(user, '0,30');
    list = { ...list, bets: [10, 20, 50, 80] };
    await user.click(within(await save(user)).getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong, please try again', {
        detail: 'The bets have been changed meanwhile.',
        error: expect.objectContaining({ status: 409 }),
      }),
    );
    await waitFor(() => expect(chips()).toContain('0,80\u00a0€'));
    expect(chips()).toContain('+0,30\u00a0€new');
  });

  it('are no draft any more once they wait for approval, and say before that they will', async () => {
    const settings = { ...defaultApprovalSettings, bets: true };
    const { user } = show(all, {
      getApprovalSettings: { settings, approvers: 2 },
      saveBets: new Held({ id: 7 }),
    });
    await add(user, '0,30');
    const dialog = within(await save(user));
    const request = await dialog.findByRole('button', { name: 'Request approval' });
    expect(dialog.getByText(/Nothing changes until a second person approves it\./)).toBeVisible();
    await user.click(request);
    await waitFor(() => expect(chips()).toEqual(['0,10\u00a0€', '0,20\u00a0€', '0,50\u00a0€']));
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    expect(screen.getByText('No changes')).toBeVisible();
  });

  it('stay while another change waits, which is no failure', async () => {
    const message = 'A change of this by anna waits for approval. Approve, refuse or withdraw it first.';
    const detail = { code: 'refusals.changeWaits' as const, values: { username: 'anna' } };
    const { user } = show(all, { saveBets: new Refusal(409, message, { detail }) });
    await add(user, '0,30');
    await user.click(within(await save(user)).getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'A change waits already', {
        detail: message,
        error: expect.objectContaining({ status: 409 }),
      }),
    );
    expect(chips()).toContain('+0,30\u00a0€new');
  });

  it('[OPEN-90] stay when neither the save nor the list after it goes through', async () => {
    let isAway = false;
    const { user } = show(all, {
      getBets: () => (isAway ? new Refusal(502) : list),
      saveBets: new Refusal(502, 'The platform does not respond.'),
    });
    await add(user, '0,30');
    isAway = true;
    await user.click(within(await save(user)).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/^Couldn't refresh/)).toBeVisible();
    expect(chips()).toEqual(['0,10\u00a0€', '0,20\u00a0€', '+0,30\u00a0€new', '0,50\u00a0€']);
    expect(vi.mocked(toast).mock.calls).toEqual([
      [
        'error',
        'Something went wrong, please try again',
        { detail: 'The platform does not respond.', error: expect.objectContaining({ status: 502 }) },
      ],
    ]);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/^Couldn't refresh/)).toBeNull());
    expect(chips()).toContain('+0,30\u00a0€new');
  });

  it('must leave one bet', async () => {
    const { user } = show();
    await mode(user, 'Remove');
    for (const bet of [/0,10/, /0,20/, /0,50/]) await user.click(screen.getByRole('button', { name: bet }));
    expect(screen.getByText('At least one bet must remain.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
  });

  it('are asked about before the page is left', async () => {
    const { user, router } = show();
    await add(user, '0,30');
    void router.navigate({ to: '/logs' as never });
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Leave without saving?')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(chips()).toContain('+0,30\u00a0€new');
    expect(router.state.location.pathname).toBe('/');
  });
});
