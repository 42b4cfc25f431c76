import { Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { IntegrationPage } from '../features/integrations/pages/integration-page.tsx';
import type { IntegrationSearch } from '../features/integrations/search.ts';
import { answerCalls } from './answer-calls.ts';
import { aCoverage } from './coverage.ts';
import { aDetail, failingAnswer, healthyAnswers, noHistory } from './integrations.ts';
import { renderScreen } from './render.tsx';
import { aGame, someStatistics, someTotals } from './sessions.ts';

export const catalogue = [
  aGame(1, 'Wolves of Skadi'),
  aGame(2, 'Jade Lantern'),
  aGame(5, 'Nova Drifter'),
  aGame(6, 'Abyss Regalia'),
  aGame(7, 'Not For Sale', { isCatalog: false }),
];

export function sessionsOf(total: number, perGame: [number, string, number][]) {
  const series = perGame.map(([gameId, label, count]) => ({ gameId, label, data: [count], total: count }));
  return {
    ...someStatistics(),
    datasets: { games: { sessionsTotals: series } },
    grandTotals: someTotals({ sessionsTotal: total }),
  };
}

export function renderDetail(answers: Record<string, unknown> = {}, search: IntegrationSearch = {}) {
  const calls = answerCalls({
    getIntegration: aDetail(),
    checkIntegrationServices: { ...healthyAnswers, launchService: { ...failingAnswer, latencyMs: null } },
    getServiceHistory: noHistory,
    getStatistics: sessionsOf(1234, [
      [2, 'Jade Lantern', 200],
      [1, 'Wolves of Skadi', 1034],
    ]),
    getCoverage: aCoverage(),
    listGames: { rows: catalogue },
    getIntegrationJurisdictions: { jurisdictions: ['IT'], isDefault: true },
    listLapsedCertificates: { rows: [] },
    listUpcomingMaintenances: [],
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onDeleted: vi.fn(), onManageSessions: vi.fn(), onViewAs: vi.fn() };
  const ui = (given: IntegrationSearch) => (
    <>
      <Notifications />
      <IntegrationPage id={3} search={given} {...handlers} />
    </>
  );
  const view = renderScreen(ui(search));
  const named = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...view, ...handlers, named, show: (given: IntegrationSearch) => view.rerender(ui(given)) };
}

export const card = (service: string) => screen.findByRole('region', { name: `${service} service` });
export const panel = (name: string) => screen.findByRole('region', { name });
