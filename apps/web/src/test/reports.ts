import type { DetailedReport, ReportFigures } from '@ludus/contract';

/** Figures of a row with this bet and win. */
export const someFigures = (bet: number, win: number, part: Partial<ReportFigures> = {}): ReportFigures => ({
  bet,
  win,
  rtp: bet === 0 ? null : win / bet,
  grosswin: bet - win,
  netwin: 1,
  due: 5,
  sessionsTotal: 4,
  rounds: 40,
  usersCount: 3,
  ...part,
});

/** Two integrations, one of them with a platform; without net win and due when `isPlain`, as the server returns to those who may not see them. */
export function aReport(isPlain = false): DetailedReport {
  const own = (bet: number, win: number, part: Partial<ReportFigures> = {}) => {
    const { netwin, due, ...rest } = someFigures(bet, win, part);
    return isPlain ? rest : { ...rest, netwin, due };
  };
  const wolves = { gameId: 7, gameName: 'Wolves of Skadi', ...own(60, 20) };
  const frostjarl = { gameId: 8, gameName: 'Frostjarl', ...own(40, 60, { due: -2.5 }) };
  return {
    response: [
      {
        integrationId: 1,
        integrationName: 'Alpina',
        ...own(1200.5, 900, { usersCount: 7 }),
        directOperators: [
          {
            operatorId: 3,
            operatorName: 'Vetta Gioco',
            ...own(100, 80, { due: 0 }),
            games: [wolves, frostjarl],
          },
        ],
        platforms: [
          {
            platformId: 5,
            platformName: 'Orobic Network',
            ...own(1100.5, 820),
            operators: [
              {
                operatorId: 4,
                operatorName: 'Lago',
                ...own(1100.5, 820),
                games: [{ ...frostjarl, ...own(1100.5, 820) }],
              },
            ],
          },
        ],
      },
      {
        integrationId: 2,
        integrationName: 'Baltica',
        ...own(50, 10, { usersCount: 2 }),
        directOperators: [{ operatorId: 6, operatorName: 'Gdynia', ...own(50, 10), games: [wolves] }],
        platforms: [],
      },
    ],
    responsePerDay: null,
    totals: own(1250.5, 910, { usersCount: 9 }),
    coverage: {
      from: '2026-11-19T23:00:00Z',
      to: '2026-11-20T23:00:00Z',
      zone: 'Europe/Rome',
      asOf: '2026-11-20T13:32:07Z',
      notFetched: 0,
      openSessions: 3,
    },
  };
}
