/** The statements of a provider and an integration, as their screen is tested. */
import {
  type IntegrationBalance,
  noAgeing,
  type Role,
  type StatementContent,
  type StatementDetail,
  type StatementSummary,
} from '@ludus/contract';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { StatementsPage } from '../features/statements/pages/statements-page.tsx';
import type { StatementsSearch } from '../features/statements/search.ts';
import { answerCalls } from './answer-calls.ts';
import { anIntegration } from './integrations.ts';
import { renderScreen } from './render.tsx';

export const alpina = { id: 3, name: 'Alpina' };
export const baltica = { id: 4, name: 'Baltica' };

export const content: StatementContent = {
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

export const summary: StatementSummary = {
  id: 8,
  number: 'LH-2026-0001',
  integration: alpina,
  month: '2026-10',
  state: 'issued',
  payment: 'open',
  disputeOutcome: null,
  issuedAt: '2026-11-05T10:00:00.000Z',
  dueOn: '2026-12-05',
  daysLate: 0,
  total: 1_597.59,
  adjusted: 0,
  paid: 0,
  open: 1_597.59,
  termsDifference: 6.87,
};

export const detail: StatementDetail = {
  ...summary,
  content,
  adjustments: [],
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
  files: [
    {
      ...{ format: 'pdf', language: 'en', edition: 'issued' },
      sha256: 'ab12cd34ef56'.repeat(5).concat('0000'),
      url: '/files/statement.pdf?sig=1',
    },
  ],
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
export const disputed: StatementDetail = {
  ...detail,
  state: 'disputed',
  dispute: {
    reason: 'Two sessions are not ours.',
    amount: 97.59,
    username: 'mara',
    at: '2026-11-06T10:00:00.000Z',
  },
};
export const balance = (integration: IntegrationBalance['integration'], amount: number) => ({
  integration,
  balance: amount,
  overdue: 0,
  ageing: { ...noAgeing, notDue: amount },
  open: 1,
  disputed: 0,
});

/** Where the screen is by now. */
export const place: { shown: StatementsSearch } = { shown: {} };
function Page({ start }: { start: StatementsSearch }) {
  const [search, setSearch] = useState(start);
  place.shown = search;
  return <StatementsPage search={search} onSearch={setSearch} />;
}

/** The statements with two closed months, of which one has a statement. */
export function show(
  start: StatementsSearch = { tab: 'list' },
  answers: Record<string, unknown> = {},
  role: Role = 'ludus_admin',
) {
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    listStatements: { rows: [summary], count: 1 },
    listStatableMonths: {
      rows: [{ integration: baltica, month: '2026-10', closedAt: '2026-11-03T10:00:00.000Z', due: 50 }],
    },
    listUnstatedAmounts: { rows: [] },
    listBalances: {
      rows: [
        {
          ...balance(alpina, 1_597.59),
          overdue: 10,
          ageing: { ...noAgeing, notDue: 1_587.59, upTo60: 10 },
        },
        balance(baltica, 20),
      ],
    },
    getStatement: detail,
    previewStatement: content,
    ...answers,
  });
  const of = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page start={start} />, { role }), of };
}
export const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');
export const panel = () => screen.findByRole('dialog', { name: 'Statement LH-2026-0001, Alpina' });
