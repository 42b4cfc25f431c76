import { decodeStatisticsParameter, type Role, type StatisticsRequest } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, type SeenCall } from '../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../test/coverage.ts';
import { aDetail, aLinked } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aGame, someStatistics, someTotals } from '../../test/sessions.ts';
import { aTicket } from '../../test/tickets.tsx';
import { Scorecard } from './components/scorecard.tsx';
import { scorecardPeriods } from './scorecard.ts';
import { readIntegrationSearch } from './search.ts';

const requestOf = ({ query }: SeenCall) => decodeStatisticsParameter(query.a ?? '') as StatisticsRequest;

/** The figures of a period grow with it, so that each request has another response. */
function figures(call: SeenCall, isPlain: boolean) {
  const { from, datasetTotals } = requestOf(call);
  const plain = isPlain ? { netwin: undefined, due: undefined } : {};
  const { grandTotals: _none, ...rest } = someStatistics(isPlain);
  return {
    ...rest,
    ...(datasetTotals && { datasets: { totals: [] }, buckets: [], labels: [] }),
    grandTotals: someTotals({ bet: from < '2025-11' ? 1000 : 1500, ...plain }),
  };
}

function renderCard(as: Role = 'ludus_admin', answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    getStatistics: (call: SeenCall) => figures(call, as !== 'ludus_admin'),
    getCoverage: aCoverage({
      integrations: [
        anIntegrationCoverage({
          integrationId: 3,
          state: 'late',
          openSessions: 3,
          quarantinedRows: 7,
          hasMoreQuarantinedRows: true,
        }),
      ],
    }),
    listGames: { rows: [aGame(7, 'Wolves of Skadi')] },
    listTickets: (['open', 'ongoing', 'closed'] as const).map((status, index) =>
      aTicket({ id: index + 1, status }),
    ),
    ...answers,
  });
  const games = [aLinked(1, 'Wolves of Skadi', true), aLinked(2, 'Jade Lantern', false)];
  renderScreen(
    <SignedIn as={as}>
      <Scorecard integration={aDetail({ id: 3, games })} />
    </SignedIn>,
  );
  return { calls };
}

const totalsTitle = 'This month and the last 12';
const region = (name: string) => screen.findByRole('region', { name });

// Days of the fixtures are written down, so today is too.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T11:00:00Z'), toFake: ['Date'] }));

describe('the periods of a scorecard', () => {
  it('compare as many whole days, and twelve months that are over', () => {
    expect(scorecardPeriods('2026-11-26')).toEqual({
      thisMonth: { from: '2026-11-01', to: '2026-11-26' },
      sameDays: {
        current: { from: '2026-11-01', to: '2026-11-25' },
        before: { from: '2026-10-01', to: '2026-10-25' },
      },
      year: { from: '2025-11-01', to: '2026-10-31' },
      yearBefore: { from: '2024-11-01', to: '2025-10-31' },
    });
    // February is over before the 31st.
    expect(scorecardPeriods('2026-03-31').sameDays).toEqual({
      current: { from: '2026-03-01', to: '2026-03-28' },
      before: { from: '2026-02-01', to: '2026-02-28' },
    });
    expect(scorecardPeriods('2026-03-01').sameDays).toBeNull();
  });
});

describe('the scorecard of an integration', () => {
  it('has its figures with their growth, its games and its state', async () => {
    const { calls } = renderCard();
    const totals = await region(totalsTitle);
    // Beneath the figure of the month the one of the twelve before, each with its growth.
    await waitFor(() => expect(totals).toHaveTextContent('12 months1.500,00 €+50,0%'));
    expect(totals).toHaveTextContent('Change against Nov 2024 – Oct 2025');
    expect(totals).toHaveTextContent('1–25 Nov 2026 · 12 months: Nov 2025 – Oct 2026');
    expect(totals).toHaveTextContent('Net win75,19');
    expect(await region('Gross win by month')).toHaveTextContent('in progress');
    const top = await region('Top games by bet, this month');
    await waitFor(() => expect(within(top).getByText('Wolves of Skadi')).toBeVisible());
    const state = await region('State');
    for (const text of ['Games active1 of 2', '3 of 40 (7,50%)', 'Late', 'Open tickets2'])
      await waitFor(() => expect(state).toHaveTextContent(text));
    expect(within(state).getByRole('link', { name: '7+' })).toHaveAttribute(
      'href',
      '/quarantine?integration=3',
    );
    const asked = calls.filter(({ endpoint }) => endpoint === 'getStatistics').map(requestOf);
    for (const request of asked) expect(request).toMatchObject({ integrations: [3], sessionTypeId: 1 });
  });

  it('leaves out what the role may not see', async () => {
    const { calls } = renderCard('ludus_manager');
    const state = await region('State');
    await waitFor(() => expect(state).toHaveTextContent('7+'));
    expect(within(state).queryByRole('link')).toBeNull();
    expect(state).not.toHaveTextContent('Open tickets');
    expect(await region(totalsTitle)).not.toHaveTextContent('Net win');
    expect(calls.some(({ endpoint }) => endpoint === 'listTickets')).toBe(false);
  });

  it('claims no growth where there was nothing before', async () => {
    renderCard('ludus_admin', {
      getStatistics: (call: SeenCall) => {
        const answer = figures(call, false);
        const hasBegun = requestOf(call).from >= '2025-11';
        return hasBegun ? answer : { ...answer, grandTotals: someTotals({ bet: 0, sessionsTotal: 0 }) };
      },
    });
    const totals = await region(totalsTitle);
    await waitFor(() => expect(totals).toHaveTextContent('12 months1.500,00'));
    expect(totals).not.toHaveTextContent('Change against Nov 2024');
  });

  it('claims no growth against months within which the integration began', async () => {
    const series = (data: number[]) => ({
      totals: [{ stat: 'bet', label: 'bet', data, total: 1, totalData: { value: 1, unit: 'euro' } }],
    });
    renderCard('ludus_admin', {
      getStatistics: (call: SeenCall) => {
        const answer = figures(call, false);
        const { from, datasetTotals } = requestOf(call);
        if (!datasetTotals) return answer;
        const begun = from < '2025-11' ? [...Array(11).fill(0), 500] : [...Array(11).fill(0), 900];
        return { ...answer, datasets: series(begun) };
      },
    });
    const totals = await region(totalsTitle);
    await waitFor(() => expect(totals).toHaveTextContent('12 months1.500,00'));
    expect(totals).not.toHaveTextContent('+50,0%');
    // Of the whole days of this month, both sums are the same.
    expect(totals).not.toHaveTextContent('0,0%');
  });

  it('has an address', () => {
    expect(readIntegrationSearch({ view: 'scorecard' })).toEqual({ view: 'scorecard', day: undefined });
    expect(readIntegrationSearch({ view: 'x' }).view).toBeUndefined();
  });
});
