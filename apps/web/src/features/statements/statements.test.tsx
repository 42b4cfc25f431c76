import { noAgeing } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import {
  alpina,
  balance,
  baltica,
  content,
  detail,
  panel,
  place,
  show,
  text,
} from '../../test/statements-screen.tsx';
import { paymentsIn, queryOf, statesIn } from './query.ts';
import { readStatementsSearch } from './search.ts';

describe('the list of statements', () => {
  it('has the sum of what is owed, each balance as a filter, and a row that opens its statement', async () => {
    const { user, of } = show();
    expect(await screen.findByText('Integrations owe Ludus 1.617,59 €')).toBeInTheDocument();
    const balances = screen.getByRole('list', { name: 'Balance by integration' });
    const own = await within(balances).findByRole('button', { name: /Alpina/ });
    expect(text(own)).toContain('1.597,59 €owed to Ludus10,00 € overdue');
    await user.click(own);
    expect(place.shown.integration).toBe(3);
    await waitFor(() => expect(of('listStatements').at(-1)?.query).toMatchObject({ integrationId: '3' }));
    const row = await screen.findByRole('row', { name: 'Open statement LH-2026-0001 of Alpina' });
    expect(text(row)).toContain('+6,87 €');
    expect(row).toHaveTextContent('05/12/2026');
    await user.click(row);
    expect(place.shown).toMatchObject({ id: 8, integration: 3 });
    expect(await panel()).toBeInTheDocument();
  });

  it('says that none fits the filters, and where statements come from while there is none', async () => {
    const amount = (month: string, reason: string, due: number) => ({
      integration: alpina,
      month,
      reason,
      due,
    });
    const none = {
      listStatements: { rows: [], count: 0 },
      listBalances: { rows: [] },
      listUnstatedAmounts: {
        rows: [
          amount('2026-11', 'running', 3.33),
          amount('2026-10', 'ended', 276.55),
          amount('2026-09', 'ended', 20),
        ],
      },
    };
    const { user } = show({ states: 'void' }, none);
    expect(await screen.findByText('No statement matches these filters')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('heading', { name: 'Months without a statement' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Close Sept 2026 of Alpina' })).toHaveAttribute(
      'href',
      '/period-close?integration=3&month=2026-09',
    );
    expect(text(screen.getByRole('row', { name: /^Alpina|AAlpina/ }))).toContain(
      'Sept 2026 – Nov 2026299,88 €',
    );
    expect(
      screen.getByText('296,55 € ended, not closed · 3,33 € in the month in progress'),
    ).toBeInTheDocument();
  });

  it('is shown to an integration with its own balance, and with nothing to manage', async () => {
    show({}, { listBalances: { rows: [balance(alpina, 1_597.59)] } }, 'integration_admin');
    expect(await screen.findByText('LH-2026-0001')).toBeInTheDocument();
    expect(screen.getByText('You owe Ludus 1.597,59 €')).toBeInTheDocument();
    expect(screen.getByText('Open statements')).toBeInTheDocument();
    expect(screen.queryByText('To issue')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Issuer' })).toBeNull();
  });
});

describe('who owes what', () => {
  const unstated = {
    listUnstatedAmounts: {
      rows: [
        { integration: alpina, month: '2026-11', reason: 'running', due: 3.33 },
        { integration: baltica, month: '2026-10', reason: 'closed', due: 50.1 },
        { integration: alpina, month: '2026-10', reason: 'ended', due: 276.55 },
        { integration: alpina, month: '2026-09', reason: 'changed', due: -0.1 },
      ],
    },
  };
  const cells = (row: HTMLElement) => within(row).getAllByRole('cell').map(text);

  it('has a row for each integration: on statements, and what is on none, with totals', async () => {
    const { user } = show({ tab: 'owed' }, unstated);
    const row = await screen.findByRole('row', { name: 'Months of Alpina without a statement' });
    expect(cells(row)).toEqual([
      expect.stringContaining('Alpina'),
      '1.597,59 €10,00 € overdue',
      '0,00 €',
      '−0,10 €',
      '276,55 €',
      '3,33 €',
      '279,78 €since Oct 2026',
    ]);
    expect(cells(screen.getByRole('row', { name: /^Total/ }))).toEqual([
      'Total',
      '1.617,59 €',
      '50,10 €',
      '−0,10 €',
      '276,55 €',
      '3,33 €',
      '329,88 €',
    ]);
    expect(
      screen.getByText(
        'Integrations owe Ludus 1.617,59 € · 50,00 € closed, not on a statement · 276,55 € ended, not closed · 3,33 € in the month in progress',
      ),
    ).toBeInTheDocument();
    await user.click(row);
    expect(place.shown).toEqual({ tab: 'owed', integration: 3 });
  });

  it('leads from each month of an integration to its close or its statement', async () => {
    const { user } = show({ tab: 'owed', integration: 3 }, unstated);
    expect(await screen.findByRole('link', { name: 'Close October 2026 of Alpina' })).toHaveAttribute(
      'href',
      '/period-close?integration=3&month=2026-10',
    );
    const months = screen.getByRole('table', { name: 'Months without a statement' });
    expect(text(within(months).getByRole('row', { name: /^Total/ }))).toContain('279,78 €');
    await user.click(screen.getByRole('button', { name: 'All integrations' }));
    await user.click(await screen.findByRole('row', { name: 'Months of Baltica without a statement' }));
    await user.click(
      await screen.findByRole('button', { name: 'Issue the statement of October 2026, Baltica' }),
    );
    expect(place.shown).toMatchObject({ issue: 4, month: '2026-10' });
  });

  it('is what the screen begins with, with what all owe together', async () => {
    show({}, unstated);
    expect(await screen.findByRole('row', { name: 'Months of Alpina without a statement' })).toBeVisible();
    expect(screen.getAllByRole('tab').map(text).slice(0, 2)).toEqual(['Owed', 'Statements']);
    expect(screen.getByRole('tab', { name: 'Owed' })).toHaveAttribute('aria-selected', 'true');
    const sums = screen.getByRole('region', { name: 'Owed by all integrations' });
    expect(text(sums)).toBe(
      'Owed on statements1.617,59 €Overdue10,00 €Closed, not on a statement50,00 €Oldest: October 2026Ended, not closed276,55 €Oldest: October 2026Month in progress3,33 €',
    );
    expect(text(screen.getByRole('region', { name: 'Open by age' }))).toContain(
      'Not due yet1.607,59 €1–30 days late0,00 €31–60 days late10,00 €61–90 days late0,00 €Over 90 days late0,00 €',
    );
    expect(screen.queryByRole('button', { name: 'Issue several…' })).toBeNull();
  });

  it('leads to the statements of several months once several are closed', async () => {
    const closed = ['2026-09', '2026-10'].map((month) => ({
      integration: baltica,
      month,
      reason: 'closed',
      due: 50.1,
    }));
    const { user } = show({}, { listUnstatedAmounts: { rows: closed } });
    await user.click(await screen.findByRole('button', { name: 'Issue several…' }));
    expect(place.shown.several).toBe(true);
  });

  it('says which integrations dispute a statement', async () => {
    const balances = [
      { integration: alpina, balance: 1597.59, overdue: 10, ageing: noAgeing, open: 2, disputed: 1 },
      { integration: baltica, balance: 20, overdue: 0, ageing: noAgeing, open: 1, disputed: 2 },
    ];
    const { user, router } = show({ tab: 'owed' }, { ...unstated, listBalances: { rows: balances } });
    const rowOf = (name: string) =>
      screen.findByRole('row', { name: `Months of ${name} without a statement` });
    expect(cells(await rowOf('Alpina'))[1]).toBe('1.597,59 €10,00 € overdue · 1 disputed');
    expect(cells(await rowOf('Baltica'))[1]).toBe('20,00 €2 disputed');
    await user.click(screen.getByRole('link', { name: '2 disputed' }));
    expect(router.state.location.href).toBe('/statements?tab=list&states=disputed&integration=4');
    expect(place.shown).toEqual({ tab: 'owed' });
  });

  it('is what an integration begins with only before its first statement', async () => {
    const own = { listUnstatedAmounts: { rows: unstated.listUnstatedAmounts.rows.slice(0, 1) } };
    show({}, { ...own, listBalances: { rows: [] } }, 'integration_admin');
    expect(await screen.findByText('November 2026')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Owed' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows an integration its own months, with nothing to do', async () => {
    const own = { listUnstatedAmounts: { rows: unstated.listUnstatedAmounts.rows.slice(0, 1) } };
    show({ tab: 'owed' }, { ...own, listBalances: { rows: [] } }, 'integration_admin');
    expect(await screen.findByText('November 2026')).toBeInTheDocument();
    expect(screen.getByText('Owed on statements')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'All integrations' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Next step' })).toBeNull();
  });

  it('says when it could not be read', async () => {
    show({ tab: 'owed' }, { listUnstatedAmounts: new Refusal(500, 'No answer.') });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });
});

describe('issuing', () => {
  it('shows what is printed, beside the terms, and sends the total that was seen', async () => {
    const { user, of } = show({ tab: 'list' }, { issueStatement: detail });
    await user.click(
      await screen.findByRole('button', { name: 'Issue the statement of October 2026, Baltica' }),
    );
    expect(place.shown).toMatchObject({ issue: 4, month: '2026-10' });
    const dialog = await screen.findByRole('dialog', { name: /^Statement of October 2026/ });
    expect(await within(dialog).findByRole('table', { name: 'Restatements' })).toHaveTextContent(
      'September 2026',
    );
    expect(text(dialog)).toContain('10.000,00 € × 10% + 2.345,00 € × 12,5% = 1.293,13 €');
    expect(text(within(dialog).getByRole('table', { name: 'By operator and game' }))).toContain('655,00 €');
    await user.click(within(dialog).getByRole('button', { name: 'Issue statement' }));
    const confirm = await screen.findByRole('dialog', {
      name: 'Issue the statement of October 2026 to Alpina?',
    });
    await user.click(within(confirm).getByRole('button', { name: 'Issue statement' }));
    await waitFor(() =>
      expect(of('issueStatement')[0]?.body).toEqual({
        integrationId: 4,
        month: '2026-10',
        expectedTotal: 1_597.59,
      }),
    );
    await waitFor(() => expect(place.shown.id).toBe(8));
    expect(place.shown.issue).toBeUndefined();
  });

  it('says when the total has changed since, and reads it again', async () => {
    const { user, of } = show(
      { issue: 3, month: '2026-10' },
      { issueStatement: new Refusal(409, 'The amount has changed in the meantime.') },
    );
    await user.click(await screen.findByRole('button', { name: 'Issue statement' }));
    const confirm = await screen.findByRole('dialog', { name: /^Issue the statement/ });
    await user.click(within(confirm).getByRole('button', { name: 'Issue statement' }));
    expect(await screen.findByText('The amount has changed in the meantime.')).toBeInTheDocument();
    const before = of('previewStatement').length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(of('previewStatement').length).toBeGreaterThan(before));
    expect(screen.queryByText('The amount has changed in the meantime.')).toBeNull();
  });

  it('issues several at once, each with its total and its result', async () => {
    const rows = [
      { integration: alpina, month: '2026-09', closedAt: '2026-10-03T10:00:00.000Z', due: 40 },
      { integration: alpina, month: '2026-10', closedAt: '2026-11-03T10:00:00.000Z', due: 1_300 },
      { integration: baltica, month: '2026-10', closedAt: '2026-11-03T10:00:00.000Z', due: 50 },
    ];
    const { user, of } = show(
      { tab: 'list' },
      {
        listStatableMonths: { rows },
        previewStatement: ({ query }: SeenCall) => ({
          ...content,
          integration: query?.integrationId === '4' ? baltica : alpina,
          total: { ...content.total, total: query?.integrationId === '4' ? 50 : 1_597.59 },
        }),
        issueStatement: ({ body }: SeenCall) =>
          (body as { integrationId: number }).integrationId === 4
            ? new Refusal(409, 'The amount has changed in the meantime.')
            : detail,
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Issue several…' }));
    expect(place.shown.several).toBe(true);
    const dialog = await screen.findByRole('dialog', { name: 'Issue several statements' });
    expect(within(dialog).getByRole('button', { name: 'Issue statements' })).toBeDisabled();
    expect(of('previewStatement')).toHaveLength(0);
    await user.click(within(dialog).getByRole('combobox', { name: 'Month' }));
    await user.click(await screen.findByRole('option', { name: 'October 2026' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Select all' }));
    await waitFor(() => expect(text(dialog)).toContain('2 selected: 1.647,59 €'));
    await user.click(within(dialog).getByRole('button', { name: 'Issue 2 statements' }));
    const confirm = await screen.findByRole('dialog', { name: 'Issue 2 statements?' });
    expect(text(confirm)).toContain('They ask for 1.647,59 € together');
    await user.click(within(confirm).getByRole('button', { name: 'Issue 2 statements' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The amount has changed');
    expect(of('issueStatement').map(({ body }) => body)).toEqual([
      { integrationId: 3, month: '2026-10', expectedTotal: 1_597.59 },
      { integrationId: 4, month: '2026-10', expectedTotal: 50 },
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'LH-2026-0001 issued' }));
    expect(place.shown).toMatchObject({ id: 8, several: undefined });
  });

  it('waits for the name of the issuer', async () => {
    const { user } = show(
      { issue: 3, month: '2026-10' },
      {
        previewStatement: { ...content, issuer: { ...content.issuer, name: '' } },
        getStatementSettings: {
          issuer: { ...content.issuer, name: '' },
          numberPrefix: 'LH-',
          footer: content.footer,
        },
      },
    );
    expect(await screen.findByRole('button', { name: 'Issue statement' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Open Issuer' }));
    expect(place.shown).toEqual({ tab: 'issuer' });
    expect(await screen.findByText('The first number of the year is', { exact: false })).toHaveTextContent(
      /LH-20\d\d-0001/,
    );
  });
});

describe('the address', () => {
  it('holds tab, filters and what is open; what is none of them is passed over', () => {
    expect(
      readStatementsSearch({
        tab: 'terms',
        states: 'void,no',
        payments: 'overdue',
        id: '8',
        month: '2026-13',
      }),
    ).toEqual({
      tab: 'terms',
      integration: undefined,
      states: 'void,no',
      payments: 'overdue',
      page: undefined,
      id: 8,
      issue: undefined,
      month: undefined,
      several: undefined,
    });
    expect(statesIn({ states: 'void,no' })).toEqual(['void']);
    expect(paymentsIn({ payments: 'no' })).toEqual([]);
    expect(queryOf({ states: 'no', page: 2 })).toEqual({ page: 2, limit: 50 });
  });
});
