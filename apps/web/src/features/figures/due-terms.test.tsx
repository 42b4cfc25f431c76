import type { FigureFilter } from '@ludus/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { DueTerms } from './components/due-terms.tsx';

const october: FigureFilter = {
  from: '2026-10-01',
  to: '2026-10-31',
  sessionTypeId: 1,
  integrations: [3],
};
const terms = (fromMonth: string, rate: number) => ({
  ...{ fromMonth, base: 'netwin', minimum: 50, vatRate: 2200, paymentDays: 30, note: '' },
  tiers: [
    { from: 0, rate },
    { from: 10_000, rate: 1250 },
    { from: 50_000, rate: 900 },
  ],
  ...{ isLocked: false, updatedAt: '2026-01-02T10:00:00.000Z', updatedBy: 'paolo' },
});

function show(filter: FigureFilter) {
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    getTerms: {
      recipient: { name: '', address: '', vatId: '', email: '' },
      terms: [terms('2026-11', 800), terms('2026-06', 1000)],
    },
  });
  renderScreen(<DueTerms filter={filter} totals={{ netwin: 12_345, grosswin: 16_000, due: 1_300 }} />);
  return calls;
}
const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

it('puts the values of a whole month into each tier of the terms that applied to it', async () => {
  show(october);
  const part = text(await screen.findByRole('region', { name: 'Terms of settlement' }));
  for (const words of [
    'In force from June 2026 to October 2026. Share of net win, at least 50,00 € a month.',
    '0,00 € to 10.000,00 €: 10.000,00 € × 10% = 1.000,00 €',
    '10.000,00 € to 50.000,00 €: 2.345,00 € × 12,5% = 293,13 €',
    'Above 50.000,00 €: 9%, not reached',
    'Due by the terms1.293,13 €',
    'Due as reported1.300,00 €',
    'Difference+6,87 €',
  ])
    expect(part).toContain(words);
});

it('names the tiers without values where the days are no whole month', async () => {
  show({ ...october, from: '2026-11-01', to: '2026-11-20' });
  const part = text(await screen.findByRole('region', { name: 'Terms of settlement' }));
  expect(part).toContain('In force since November 2026.');
  expect(part).toContain('0,00 € to 10.000,00 €: 8%');
  expect(part).toContain('Terms are computed for a whole month');
});

it('says nothing of a part of an integration, nor of several', async () => {
  for (const filter of [
    { ...october, games: [7] },
    { ...october, integrations: [] },
  ]) {
    const calls = show(filter);
    await waitFor(() => expect(calls.map(({ endpoint }) => endpoint)).toContain('listIntegrations'));
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('getTerms');
  }
});
