import { type BalanceEntry, noAgeing, type PeriodDetail, type Role, type StoredTerms } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answerCalls, Held, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { StatementsPage } from './pages/statements-page.tsx';
import type { StatementsSearch } from './search.ts';

const alpina = { id: 3, name: 'Alpina' };
const recipient = { name: 'Alpina AG', address: '', vatId: '', email: '' };
const terms: StoredTerms = {
  fromMonth: '2026-01',
  base: 'netwin',
  tiers: [
    { from: 0, rate: 1000 },
    { from: 10_000, rate: 1250 },
  ],
  minimum: 0,
  vatRate: 2200,
  paymentDays: 30,
  note: '',
  isLocked: false,
  updatedAt: '2026-01-02T10:00:00.000Z',
  updatedBy: 'paolo',
};
const entry = (part: Partial<BalanceEntry>): BalanceEntry => ({
  kind: 'statement',
  at: '2026-11-05T10:00:00.000Z',
  receivedOn: null,
  statement: { id: 8, number: 'LH-2026-0001', month: '2026-10' },
  reference: '',
  username: 'paolo',
  amount: 100,
  balance: 100,
  ...part,
});
const balance = {
  integration: alpina,
  balance: 40,
  overdue: 0,
  ageing: { ...noAgeing, notDue: 40 },
  open: 1,
  disputed: 0,
};
const settings = {
  issuer: { ...recipient, name: 'Ludus srl', iban: '', bic: '', bank: '' },
  numberPrefix: 'LH-',
  footer: { en: '', it: '' },
};

const figures = {
  bet: 20_000,
  win: 7_000,
  grosswin: 13_000,
  netwin: 12_345,
  due: 1_300,
  sessionsTotal: 40,
  sessionsOpen: 0,
  rounds: 800,
  usersCount: 12,
};
const october: PeriodDetail = {
  integration: alpina,
  month: '2026-10',
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  zone: 'Europe/Rome',
  state: 'closed',
  isEnded: true,
  fourEyes: true,
  review: null,
  closing: {
    username: 'paolo',
    at: '2026-11-03T10:00:00.000Z',
    asOf: '2026-11-03T09:50:00.000Z',
    dataVersion: '77',
    checkedAt: '2026-11-20T12:00:00.000Z',
  },
  checks: [],
  total: { operator: null, game: null, closed: figures, today: figures, difference: null },
  rows: [],
  restatements: 0,
  history: [],
  files: { en: '/files/periods/en', it: '/files/periods/it' },
};

let shown: StatementsSearch = {};
function Page({ start }: { start: StatementsSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <StatementsPage search={search} onSearch={setSearch} />;
}

function show(start: StatementsSearch, answers: Record<string, unknown> = {}, role: Role = 'ludus_admin') {
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(3, 'Alpina')] },
    listBalances: { rows: [balance] },
    getTerms: { recipient, terms: [terms] },
    getStatementSettings: settings,
    listPeriods: {
      zone: 'Europe/Rome',
      settings: { fourEyes: true },
      months: ['2026-10'],
      integrations: [alpina],
      cells: [
        {
          integrationId: 3,
          month: '2026-10',
          state: 'closed',
          isEnded: true,
          sessions: 40,
          grosswin: 13_000,
          closedAt: '2026-11-03T10:00:00.000Z',
          closedBy: 'paolo',
          restatements: 0,
        },
      ],
    },
    getPeriod: october,
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

