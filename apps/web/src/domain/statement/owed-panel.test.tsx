import { noAgeing, type UnstatedReason } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { HiddenMoney } from './hidden-money.tsx';
import { OwedPanel } from './owed-panel.tsx';

const row = (id: number, balance: number, overdue: number, disputed = 0) => ({
  integration: { id, name: `Integration ${id}` },
  ...{ balance, overdue, ageing: noAgeing, open: 1, disputed },
});
const unstated = (month: string, reason: UnstatedReason, due: number) => ({
  integration: { id: 3, name: 'Integration 3' },
  ...{ month, reason, due },
});
interface Figures {
  rows?: object[];
  months?: object[];
  unanswered?: number;
  role?: 'ludus_admin' | 'integration_admin';
}
function show({ rows = [], months = [], unanswered = 0, role = 'ludus_admin' }: Figures) {
  const calls = answerCalls({
    listBalances: { rows },
    listUnstatedAmounts: { rows: months },
    listStatements: { rows: [], count: unanswered },
  });
  renderScreen(<OwedPanel />, { role });
  return calls;
}
const panel = () => screen.findByRole('region', { name: 'Statements' });
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

it('adds up to the cent what all owe, how much of it is late and what is disputed, and leads to it', async () => {
  show({ rows: [row(3, 0.1, 0.1, 1), row(4, 0.2, 0, 1)] });
  expect(text(await panel())).toBe(
    'StatementsShow who owes whatOwed on statements0,30 €Overdue0,10 €Disputed statements2Closed, not on a statement0,00 €Month in progress0,00 €',
  );
  expect(screen.getByRole('link')).toHaveAttribute('href', '/statements?tab=owed');
});

it('keeps what is closed and on no statement apart from the months that are not closed, to the cent', async () => {
  show({
    months: [
      unstated('2026-11', 'running', 0.1),
      unstated('2026-04', 'closed', 0.2),
      unstated('2026-03', 'ended', 103_926.5),
      unstated('2026-01', 'changed', -0.3),
    ],
  });
  expect(text(await panel())).toBe(
    'StatementsShow who owes whatOwed on statements0,00 €Overdue0,00 €Closed, not on a statement−0,10 €since Apr 2026Ended, not closed103.926,50 €since Mar 2026Month in progress0,10 €',
  );
});

it('says in whose favour it is, and to the integration what waits for its answer', async () => {
  show({ rows: [row(3, -12, 0)], unanswered: 1, role: 'integration_admin' });
  expect(text(await panel())).toContain('In your favour12,00 €');
  const link = await screen.findByRole('link', { name: '1 statement awaits your answer' });
  expect(link).toHaveAttribute('href', '/statements?states=issued');
});

it('is silent while all of it is nothing', async () => {
  const calls = show({ rows: [row(3, 0, 0)] });
  await waitFor(() =>
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual(['listBalances', 'listUnstatedAmounts']),
  );
  expect(screen.queryByRole('region')).toBeNull();
});

it('is said once to be hidden from those whose role does not show it', async () => {
  const { user } = renderScreen(<HiddenMoney />, { role: 'ludus_manager' });
  expect(
    screen.getByText(
      /^Your role does not show them; administrators of Ludus see them\. The net win of a single session/,
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  expect(screen.queryByRole('region')).toBeNull();
});
