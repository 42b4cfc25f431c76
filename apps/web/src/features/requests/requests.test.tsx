import type { GameRequest, GameRequestRow, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestList } from '../../domain/game/request-list.ts';
import { setLanguage } from '../../lib/language.ts';
import * as toasts from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { RequestsPage } from './pages/requests-page.tsx';
import { waitText } from './request-texts.tsx';
import { type RequestsSearch, readRequestsSearch } from './search.ts';

const toast = vi.spyOn(toasts, 'toast');
const now = new Date('2026-11-20T14:00:00.000Z');

const aRequest = (part: Partial<GameRequestRow> = {}): GameRequestRow => ({
  id: 7,
  state: 'asked',
  game: {
    id: 21,
    name: 'Wolves of Skadi',
    sub_name: 'Hold & Win',
    slug: 'wolves_of_skadi',
    isCatalog: true,
    isDev: false,
    game_media: [],
  },
  integration: { id: 3, name: 'Alpina' },
  askedAt: '2026-11-17T12:00:00.000Z',
  askedBy: 'alpina.admin',
  reviewedAt: null,
  reviewedBy: null,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  isVisible: true,
  activeSince: null,
  ...part,
});
const frostjarl = { ...aRequest().game, id: 22, name: 'Frostjarl', sub_name: null, slug: 'frostjarl' };
const inDevelopment = aRequest({
  id: 8,
  game: { ...frostjarl, isDev: true },
  integration: { id: 4, name: 'Baltica' },
  askedAt: '2026-11-18T12:00:00.000Z',
});
const refused = aRequest({
  id: 5,
  state: 'refused',
  game: { ...frostjarl, id: 23, name: 'Gummy Galaxy' },
  decidedAt: '2026-11-19T09:30:00.000Z',
  decidedBy: 'admin',
  reason: 'Not certified for Italy.',
});
const rows = [aRequest(), inDevelopment, refused];
const whole = (row: GameRequestRow = aRequest()): GameRequest => ({
  ...row,
  events: [
    { id: 1, at: row.askedAt, kind: 'asked', side: 'integration', username: row.askedBy, text: null },
    {
      id: 2,
      at: '2026-11-18T08:00:00.000Z',
      kind: 'comment',
      side: 'integration',
      username: 'alpina.admin',
      text: 'For the start of March.',
    },
  ],
});

function show(
  role: Role = 'ludus_admin',
  search: RequestsSearch = {},
  answers: Record<string, unknown> = {},
) {
  const calls = answerCalls({
    listGameRequests: { rows, count: rows.length, open: 2 },
    getGameRequest: whole(),
    listIntegrations: { rows: [anIntegration(3, 'Alpina')] },
    ...answers,
  });
  const seen = vi.fn();
  function Harness() {
    const [current, setCurrent] = useState(search);
    return (
      <RequestsPage
        search={current}
        onSearch={(next) => {
          seen(next);
          setCurrent(next);
        }}
      />
    );
  }
  const last = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).at(-1);
  return { ...renderScreen(<Harness />, { role }), calls, seen, last };
}
const table = () => screen.findByRole('table', { name: 'Requests for games' });
const openPanel = () => screen.findByRole('dialog', { name: /^Request \d+$/ });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await setLanguage('en');
});

