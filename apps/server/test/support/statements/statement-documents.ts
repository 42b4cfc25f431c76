import {
  centsFromEuros,
  computeTerms,
  eurosFromCents,
  type StatedAmounts,
  type StatedRow,
  statementContent,
  vatOf,
} from '@ludus/contract';
import type { StatementDocument } from '../../../src/modules/statements/documents/statement.figures.ts';

export const amountNames = ['bet', 'win', 'grosswin', 'tax', 'netwin', 'due'] as const;
export const cents = (euros: number) => BigInt(centsFromEuros(euros));
export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + cents(one), 0n);

/** Bet, win, net win and due in cents; the others follow. */
export function amountsOf(
  sessions: number,
  [bet, win, netwin, due]: readonly [number, number, number, number],
): StatedAmounts {
  const [grosswin, tax] = [bet - win, bet - win - netwin];
  const own = { bet, win, grosswin, tax, netwin, due };
  return {
    sessions,
    ...(Object.fromEntries(Object.entries(own).map(([name, one]) => [name, one / 100])) as typeof own),
  };
}

function totalOf(rows: readonly StatedAmounts[]): StatedAmounts {
  const sums = amountNames.map((name) => [name, eurosFromCents(sumOf(rows.map((row) => row[name])))]);
  return { ...Object.fromEntries(sums), sessions: rows.reduce((sum, row) => sum + row.sessions, 0) };
}

export function row(operator: number, game: number, amounts: StatedAmounts): StatedRow {
  return {
    operator: { id: operator, name: `Operator ${operator}` },
    game: { id: game, name: `Game ${game}`, sub_name: null, slug: `game-${game}` },
    ...amounts,
  };
}

const tiers = [
  { from: 0, rate: 1000 },
  { from: 500, rate: 1250 },
  { from: 100_000, rate: 1500 },
];

interface Parts {
  rows: readonly StatedRow[];
  restatements: readonly (StatedAmounts & {
    month: string;
    reason: 'late' | 'ended' | 'corrected';
    lines: number;
  })[];
  vatRate?: number;
  balanceBefore?: number;
  withTerms?: boolean;
}

export function documentOf({
  rows,
  restatements,
  vatRate = 2200,
  balanceBefore = 0,
  withTerms = true,
}: Parts): StatementDocument {
  const monthTotal = totalOf(rows);
  const restated = sumOf(restatements.map(({ due }) => due));
  const net = cents(monthTotal.due) + restated;
  const vat = vatOf(net, vatRate);
  const terms = {
    fromMonth: '2026-01',
    base: 'netwin' as const,
    tiers,
    minimum: 10,
    vatRate,
    paymentDays: 30,
    note: 'Annex B',
  };
  const month = {
    netwinCents: cents(monthTotal.netwin),
    grosswinCents: cents(monthTotal.grosswin),
    dueCents: cents(monthTotal.due),
  };
  const content = statementContent.parse({
    integration: { id: 7, name: 'Alpina' },
    month: '2026-10',
    zone: 'Europe/Rome',
    closedAt: '2026-11-02T08:00:00.000Z',
    closedBy: 'admin',
    asOf: '2026-11-02T07:55:00.000Z',
    issuer: {
      name: 'Ludus S.p.A.',
      address: 'Via Torino 12\n20123 Milano MI',
      vatId: 'IT01234567890',
      email: 'billing@ludus.example',
      iban: 'IT60X0542811101000000123456',
      bic: 'BPMOIT22XXX',
      bank: 'Banca di Esempio',
    },
    footer: { en: 'Share capital fully paid.', it: 'Capitale sociale interamente versato.' },
    recipient: { name: 'Alpina Gaming S.r.l.', address: 'Piazza Walther 3', vatId: '', email: '' },
    rows,
    monthTotal,
    restatements,
    terms: withTerms ? computeTerms(terms, month) : null,
    total: {
      due: monthTotal.due,
      restated: eurosFromCents(restated),
      net: eurosFromCents(net),
      vatRate,
      vat: eurosFromCents(vat),
      total: eurosFromCents(net + vat),
    },
    balanceBefore,
    paymentDays: 30,
  });
  return {
    number: 'LH-2026-0017',
    issuedAt: new Date('2026-11-02T09:30:00Z'),
    dueOn: '2026-12-02',
    isVoid: false,
    content,
    adjustments: [],
    payments: [],
  };
}

// Bet 300.000,00, win 280.000,00, gross win 20.000,00, tax 4.000,00, net win 16.000,00, due 1.920,00 in all.
const rows = [
  row(1, 1, amountsOf(1200, [10_000_000, 9_500_000, 400_000, 48_000])),
  row(1, 2, amountsOf(800, [10_000_000, 9_000_000, 800_000, 96_000])),
  row(2, 1, amountsOf(1000, [10_000_000, 9_500_000, 400_000, 48_000])),
];
const restatements = [
  { month: '2026-08', reason: 'late' as const, lines: 12, ...amountsOf(12, [120_050, 110_000, 8_040, 965]) },
  { month: '2026-09', reason: 'corrected' as const, lines: 3, ...amountsOf(0, [0, 25_000, -20_000, -2_400]) },
];
export const sample = documentOf({ rows, restatements, balanceBefore: 1250.4 });
export const credit = documentOf({
  rows: [row(1, 1, amountsOf(5, [100, 20_000, -15_000, -1_800]))],
  restatements: [],
  vatRate: 0,
});