describe('the balance', () => {
  it('shows each entry with what was owed after it, and opens its statement', async () => {
    const rows = [
      entry({
        kind: 'payment',
        at: '2026-11-20T10:00:00.000Z',
        receivedOn: '2026-11-17',
        amount: -60,
        balance: 40,
        reference: 'TRX 1',
      }),
      entry({}),
    ];
    const { user } = show({ tab: 'balance' }, { getBalance: { rows, count: 2, balance } });
    const table = await screen.findByRole('table', { name: 'Running balance' });
    const paid = await within(table).findByRole('row', { name: /^Payment: open statement/ });
    expect(text(paid)).toContain('−60,00 €');
    // Money that is owed is no good news, and money that was paid no bad news.
    expect(table.querySelector('[data-color]')).toBeNull();
    expect(screen.getByText('Alpina owes Ludus')).toBeInTheDocument();
    // The day the money came, before the one it was recorded.
    expect(text(paid)).toContain('17/11/2026Recorded 20/11/2026 11:00');
    expect(text(paid)).toContain('TRX 1');
    await user.click(paid);
    expect(shown).toMatchObject({ tab: 'balance', id: 8 });
  });

  it('says in whose favour it is', async () => {
    const credit = { ...balance, balance: -12.5 };
    const rows = [entry({ kind: 'void', amount: -100, balance: -12.5 })];
    show(
      { tab: 'balance' },
      { getBalance: { rows, count: 1, balance: credit }, listBalances: { rows: [credit] } },
      'integration_admin',
    );
    expect(await screen.findByText('In your favour: 12,50 €')).toBeInTheDocument();
    const table = await screen.findByRole('table', { name: 'Running balance' });
    const last = within(await within(table).findByRole('row', { name: /voided/ }))
      .getAllByRole('cell')
      .at(-1);
    expect(last && text(last)).toBe('12,50 €In your favour');
  });

  it('says that it begins with the first statement', async () => {
    show({ tab: 'balance' }, { getBalance: { rows: [], count: 0, balance: { ...balance, balance: 0 } } });
    expect(await screen.findByText('Nothing stated yet')).toBeInTheDocument();
  });
});

