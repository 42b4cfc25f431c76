import type { ChangeRequest, ChangeRequestRow, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import * as toasts from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { valueText } from './approval-texts.tsx';
import { ApprovalsPage } from './pages/approvals-page.tsx';
import { type ApprovalsSearch, readApprovalsSearch } from './search.ts';

const toast = vi.spyOn(toasts, 'toast');
const anna = { userId: 'u-anna', username: 'anna' };

const aChange = (part: Partial<ChangeRequestRow> = {}): ChangeRequestRow => ({
  id: 7,
  kind: 'bets',
  state: 'waiting',
  title: {
    code: 'approvals.betsOf',
    values: { game: 'Ember Fox', operator: 'Rifugio', integration: 'Alpina' },
  },
  subject: 'bets/3/RIFUGIO/ember_fox',
  path: '/bets?integration=3&operator=RIFUGIO&game=ember_fox',
  integration: { id: 3, name: 'Alpina' },
  size: 2,
  requestedAt: '2026-11-20T12:00:00.000Z',
  requestedBy: anna,
  reason: null,
  expiresAt: '2026-11-27T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  answer: null,
  isOwn: false,
  mayDecide: true,
  ...part,
});
const ended = (state: ChangeRequestRow['state'], part: Partial<ChangeRequestRow> = {}) =>
  aChange({ state, decidedAt: '2026-11-21T09:30:00.000Z', decidedBy: 'bruno', mayDecide: false, ...part });
const own = aChange({ isOwn: true, mayDecide: false });
const title = 'Bets of Ember Fox at Rifugio, Alpina';
const whole = (row: ChangeRequestRow = aChange(), part: Partial<ChangeRequest> = {}): ChangeRequest => ({
  ...row,
  rows: [
    {
      what: { code: 'approvals.bets', values: {} },
      before: { cents: [10, 20, 50] },
      after: { cents: [10, 20, 100] },
    },
    { what: { code: 'plain.text', values: { text: 'Ember fox' } }, before: null, after: null },
  ],
  outdated: null,
  ...part,
});

function show(
  search: ApprovalsSearch = {},
  answers: Record<string, unknown> = {},
  role: Role = 'ludus_admin',
) {
  const rows = [aChange(), ended('refused', { id: 5, kind: 'roles', answer: 'Too high.' })];
  const calls = answerCalls({
    listChangeRequests: { rows, count: rows.length, waitingForMe: 1 },
    getChangeRequest: whole(),
    ...answers,
  });
  const seen = vi.fn();
  function Harness() {
    const [current, setCurrent] = useState(search);
    return (
      <ApprovalsPage
        search={current}
        onSearch={(next) => {
          seen(next);
          setCurrent(next);
        }}
        settings={<p>The switches</p>}
      />
    );
  }
  const last = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).at(-1);
  return { ...renderScreen(<Harness />, { role }), calls, seen, last };
}
const openPanel = async () => within(await screen.findByRole('dialog', { name: 'Change request 7' }));
const textsOf = (cells: readonly HTMLElement[]) => cells.map(({ textContent }) => textContent);

beforeEach(() => {
  toast.mockClear();
});
afterEach(() => setLanguage('en'));

