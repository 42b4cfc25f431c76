import type {
  IntegrationBalance,
  Role,
  StatementContent,
  StatementDetail,
  StatementSummary,
} from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { StatementsPage } from './pages/statements-page.tsx';
import { paymentsIn, queryOf, statesIn } from './query.ts';
import { readStatementsSearch, type StatementsSearch } from './search.ts';

const alpina = { id: 3, name: 'Alpina' };
const baltica = { id: 4, name: 'Baltica' };

const content: StatementContent = {
  integration: alpina,
  month: '2026-10',
  zone: 'Europe/Rome',
  closedAt: '2026-11-03T10:00:00.000Z',
  closedBy: 'paolo',
  asOf: '2026-11-03T09:50:00.000Z',
  issuer: {
    name: 'Ludus srl',
    address: 'Via Roma 1\n20100 Milano',
    vatId: 'IT123',
    email: 'billing@ludus.example',
    iban: 'IT60X',
    bic: 'BIC',
    bank: 'Banca',
  },
  footer: { en: '', it: '' },
  recipient: { name: 'Alpina AG', address: '', vatId: '', email: '' },
  rows: [
    {
      operator: { id: 31, name: 'Viva' },
      game: { id: 7, name: 'Wolves of Skadi', sub_name: null, slug: 'wolves' },
      sessions: 40,
      bet: 20_000,
      win: 7_000,
      grosswin: 13_000,
      tax: 655,
      netwin: 12_345,
      due: 1_300,
    },
  ],
  monthTotal: {
    sessions: 40,
    bet: 20_000,
    win: 7_000,
    grosswin: 13_000,
    tax: 655,
    netwin: 12_345,
    due: 1_300,
  },
  restatements: [
    {
      month: '2026-09',
      reason: 'corrected',
      lines: 2,
      sessions: 0,
      bet: 100,
      win: 0,
      grosswin: 100,
      tax: 5,
      netwin: 95,
      due: 9.5,
    },
  ],
  terms: {
    terms: {
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
    },
    baseAmount: 12_345,
    tiers: [
      { from: 0, to: 10_000, rate: 1000, base: 10_000, amount: 1_000 },
      { from: 10_000, to: null, rate: 1250, base: 2_345, amount: 293.13 },
    ],
    minimumApplied: false,
    amount: 1_293.13,
    difference: 6.87,
  },
  total: { due: 1_300, restated: 9.5, net: 1_309.5, vatRate: 2200, vat: 288.09, total: 1_597.59 },
  balanceBefore: 200,
  paymentDays: 30,
};

const summary: StatementSummary = {
  id: 8,
  number: 'LH-2026-0001',
  integration: alpina,
  month: '2026-10',
  state: 'issued',
  payment: 'open',
  issuedAt: '2026-11-05T10:00:00.000Z',
  dueOn: '2026-12-05',
  total: 1_597.59,
  adjusted: 0,
  paid: 0,
  open: 1_597.59,
  termsDifference: 6.87,
};

const detail: StatementDetail = {
  ...summary,
  content,
  payments: [],
  history: [
    {
      action: 'issue',
      side: 'provider',
      username: 'paolo',
      at: '2026-11-05T10:00:00.000Z',
      note: null,
      amount: null,
    },
  ],
  files: [{ format: 'pdf', language: 'en', url: '/files/statement.pdf?sig=1' }],
  deliveries: [
    {
      recipient: 'mara@alpina.example',
      outcome: 'failed',
      reason: 'In English',
      reasonDetail: { code: 'mail.notTakenStatus', values: { status: 552 } },
    },
  ],
  dispute: null,
};
const disputed: StatementDetail = {
  ...detail,
  state: 'disputed',
  dispute: {
    reason: 'Two sessions are not ours.',
    amount: 97.59,
    username: 'mara',
    at: '2026-11-06T10:00:00.000Z',
  },
};
const balance = (integration: IntegrationBalance['integration'], amount: number) => ({
  integration,
  balance: amount,
  overdue: 0,
  open: 1,
  disputed: 0,
});