describe('terms', () => {
  it('are added from a month on, with what they make of the last closed month', async () => {
    const { user, of } = show({ tab: 'terms' }, { saveTerms: { recipient, terms: [terms] } });
    await user.click(await screen.findByRole('button', { name: 'Add terms' }));
    expect(screen.queryByRole('button', { name: 'Add terms' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Add terms' })).toHaveFocus();
    const example = await screen.findByRole('region', { name: 'Example' });
    await waitFor(() => expect(text(example)).toContain('10.000,00 € × 10% + 2.345,00 € × 12,5%'));
    const rate = screen.getByRole('textbox', { name: 'Tier 2: rate in percent' });
    await user.clear(rate);
    await user.type(rate, '20');
    await waitFor(() => expect(text(example)).toContain('2.345,00 € × 20% = 1.469,00 €'));
    await user.click(screen.getByRole('button', { name: 'Save terms' }));
    await waitFor(() =>
      expect(of('saveTerms')[0]?.body).toMatchObject({
        tiers: [
          { from: 0, rate: 1000 },
          { from: 10_000, rate: 2000 },
        ],
        vatRate: 2200,
        paymentDays: 30,
      }),
    );
  });

  it('give the focus back to the button when nothing is added, and show no example before a month is closed', async () => {
    const noneClosed = {
      zone: 'Europe/Rome',
      settings: { fourEyes: true },
      months: ['2026-10'],
      integrations: [alpina],
      cells: [],
    };
    const { user } = show({ tab: 'terms' }, { listPeriods: noneClosed });
    await user.click(await screen.findByRole('button', { name: 'Add terms' }));
    expect(await screen.findByRole('button', { name: 'Save terms' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Example' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Add terms' })).toHaveFocus();
  });

  it('need tiers that rise, and keep what was typed when a month has a statement', async () => {
    const { user, of } = show(
      { tab: 'terms' },
      { saveTerms: new Refusal(409, 'Statement LH-2026-0001 was issued by these terms.') },
    );
    await user.click(await screen.findByRole('row', { name: 'Open the terms from January 2026' }));
    const start = await screen.findByRole('textbox', { name: 'Tier 2: from amount' });
    await user.clear(start);
    await user.type(start, '0');
    await user.click(screen.getByRole('button', { name: 'Save terms' }));
    expect(
      screen.getByText('Each tier starts above the one before; the first one at 0.'),
    ).toBeInTheDocument();
    expect(of('saveTerms')).toHaveLength(0);
    await user.clear(start);
    await user.type(start, '5000');
    await user.click(screen.getByRole('button', { name: 'Save terms' }));
    expect(await screen.findByText('Statement LH-2026-0001 was issued by these terms.')).toBeInTheDocument();
    expect(start).toHaveValue('5000');
  });

  it('say before they are saved that they will wait for approval', async () => {
    const on = { visibility: false, bets: false, roles: false, terms: true };
    const { user } = show(
      { tab: 'terms' },
      { getApprovalSettings: { settings: { ...on, visibilityThreshold: 20, expiryDays: 7 }, approvers: 2 } },
    );
    await user.click(await screen.findByRole('button', { name: 'Add terms' }));
    expect(
      await screen.findByText('Terms change only once another Ludus admin approves them.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Request approval' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save terms' })).toBeNull();
  });

  it('that wait for approval leave nothing to save or to discard', async () => {
    const { user, of, router } = show({ tab: 'terms' }, { saveTerms: new Held({ id: 7 }) });
    await user.click(await screen.findByRole('row', { name: 'Open the terms from January 2026' }));
    const rate = await screen.findByRole('textbox', { name: 'Tier 2: rate in percent' });
    await user.clear(rate);
    await user.type(rate, '20');
    await user.click(screen.getByRole('button', { name: 'Save terms' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save terms' })).toBeNull());
    expect(of('saveTerms')).toHaveLength(1);
    await act(() => router.navigate({ to: '/approvals', search: { id: 7 } } as never));
    expect(router.state.location.pathname).toBe('/approvals');
  });

  it('that are locked cannot be changed, and say why', async () => {
    const { user } = show(
      { tab: 'terms' },
      { getTerms: { recipient, terms: [{ ...terms, isLocked: true }] } },
    );
    await user.click(await screen.findByRole('row', { name: 'Open the terms from January 2026' }));
    expect(await screen.findByText(/has a statement, so they cannot be changed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save terms' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Tier 1: rate in percent' })).toBeDisabled();
  });

  it('are read by the integration', async () => {
    show({ tab: 'terms' }, {}, 'integration_admin');
    const table = await screen.findByRole('table', { name: 'Terms' });
    await waitFor(() => expect(text(table)).toContain('Net win: 10% from 0 €, 12,5% from 10.000 €'));
    expect(screen.queryByRole('button', { name: 'Add terms' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save recipient' })).toBeNull();
    expect(screen.getByText('Alpina AG')).toBeInTheDocument();
  });

  it('stand beside the recipient, whose address is checked before it is sent', async () => {
    const { user, of } = show({ tab: 'terms' }, { saveRecipient: { recipient, terms: [terms] } });
    const edit = { name: 'Edit recipient' };
    await user.click(await screen.findByRole('button', edit));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    const email = screen.getByRole('textbox', { name: 'Email for questions' });
    await user.type(email, 'nobody');
    await user.click(screen.getByRole('button', { name: 'Save recipient' }));
    expect(email).toHaveAttribute('aria-invalid', 'true');
    expect(of('saveRecipient')).toHaveLength(0);
    await user.type(email, '@alpina.example');
    await user.click(screen.getByRole('button', { name: 'Save recipient' }));
    await waitFor(() =>
      expect(of('saveRecipient')[0]?.body).toEqual({ ...recipient, email: 'nobody@alpina.example' }),
    );
    expect(await screen.findByRole('button', edit)).toHaveFocus();
  });
});

describe('the issuer', () => {
  it('is saved with the prefix of its numbers and a footer in both languages', async () => {
    const { user, of } = show({ tab: 'issuer' }, { saveStatementSettings: settings });
    const prefix = await screen.findByRole('textbox', { name: 'Prefix' });
    await user.clear(prefix);
    await user.type(prefix, 'X/');
    expect(screen.getByText(/The first number of the year is X\/20\d\d-0001/)).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Footer, Italian' }), 'Grazie');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('saveStatementSettings')[0]?.body).toMatchObject({
        issuer: { name: 'Ludus srl' },
        numberPrefix: 'X/',
        footer: { en: '', it: 'Grazie' },
      }),
    );
  });

  it('is printed beside the form as it is typed, its account in groups of four', async () => {
    const { user, of } = show({ tab: 'issuer' }, { saveStatementSettings: settings });
    const iban = await screen.findByRole('textbox', { name: 'IBAN' });
    await user.type(iban, 'IT60X0542811101000000123456');
    await user.tab();
    expect(iban).toHaveValue('IT60 X054 2811 1010 0000 0123 456');
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(preview).toHaveTextContent(/LH-20\d\d-0001/);
    expect(preview).toHaveTextContent('Ludus srl');
    expect(preview).toHaveTextContent('Pay to IT60 X054 2811 1010 0000 0123 456');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(of('saveStatementSettings')[0]?.body).toMatchObject({
        issuer: { iban: 'IT60X0542811101000000123456' },
      }),
    );
  });
});