describe('the list of change requests', () => {
  const off = {
    visibility: false,
    bets: false,
    roles: false,
    terms: false,
    visibilityThreshold: 20,
    expiryDays: 7,
  };
  const none = { rows: [], count: 0, waitingForMe: 0 };

  it('says how many wait for the reader, what each changes, and what was decided by whom', async () => {
    show();
    expect(await screen.findByText(/1 change waits for you/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'What needs approval' })).toHaveAttribute(
      'href',
      '/settings#approvals',
    );
    const table = within(await screen.findByRole('table', { name: 'Change requests' }));
    const [first, second] = (await table.findAllByRole('row')).slice(1);
    expect(first).toHaveAccessibleName(`${title}, Waiting`);
    expect(first).toHaveTextContent('Bet list · 2 rows');
    expect(first).toHaveTextContent('anna');
    expect(first).toHaveTextContent('Expires');
    expect(second).toHaveTextContent('User rights');
    expect(second).toHaveTextContent('bruno');
  });

  it('is narrowed by state and kind, which the address keeps', async () => {
    const { user, seen, last } = show({ page: 2 });
    await screen.findByRole('table', { name: 'Change requests' });
    await user.click(await screen.findByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'Waiting' }));
    expect(seen).toHaveBeenLastCalledWith({ state: 'waiting', page: undefined });
    await user.click(await screen.findByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'User rights' }));
    await waitFor(() =>
      expect(last('listChangeRequests')?.query).toEqual({
        state: 'waiting',
        kind: 'roles',
        limit: '50',
        offset: '0',
      }),
    );
    expect(readApprovalsSearch({ state: 'waiting', kind: 'terms', id: '7', page: 'x' })).toEqual({
      state: 'waiting',
      kind: 'terms',
      id: 7,
      page: undefined,
    });
    expect(readApprovalsSearch({ state: 'open', kind: 'games', id: '0' })).toEqual({});
  });

  it('clears filters that match nothing, and says where changes come from while there are none', async () => {
    const nothing = {
      listChangeRequests: none,
      getApprovalSettings: { settings: off, approvers: 2 },
    };
    const { user, seen } = show({ kind: 'terms' }, nothing);
    expect(await screen.findByText('No change request matches these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(seen).toHaveBeenLastCalledWith({});
    expect(await screen.findByText(/^Approvals are off/)).toBeVisible();
  });

  it('says that nothing waits and that approvals are off, above the switches of what needs one', async () => {
    show({}, { listChangeRequests: none, getApprovalSettings: { settings: off, approvers: 2 } });
    expect(await screen.findByText('Approvals are off: every change applies at once.')).toBeVisible();
    expect(screen.getByText('The switches')).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('No changes wait for you')).toBeVisible();
  });

  it('says that nothing waits while approvals are on', async () => {
    const settings = { ...off, visibility: true, terms: true };
    show({}, { listChangeRequests: none, getApprovalSettings: { settings, approvers: 2 } });
    expect(await screen.findByText('No changes wait for you')).toBeVisible();
    expect(await screen.findByText('Changes of the kinds that are on appear here.')).toBeVisible();
    expect(screen.queryByText(/^Approvals are off/)).toBeNull();
    expect(screen.getByText('The switches')).toBeVisible();
  });

  it('says that it could not be loaded, and loads again', async () => {
    let isDown = true;
    const { user } = show(
      {},
      {
        listChangeRequests: () =>
          isDown ? new Refusal(500) : { rows: [aChange()], count: 1, waitingForMe: 1 },
      },
    );
    const reload = await screen.findByRole('button', { name: 'Reload' });
    isDown = false;
    await user.click(reload);
    expect(await screen.findByText(title)).toBeVisible();
  });

  it('has for an administrator of an integration only their own', async () => {
    show({}, { listChangeRequests: { rows: [own], count: 1, waitingForMe: 0 } }, 'integration_admin');
    expect(await screen.findByText('Your changes that need a second person')).toBeVisible();
  });

  it('opens a row on a phone, in Italian', async () => {
    setViewport(390);
    await setLanguage('it');
    const { user, seen } = show();
    const [first] = await screen.findAllByText('Puntate di Ember Fox presso Rifugio, Alpina');
    await user.click(first as HTMLElement);
    expect(seen).toHaveBeenLastCalledWith({ id: 7 });
    expect(await screen.findByRole('button', { name: 'Approva' })).toBeVisible();
  });
});

