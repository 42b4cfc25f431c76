import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls } from '../../../test/answer-calls.ts';
import { renderScreen } from '../../../test/render.tsx';
import { ComparedDays } from './compared-days.tsx';

const none = { sessions: 0, open: 0, bet: 0, win: 0, rounds: 0 };
const dayOf = (day: string, state: 'equal' | 'differs' | 'failed') => ({
  ...{ day, state, comparedAt: '2026-11-20T04:00:00.000Z', difference: none },
  differing: state === 'differs' ? 1 : 0,
});
const integration = (id: number, name: string, days: object[]) => ({
  ...{ integration: { id, name }, days, difference: none },
});

async function shown(integrations: object[]): Promise<string | null | undefined> {
  answerCalls({
    getReconciliation: {
      ...{ from: '2026-11-18', to: '2026-11-19', latest: '2026-11-19' },
      ...{ integrations, difference: none },
    },
  });
  renderScreen(<ComparedDays />, { role: 'ludus_admin' });
  const link = await screen.findByRole('link', { name: 'By integration and day' });
  expect(link).toHaveAttribute('href', '/reconciliation');
  return link.closest('p')?.textContent;
}

describe('whether every day is complete', () => {
  it('is said where all of them equal the platforms', async () => {
    const days = [dayOf('2026-11-18', 'equal'), dayOf('2026-11-19', 'equal')];
    expect(await shown([integration(1, 'Alpina', days), integration(2, 'Baltica', days)])).toBe(
      'Every day equals the totals of the platforms18/11/2026 – 19/11/2026 · 2 integrations By integration and day',
    );
  });

  it('is denied where one differs, could not be compared, or was not', async () => {
    const days = [dayOf('2026-11-18', 'differs'), dayOf('2026-11-19', 'equal')];
    const others = [dayOf('2026-11-18', 'failed')];
    expect(await shown([integration(1, 'Alpina', days), integration(2, 'Baltica', others)])).toBe(
      'Not every day is known to equal the totals of the platforms18/11/2026 – 19/11/2026 · 2 integrations · 1 day differs · 2 not compared By integration and day',
    );
  });
});