let shown: StatementsSearch = {};
function Page({ start }: { start: StatementsSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <StatementsPage search={search} onSearch={setSearch} />;
}

function show(
  start: StatementsSearch = {},
  answers: Record<string, unknown> = {},
  role: Role = 'ludus_admin',
) {
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    listStatements: { rows: [summary], count: 1 },
    listStatableMonths: {
      rows: [{ integration: baltica, month: '2026-10', closedAt: '2026-11-03T10:00:00.000Z', due: 50 }],
    },
    listBalances: { rows: [{ ...balance(alpina, 1_597.59), overdue: 10 }, balance(baltica, 20)] },
    getStatement: detail,
    previewStatement: content,
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');
const panel = () => screen.findByRole('dialog', { name: 'Statement LH-2026-0001, Alpina' });

afterEach(() => {
  void setLanguage('en');
  setViewport(1440);
});

describe('the list of statements', () => {
  it('has the sum of what is owed, each balance as a filter, and a row that opens its statement', async () => {
    const { user, of } = show();
    expect(await screen.findByText('Balance 1.617,59 €')).toBeInTheDocument();
    const balances = screen.getByRole('list', { name: 'Balance by integration' });
    const own = await within(balances).findByRole('button', { name: /Alpina/ });
    expect(text(own)).toContain('10,00 € overdue');
    await user.click(own);
    expect(shown.integration).toBe(3);
    await waitFor(() => expect(of('listStatements').at(-1)?.query).toMatchObject({ integrationId: '3' }));
    const row = await screen.findByRole('row', { name: 'Open statement LH-2026-0001 of Alpina' });
    expect(text(row)).toContain('+6,87 €');
    expect(row).toHaveTextContent('05/12/2026');
    await user.click(row);
    expect(shown).toMatchObject({ id: 8, integration: 3 });
    expect(await panel()).toBeInTheDocument();
  });

  it('says that none fits the filters, and where statements come from while there is none', async () => {
    const none = { listStatements: { rows: [], count: 0 }, listBalances: { rows: [] } };
    const { user } = show({ states: 'void' }, none);
    expect(await screen.findByText('No statement matches these filters')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No statements yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Period close' })).toHaveAttribute('href', '/period-close');
  });

  it('is shown to an integration with its own balance, and with nothing to manage', async () => {
    show({}, { listBalances: { rows: [balance(alpina, 1_597.59)] } }, 'integration_admin');
    expect(await screen.findByText('LH-2026-0001')).toBeInTheDocument();
    expect(screen.getByText('Open statements')).toBeInTheDocument();
    expect(screen.queryByText('To issue')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Integration' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Issuer' })).toBeNull();
  });
});

describe('issuing', () => {
  it('shows what is printed, beside the terms, and sends the total that was seen', async () => {
    const { user, of } = show({}, { issueStatement: detail });
    await user.click(
      await screen.findByRole('button', { name: 'Issue the statement of October 2026, Baltica' }),
    );
    expect(shown).toMatchObject({ issue: 4, month: '2026-10' });
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
    await waitFor(() => expect(shown.id).toBe(8));
    expect(shown.issue).toBeUndefined();
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
    expect(shown).toEqual({ tab: 'issuer' });
    expect(await screen.findByText('The first number of the year is', { exact: false })).toHaveTextContent(
      /LH-20\d\d-0001/,
    );
  });
});

describe('a statement', () => {
  it('is paid with the amount that is open, and the payment is taken back with a reason', async () => {
    const paid: StatementDetail = {
      ...detail,
      paid: 1_597.59,
      open: 0,
      payment: 'settled',
      payments: [
        {
          id: 5,
          amount: 1_597.59,
          receivedOn: '2026-11-20',
          reference: 'TRX 1',
          recordedAt: '2026-11-20T10:00:00.000Z',
          recordedBy: 'paolo',
          reversal: null,
        },
      ],
    };
    let isPaid = false;
    const { user, of } = show(
      { id: 8 },
      {
        getStatement: () => (isPaid ? paid : detail),
        recordPayment: () => {
          isPaid = true;
          return paid;
        },
        reversePayment: detail,
      },
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    expect(within(dialog).getByRole('textbox', { name: 'Amount' })).toHaveValue('1.597,59');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX 1');
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    await waitFor(() =>
      expect(of('recordPayment')[0]?.body).toMatchObject({ amount: 1_597.59, reference: 'TRX 1' }),
    );
    const payments = await screen.findByRole('table', { name: 'Payments' });
    expect(screen.queryByRole('button', { name: 'Void statement' })).toBeNull();
    await user.click(within(payments).getByRole('button', { name: 'Take back' }));
    const reversal = await screen.findByRole('dialog', { name: /^Take back/ });
    await user.click(within(reversal).getByRole('button', { name: 'Take back' }));
    expect(within(reversal).getByText('Say why, in a few words.')).toBeInTheDocument();
    await user.type(within(reversal).getByRole('textbox', { name: 'Reason' }), 'Other invoice');
    await user.click(within(reversal).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(of('reversePayment')[0]?.body).toEqual({ reason: 'Other invoice' }));
    expect(of('reversePayment')[0]?.path).toContain('/payments/5/');
  });

  it('keeps what was typed when the server refuses a field', async () => {
    const { user } = show(
      { id: 8 },
      {
        recordPayment: new Refusal(422, 'invalid', {
          code: 'validation',
          fields: { receivedOn: 'The day is not here yet.' },
        }),
      },
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX 1');
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    expect(await within(dialog).findByText('The day is not here yet.')).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: 'Reference' })).toHaveValue('TRX 1');
  });

  it('asks before a dialog is closed with something typed', async () => {
    const { user } = show({ id: 8 });
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Payment for/ })).toBeNull());
  });

  it('says why an email was not delivered', async () => {
    show({ id: 8 });
    const mails = within(await panel()).getByRole('table', { name: 'Emails' });
    expect(mails).toHaveTextContent('The mail server did not accept the email (SMTP 552).');
  });

  it('is withdrawn with a reason, after one more question', async () => {
    const { user, of } = show({ id: 8 }, { voidStatement: { ...detail, state: 'void' } });
    await user.click(within(await panel()).getByRole('button', { name: 'Void statement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Void LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong terms');
    await user.click(within(dialog).getByRole('button', { name: 'Void statement' }));
    expect(of('voidStatement')).toHaveLength(0);
    const question = await screen.findByRole('dialog', { name: /^Void LH-2026-0001 of/ });
    await user.click(within(question).getByRole('button', { name: 'Void statement' }));
    await waitFor(() => expect(of('voidStatement')[0]?.body).toEqual({ reason: 'Wrong terms' }));
  });

  it('that is disputed is adjusted by what was disputed, or rejected with a note', async () => {
    const { user, of } = show({ id: 8 }, { getStatement: disputed, resolveStatement: detail });
    const banner = await screen.findByRole('region', { name: 'Dispute' });
    expect(banner).toHaveTextContent('Two sessions are not ours.');
    expect(within(banner).getByRole('textbox', { name: 'Amount taken off' })).toHaveValue('97,59');
    expect(text(banner)).toContain('Open afterwards: 1.500,00 €');
    await user.click(within(banner).getByRole('button', { name: 'Accept dispute' }));
    expect(within(banner).getByText('Say why, in a few words.')).toBeInTheDocument();
    await user.type(within(banner).getByRole('textbox', { name: 'Note' }), 'Agreed');
    await user.click(within(banner).getByRole('button', { name: 'Accept dispute' }));
    await waitFor(() =>
      expect(of('resolveStatement')[0]?.body).toEqual({
        outcome: 'accepted',
        note: 'Agreed',
        adjustment: -97.59,
      }),
    );
  });

  it('is answered by the integration, which sees neither emails nor what the provider does', async () => {
    const { deliveries: _deliveries, ...own } = detail;
    const { user, of } = show(
      { id: 8 },
      {
        listBalances: { rows: [balance(alpina, 1_597.59)] },
        getStatement: own,
        disputeStatement: disputed,
        acknowledgeStatement: own,
      },
      'integration_admin',
    );
    const dialog = await panel();
    expect(within(dialog).queryByRole('button', { name: 'Record payment' })).toBeNull();
    expect(within(dialog).queryByText('Emails')).toBeNull();
    expect(within(dialog).queryByRole('link', { name: 'Show the closed month' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'PDF English' })).toHaveAttribute(
      'href',
      '/files/statement.pdf?sig=1',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    const accepts = await screen.findByRole('dialog', { name: 'Acknowledge LH-2026-0001?' });
    await user.click(within(accepts).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(of('acknowledgeStatement')[0]?.body).toEqual({}));
    await user.click(await within(dialog).findByRole('button', { name: 'Dispute' }));
    const asks = await screen.findByRole('dialog', { name: 'Dispute LH-2026-0001' });
    await user.type(within(asks).getByRole('textbox', { name: 'Reason' }), 'Not ours');
    await user.type(within(asks).getByRole('textbox', { name: 'Disputed amount' }), '97,59');
    await user.click(within(asks).getByRole('button', { name: 'Dispute' }));
    await waitFor(() =>
      expect(of('disputeStatement')[0]?.body).toEqual({ reason: 'Not ours', amount: 97.59 }),
    );
  });

  it('speaks Italian on a phone', async () => {
    setViewport(390);
    await setLanguage('it');
    show({ id: 8 });
    const dialog = await screen.findByRole('dialog', { name: 'Rendiconto LH-2026-0001, Alpina' });
    expect(dialog).toHaveTextContent('Dovuto secondo le condizioni');
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
    });
    expect(statesIn({ states: 'void,no' })).toEqual(['void']);
    expect(paymentsIn({ payments: 'no' })).toEqual([]);
    expect(queryOf({ states: 'no', page: 2 })).toEqual({ page: 2, limit: 50 });
  });
});