describe('a change request', () => {
  it('shows row by row what it replaces, amounts as amounts, and leads to what it concerns', async () => {
    show({ id: 7 });
    const panel = await openPanel();
    expect(await panel.findByRole('heading', { name: title })).toBeVisible();
    const rows = within(await panel.findByRole('table', { name: 'What changes' })).getAllByRole('row');
    expect(textsOf(rows)).toEqual([
      'WhatBeforeAfter',
      `BetsAdded${valueText({ cents: [100] })}Removed${valueText({ cents: [50] })}Before${valueText({ cents: [10, 20, 50] })}After${valueText({ cents: [10, 20, 100] })}`,
      'Ember foxNoneNone',
    ]);
    expect(panel.getByRole('link', { name: 'Open what it changes' })).toHaveAttribute(
      'href',
      '/bets?integration=3&operator=RIFUGIO&game=ember_fox',
    );
  });

  it('of a bet list says only what it does to the list: what is added, and nothing of what is not', async () => {
    const rows: ChangeRequest['rows'] = [
      {
        what: { code: 'approvals.bets', values: {} },
        before: { cents: [10, 20] },
        after: { cents: [10, 20, 40] },
      },
    ];
    show({ id: 7 }, { getChangeRequest: whole(aChange({ size: 1 }), { rows }) });
    const table = within(await (await openPanel()).findByRole('table', { name: 'What changes' }));
    expect(textsOf(table.getAllByRole('columnheader'))).toEqual(['What', 'What changes']);
    expect(textsOf(table.getAllByRole('term'))).toEqual(['Added', 'Before', 'After']);
    expect(textsOf(table.getAllByRole('definition'))).toEqual([
      '0,40\u00a0€',
      '0,10\u00a0€ · 0,20\u00a0€',
      '0,10\u00a0€ · 0,20\u00a0€ · 0,40\u00a0€',
    ]);
    for (const role of ['deletion', 'insertion']) expect(table.queryByRole(role)).toBeNull();
  });

  it('is approved with a remark, or without one', async () => {
    let current = whole();
    const { user, last } = show(
      { id: 7 },
      {
        getChangeRequest: () => current,
        decideChangeRequest: () => {
          current = whole(ended('approved', { answer: 'As agreed.' }));
          return current;
        },
      },
    );
    const panel = await openPanel();
    await user.click(await panel.findByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve this change?' }));
    expect(
      dialog.getByText(`${title}: it is applied at once, unless what it replaces has changed.`),
    ).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Comment' }), ' As agreed. ');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(last('decideChangeRequest')?.body).toEqual({ decision: 'approve', reason: 'As agreed.' }),
    );
    expect(await panel.findByText('As agreed.')).toBeVisible();
    expect(panel.getByText('Approved by')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(toast).toHaveBeenCalledWith('success', 'Change approved and applied');
  });

  it('is refused with a reason only, and what was typed is not lost by a slip', async () => {
    const { user, last } = show({ id: 7 }, { decideChangeRequest: whole(ended('refused')) });
    await user.click(await (await openPanel()).findByRole('button', { name: 'Refuse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this change?' }));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('Say why, in a few words: the other person reads it.')).toBeVisible();
    expect(last('decideChangeRequest')).toBeUndefined();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too high.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(last('decideChangeRequest')?.body).toEqual({ decision: 'refuse', reason: 'Too high.' }),
    );
  });

  it('is neither approved nor refused by its author, who may explain and withdraw it', async () => {
    const { user, last } = show(
      { id: 7 },
      {
        getChangeRequest: whole(own),
        explainChangeRequest: whole(own),
        withdrawChangeRequest: whole(ended('withdrawn')),
      },
    );
    const panel = await openPanel();
    expect(await panel.findByText('Another person has to decide.')).toBeVisible();
    for (const name of ['Approve', 'Refuse']) expect(panel.queryByRole('button', { name })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Save reason' }));
    expect(await panel.findByText('Say why, in a few words: the other person reads it.')).toBeVisible();
    await user.type(panel.getByRole('textbox', { name: 'Reason' }), 'New contract.');
    await user.click(panel.getByRole('button', { name: 'Save reason' }));
    await waitFor(() => expect(last('explainChangeRequest')?.body).toEqual({ reason: 'New contract.' }));
    await user.click(panel.getByRole('button', { name: 'Withdraw' }));
    expect(last('withdrawChangeRequest')).toBeUndefined();
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this change?' }));
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(last('withdrawChangeRequest')).toBeDefined());
  });

  it('that turns out outdated says so and shows what differs', async () => {
    let current = whole();
    const message = 'Nothing was applied: this change request is outdated.';
    const { user } = show(
      { id: 7 },
      {
        getChangeRequest: () => current,
        decideChangeRequest: () => {
          current = whole(ended('outdated'), {
            outdated: {
              reason: null,
              rows: [
                {
                  what: { code: 'approvals.bets', values: {} },
                  requested: { cents: [10, 20, 50] },
                  found: { cents: [10, 20, 70] },
                },
              ],
            },
          });
          return new Refusal(409, message);
        },
      },
    );
    const panel = await openPanel();
    await user.click(await panel.findByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve this change?' }));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    const rows = within(await panel.findByRole('table', { name: 'What is different now' })).getAllByRole(
      'row',
    );
    // What is as it was is not repeated.
    expect(textsOf(rows)).toEqual([
      'WhatWhat is different now',
      `BetsAdded since${valueText({ cents: [70] })}Removed since${valueText({ cents: [50] })}`,
    ]);
    expect(panel.getByText('This has changed since the request. Nothing was applied.')).toBeVisible();
    expect(toast).toHaveBeenCalledWith('error', message, expect.anything());
    expect(panel.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('that has expired can no longer be decided', async () => {
    const expired = aChange({ state: 'expired', mayDecide: false });
    show({ id: 7 }, { getChangeRequest: whole(expired) });
    const panel = await openPanel();
    expect(await panel.findByText('Expired')).toBeVisible();
    for (const name of ['Approve', 'Refuse', 'Withdraw'])
      expect(panel.queryByRole('button', { name })).toBeNull();
  });

  it('shows its first hundred rows, and all of them when asked', async () => {
    const many = Array.from({ length: 130 }, (_unused, index) => ({
      what: { code: 'plain.text' as const, values: { text: `Game ${index}` } },
      before: null,
      after: null,
    }));
    const { user } = show({ id: 7 }, { getChangeRequest: whole(aChange({ size: 130 }), { rows: many }) });
    const panel = await openPanel();
    const count = async () =>
      within(await panel.findByRole('table', { name: 'What changes' })).getAllByRole('row').length - 1;
    expect(await count()).toBe(100);
    await user.click(panel.getByRole('button', { name: 'Show all 130 rows' }));
    expect(await count()).toBe(130);
  });
});