describe('the queue of the provider', () => {
  it('says how many wait, since when and for whom, and what was answered', async () => {
    show();
    const body = within(await table());
    expect(await screen.findByText('2 open of 3 requests')).toBeVisible();
    const [first, , last] = (await body.findAllByRole('row')).slice(1);
    expect(first).toHaveTextContent('Wolves of Skadi');
    expect(first).toHaveTextContent('Alpina');
    expect(first).toHaveTextContent('17/11/2026 · alpina.adminwaiting for 3 days');
    expect(first).toHaveTextContent('alpina.admin');
    expect(last).toHaveTextContent('Refused');
    expect(last).toHaveTextContent('Not certified for Italy.');
  });

  it('lets a guest withdraw what they have asked for, and comment on it', async () => {
    const { user, last } = show('integration_guest', { id: 7 }, { commentGameRequest: whole() });
    await openPanel();
    expect(await button('Withdraw request')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Request games' })).toBeNull();
    expect(screen.getByText(/^These are the games that you have asked for\./)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'For Italy.');
    await user.click(await button('Send'));
    await waitFor(() => expect(last('commentGameRequest')?.body).toEqual({ text: 'For Italy.' }));
  });

  it('says a wait in whole words of one unit, without a zero', async () => {
    const hours = (count: number) => count * 3_600_000;
    const t = i18next.getFixedT('en', 'requests');
    const it_ = i18next.getFixedT('it', 'requests');
    expect(
      [0.2, 1, 47, 48, 12 * 24, 60 * 24, 350 * 24, 365 * 24, 612 * 24].map((one) => waitText(hours(one), t)),
    ).toEqual([
      'less than an hour',
      '1 hour',
      '47 hours',
      '2 days',
      '12 days',
      '60 days',
      '11 months',
      '12 months',
      '20 months',
    ]);
    expect([12, 350, 612].map((days) => it_('waits', { time: waitText(hours(24 * days), it_) }))).toEqual([
      'in attesa da 12 giorni',
      'in attesa da 11 mesi',
      'in attesa da 20 mesi',
    ]);
  });

  it('says long waits in months', async () => {
    show(
      'ludus_admin',
      {},
      { listGameRequests: { rows: [aRequest({ askedAt: '2025-03-04T09:00:00.000Z' })], count: 1, open: 1 } },
    );
    expect(await screen.findByText(/waiting for 20 months/)).toBeVisible();
  });

  it('says of a granted one whether the platform is waited for, or since when it offers the game', async () => {
    const granted = aRequest({
      id: 4,
      state: 'granted',
      decidedAt: '2026-11-19T09:30:00.000Z',
      decidedBy: 'admin',
    });
    const offered = { ...granted, id: 3, activeSince: '2026-11-20T08:00:00.000Z' };
    const hidden = { ...granted, id: 2, isVisible: false };
    const { user } = show(
      'ludus_admin',
      {},
      {
        listGameRequests: { rows: [granted, offered, hidden], count: 3, open: 0 },
        getGameRequest: whole(granted),
      },
    );
    expect(await screen.findByText('offered since 20/11/2026')).toBeVisible();
    const rowsOfTable = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rowsOfTable.map((row) => row.textContent)).toEqual([
      expect.stringContaining('waiting for the platform'),
      expect.stringContaining('offered since 20/11/2026'),
      expect.stringContaining('no longer visible'),
    ]);
    await user.click(screen.getByText(/waiting for the platform/));
    expect(await screen.findByText('Available, waiting for the platform to offer it')).toBeVisible();
  });

  it('narrows by state and integration, and keeps both in the address', async () => {
    const { user, seen, last } = show();
    await table();
    await user.click(await screen.findByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'Open' }));
    expect(seen).toHaveBeenLastCalledWith({ state: 'open' });
    await waitFor(() => expect(last('listGameRequests')?.query.state).toBe('open'));
    expect(readRequestsSearch({ state: 'open', integration: '3', id: '7', page: 'x' })).toEqual({
      state: 'open',
      integration: 3,
      id: 7,
      page: undefined,
    });
    expect(readRequestsSearch({ state: 'lost', id: '-1' })).toEqual({});
  });

  it('decides selected ones in one call, and shows the result of each', async () => {
    const failure = { code: 'refusals.requestInDevelopment', values: { name: 'Frostjarl' } };
    const { user, last } = show(
      'ludus_admin',
      {},
      {
        decideGameRequests: {
          rows: [
            { id: 7, failure: null },
            { id: 8, failure },
          ],
        },
      },
    );
    await table();
    // What has ended has no box.
    expect(await screen.findAllByRole('checkbox', { name: /^Select .* for / })).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: 'Select all open requests of this page' }));
    const bar = screen.getByRole('region', { name: 'Selected requests' });
    expect(bar).toHaveTextContent('2 requests selected');
    await user.click(within(bar).getByRole('button', { name: 'Grant' }));
    const dialog = await screen.findByRole('dialog', { name: 'Grant 2 requests?' });
    expect(dialog).toHaveTextContent(
      'The integrations see the games already: only the requests are answered.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Grant' }));
    await waitFor(() => expect(last('decideGameRequests')?.body).toEqual({ ids: [7, 8], decision: 'grant' }));
    const results = within(await screen.findByRole('table', { name: 'Result' }));
    expect(await screen.findByText('1 request granted')).toBeVisible();
    expect(screen.getByText('1 was not decided')).toBeVisible();
    expect(results.getAllByRole('row')[1]).toHaveTextContent(
      'Frostjarl is in development: it can be granted once it is released.',
    );
    expect(screen.queryByRole('region', { name: 'Selected requests' })).toBeNull();
  });

  it('says before and after a grant who sees the game, when it becomes active, and who is notified', async () => {
    const { user } = show('ludus_admin', { id: 7 }, { decideGameRequest: whole() });
    await openPanel();
    await user.click(await button('Grant'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant Wolves of Skadi to Alpina?' }));
    expect(dialog.getByText(/whoever requested it are notified, also by email\.$/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Grant' }));
    const detail = 'Alpina sees the game and is notified. It becomes active once its platform offers it.';
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Request granted', { detail }));
  });

  it('refuses with a reason only', async () => {
    const { user, last } = show('ludus_admin', { id: 7 }, { decideGameRequest: whole(refused) });
    await openPanel();
    await user.click(await button('Refuse'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse Wolves of Skadi to Alpina?' }));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('Say why, in a few words: the other side reads it.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    expect(last('decideGameRequest')).toBeUndefined();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No demand.');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(last('decideGameRequest')?.body).toEqual({ decision: 'refuse', reason: 'No demand.' }),
    );
  });

  it('shows what someone else has done meanwhile', async () => {
    let current = whole();
    const { user } = show(
      'ludus_admin',
      { id: 7 },
      {
        getGameRequest: () => current,
        reviewGameRequest: () => {
          current = whole({ ...refused, id: 7 });
          return new Refusal(409, 'Alpina has withdrawn this request in the meantime.');
        },
      },
    );
    const panel = within(await openPanel());
    await user.click(await button('Take in review'));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Grant' })).toBeNull());
    expect(toast).toHaveBeenCalledWith(
      'error',
      'Alpina has withdrawn this request in the meantime.',
      expect.anything(),
    );
  });

  it('keeps a dialog that is opened while it is being taken in review', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { user } = show(
      'ludus_admin',
      { id: 7 },
      {
        reviewGameRequest: async () => {
          await answered;
          return whole(
            aRequest({ state: 'reviewing', reviewedBy: 'admin', reviewedAt: '2026-11-20T12:00:00Z' }),
          );
        },
      },
    );
    await openPanel();
    await user.click(await button('Take in review'));
    await user.click(await button('Refuse'));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Not certified');
    answer();
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Request taken in review'));
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Not certified');
  });

  it('says why a game cannot be granted now', async () => {
    show('ludus_admin', { id: 8 }, { getGameRequest: whole(inDevelopment) });
    const panel = within(await openPanel());
    expect(
      await panel.findByText('The game is in development. It can be granted once it is released.'),
    ).toBeVisible();
    expect(panel.getByRole('button', { name: 'Grant' })).toBeDisabled();
    expect(panel.getByRole('button', { name: 'Refuse' })).toBeEnabled();
  });

  it('is decided by a manager, too, who may also comment', async () => {
    const { user, last } = show('ludus_manager', { id: 7 }, { commentGameRequest: whole() });
    const panel = within(await openPanel());
    expect(await panel.findByText('For the start of March.')).toBeVisible();
    for (const name of ['Grant', 'Refuse', 'Take in review'])
      expect(panel.getByRole('button', { name })).toBeEnabled();
    expect(panel.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Send' }));
    expect(await panel.findByText('Write a few words.')).toBeVisible();
    await user.type(panel.getByRole('textbox', { name: 'Comment' }), 'Which market?');
    await user.click(panel.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(last('commentGameRequest')?.body).toEqual({ text: 'Which market?' }));
    await waitFor(() => expect(panel.getByRole('textbox', { name: 'Comment' })).toHaveValue(''));
  });
});

describe('the side of an integration', () => {
  it('has its own requests without the integration, and the answer to each', async () => {
    show('integration_admin', {}, { listGameRequests: { rows: [aRequest(), refused], count: 2, open: 1 } });
    const body = within(await table());
    expect(await body.findByText('Not certified for Italy.')).toBeVisible();
    expect(body.queryByRole('columnheader', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(body.getByText('Not certified for Italy.').closest('tr')).toHaveTextContent(/admin/);
  });

  it('is where games are asked for: the Catalog opens with its boxes', async () => {
    requestList.set(null);
    const { user } = show('integration_admin');
    const ask = await screen.findByRole('link', { name: 'Request games' });
    expect(ask).toHaveAttribute('href', '/catalog');
    await user.click(ask);
    expect(requestList.get()).toEqual([]);
    requestList.set(null);
  });

  it('withdraws a request once it is confirmed', async () => {
    const { user, last } = show('integration_admin', { id: 7 }, { withdrawGameRequest: whole() });
    await openPanel();
    await user.click(await button('Withdraw request'));
    expect(last('withdrawGameRequest')).toBeUndefined();
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw the request for Wolves of Skadi?' });
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw request' }));
    await waitFor(() => expect(last('withdrawGameRequest')).toBeDefined());
  });

  it('leads to the Catalog while there is nothing', async () => {
    show('integration_admin', {}, { listGameRequests: { rows: [], count: 0, open: 0 } });
    expect(await screen.findByRole('link', { name: 'Open Catalog' })).toHaveAttribute('href', '/catalog');
    expect(screen.getByText('Nothing waits for an answer')).toBeVisible();
  });

  it('is read on a phone, in Italian', async () => {
    setViewport(390);
    await setLanguage('it');
    const { user, seen } = show('integration_admin');
    await user.click(await screen.findByText('Wolves of Skadi'));
    expect(seen).toHaveBeenLastCalledWith({ id: 7 });
    expect(await screen.findByRole('button', { name: 'Ritira richiesta' })).toBeVisible();
  });
});
