import { noAgeing } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { HiddenMoney } from './hidden-money.tsx';
import { OwedPanel } from './owed-panel.tsx';

const row = (id: number, balance: number, overdue: number) => ({
  integration: { id, name: `Integration ${id}` },
  ...{ balance, overdue, ageing: noAgeing, open: 1, disputed: 0 },
});
function show(rows: object[], role: 'ludus_admin' | 'integration_admin' = 'ludus_admin') {
  const calls = answerCalls({ listBalances: { rows } });
  renderScreen(<OwedPanel />, { role });
  return calls;
}
const panel = () => screen.findByRole('region', { name: 'Statements' });
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

it('adds up to the cent what all owe and how much of it is late, and leads to it', async () => {
  show([row(3, 0.1, 0.1), row(4, 0.2, 0)]);
  expect(text(await panel())).toBe('StatementsShow who owes whatOwed0,30 €Overdue0,10 €');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/statements?tab=owed');
});

it('says in whose favour it is', async () => {
  show([row(3, -12, 0)], 'integration_admin');
  expect(text(await panel())).toContain('In your favour12,00 €');
});

it('is silent while nothing is owed', async () => {
  const calls = show([row(3, 0, 0)]);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

it('is said once to be hidden from those whose role does not show it', async () => {
  const { user } = renderScreen(<HiddenMoney />, { role: 'ludus_manager' });
  expect(screen.getByText('Your role does not show them; administrators of Ludus see them.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  expect(screen.queryByRole('region')).toBeNull();
});
