import { decodeStatisticsParameter, type Role, type Statistics } from '@ludus/contract';
import { Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import { ChartsPage } from '../features/charts/pages/charts-page.tsx';
import { type ChartsSearch, readChartsSearch } from '../features/charts/search.ts';
import { answerCalls, type SeenCall } from './answer-calls.ts';
import { aCoverage } from './coverage.ts';
import { renderScreen } from './render.tsx';
import { SignedIn } from './session-as.tsx';
import { aGame, anIntegration, someStatistics, someTotals } from './sessions.ts';

/** The charts with two games, two integrations and two days, and a URL that follows what is chosen. */
const games = [
  aGame(7, 'Wolves of Skadi'),
  aGame(8, 'Jade Lantern', { sub_name: 'Deluxe' }),
  aGame(9, 'Unready', { isDev: true }),
];
const integrations = [
  anIntegration(1, 'Alpina', games.slice(0, 2)),
  { ...anIntegration(2, 'Baltica', games.slice(0, 1)), operators: [] },
];
const plain = { netwin: undefined, due: undefined } as const;
export const days = { from: '2026-11-01', to: '2026-11-02', by: 'day' } as const;

export type Request = {
  games: readonly number[];
  datasetGames: boolean;
  datasetIntegrations: boolean;
  datasetTotals: boolean;
  [key: string]: unknown;
};

/** Returns the requested datasets, over two days, the second of which still runs. */
export function statisticsFor(request: Request, isPlain: boolean): Statistics {
  const all = someStatistics(isPlain);
  const { games: byGame, integrations: byIntegration } = all.datasets;
  const totals = someTotals(isPlain ? plain : {});
  const stretch = <S,>(split: S) =>
    JSON.parse(JSON.stringify(split), (key, value) => (key === 'data' ? [value[0], value[0]] : value)) as S;
  const one = (stat: string, total: number | null, unit: string) => ({
    stat,
    label: stat,
    data: [total, null],
    total,
    totalData: { value: total, unit },
  });
  return {
    ...all,
    labels: ['01/11/2026', '02/11/2026'],
    buckets: [
      { key: '2026-11-01', from: '2026-10-31T23:00:00Z', to: '2026-11-01T23:00:00Z', partial: false },
      { key: '2026-11-02', from: '2026-11-01T23:00:00Z', to: '2026-11-02T23:00:00Z', partial: true },
    ],
    datasets: {
      ...(request.datasetGames ? { games: stretch(byGame) } : {}),
      ...(request.datasetIntegrations ? { integrations: stretch(byIntegration) } : {}),
      ...(request.datasetTotals
        ? {
            totals: [
              one('bet', totals.bet, 'euro'),
              one('win', totals.win, 'euro'),
              one('grosswin', totals.grosswin, 'euro'),
              ...(isPlain ? [] : [one('netwin', 75.19, 'euro'), one('due', 12.03, 'euro')]),
              one('rtp', totals.rtp, 'ratio'),
              one('rounds', totals.rounds, 'count'),
              one('sessionsTotal', totals.sessionsTotal, 'count'),
              one('usersCount', totals.usersCount, 'count'),
            ] as never,
          }
        : {}),
    },
    grandTotals: totals,
    coverage: { ...all.coverage, openSessions: 3 },
  };
}

export const requestOf = (call: SeenCall | undefined) =>
  decodeStatisticsParameter(call?.query.a ?? '') as Request;

export function renderCharts(
  as: Role,
  search: ChartsSearch = {},
  answers: Record<string, unknown> = {},
  reportsHref: string | null = '/reports',
) {
  const isPlain = as === 'ludus_manager';
  const calls = answerCalls({
    getStatistics: (call: SeenCall) => statisticsFor(requestOf(call), isPlain),
    getCoverage: aCoverage(),
    listIntegrations: { rows: as.startsWith('ludus') ? integrations : integrations.slice(0, 1) },
    listGames: { rows: games },
    ...answers,
  });
  const seen: ChartsSearch[] = [];
  const onReports = vi.fn();
  function Page() {
    const [current, setCurrent] = useState<ChartsSearch>({ ...days, ...search });
    const keep = (next: ChartsSearch) => {
      seen.push(next);
      setCurrent(readChartsSearch({ ...next }));
    };
    return (
      <ChartsPage
        search={current}
        onSearch={keep}
        onReplace={keep}
        reportsHref={reportsHref}
        onReports={onReports}
      />
    );
  }
  const view = renderScreen(
    <SignedIn as={as}>
      <Notifications />
      <Page />
    </SignedIn>,
  );
  const asked = () => calls.filter((call) => call.endpoint === 'getStatistics').map(requestOf);
  return { ...view, calls, asked, last: () => seen.at(-1), onReports };
}

export const specific: ChartsSearch = { type: 'Specific', games: [7, 8] };
export const drawn = () => screen.findByRole('img', { name: /^Chart:/ });
export const strip = () => screen.findByRole('list', { name: 'Totals' });
export const open = (what: string) => screen.getByRole('combobox', { name: what });
