import type { Game, GrandTotals, Integration, Session, SessionRow, Statistics } from '@ludus/contract';

/** Sessions and sums as the API returns them, for screen tests. */
export function aRow(part: Partial<SessionRow> = {}): SessionRow {
  return {
    id: '0190a7de-0000-7000-8000-000000000001',
    sessionId: '8f41c0de-72ab-4b1e-9d03-5c1e',
    aamsSessionId: 'AL-2611-0093418827',
    aamsTicketId: 'N2F0A17C4B93D201',
    userId: 'vg_2204817',
    integration: { id: 1, name: 'Alpina' },
    operator: { id: 3, name: 'Vetta Gioco' },
    operatorId: 3,
    game: {
      id: 7,
      name: 'Wolves of Skadi',
      sub_name: null,
      slug: 'wolves_of_skadi',
      isCatalog: true,
      isDev: false,
      game_media: [{ url: '/api/media/cover.webp', isMainImage: true, isMiniBanner: false }],
    },
    isOpen: true,
    bet: 494.4,
    win: 317.85,
    grossWin: 176.55,
    netWin: 132.41,
    due: 21.19,
    currentRound: 412,
    isMobile: true,
    sessionTypeId: 1,
    createdAt: '2026-11-20T12:58:02.000Z',
    sessionUpdatedAt: '2026-11-20T13:11:51.000Z',
    externalUpdatedAt: '2026-11-20T13:11:51.000Z',
    updatedAt: '2026-11-20T13:32:07.000Z',
    ...part,
  };
}

export function aSession(part: Partial<Session> = {}): Session {
  const { integration, ...row } = aRow();
  return {
    ...row,
    integration: {
      ...integration,
      gamingServiceUrl: 'https://alpina.example/gaming',
      dataServiceURL: 'https://alpina.example/data',
      operators: [],
      games: [],
      platforms: [],
    },
    can: { refresh: true, close: true, report: true },
    closeRefusal: null,
    ...part,
  };
}

export function someTotals(part: Partial<GrandTotals> = {}): GrandTotals {
  return {
    bet: 1000.5,
    win: 900.25,
    rtp: 0.8998,
    grosswin: 100.25,
    netwin: 75.19,
    due: 12.03,
    sessionsTotal: 40,
    sessionsOpen: 3,
    sessionsClosed: 37,
    rounds: 2500,
    usersCount: 21,
    ...part,
  };
}

/** Two games, two integrations and two operators; without net win and due when `isPlain`. */
export function someStatistics(isPlain = false): Statistics {
  const plain = { netwin: undefined, due: undefined } as const;
  const totals = someTotals(isPlain ? plain : {});
  const split = (first: object, second: object) => {
    const series = (label: string, total: number | null, ids: object) => ({
      ...ids,
      label,
      data: [total],
      total,
    });
    const pair = (a: number | null, b: number | null) => [series('A', a, first), series('B', b, second)];
    return {
      bet: pair(800.5, 200),
      win: pair(850.25, 50),
      grosswin: pair(-49.75, 150),
      ...(isPlain ? {} : { netwin: pair(-37.31, 112.5), due: pair(-5.97, 18) }),
      rtp: pair(1.0621, null),
      sessionsTotals: pair(30, 10),
      rounds: pair(2000, 500),
      usersCount: pair(15, 9),
    };
  };
  return {
    labels: ['2026-11'],
    buckets: [{ key: '2026-11', from: '2026-10-31T23:00:00Z', to: '2026-11-30T23:00:00Z', partial: true }],
    datasets: {
      games: split({ gameId: 7 }, { gameId: 8 }) as never,
      integrations: split({ integrationId: 1 }, { integrationId: 2 }) as never,
      operators: split({ operatorId: 3, integrationId: 1 }, { operatorId: 4, integrationId: 1 }) as never,
    },
    grandTotals: totals,
    integration: null,
    integrations: [],
    byType: {
      real: totals,
      fun: someTotals({ bet: 11.5, sessionsTotal: 5, usersCount: 2, ...(isPlain ? plain : {}) }),
    },
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

export function aGame(id: number, name: string, part: Partial<Game> = {}): Game {
  return {
    id,
    name,
    sub_name: null,
    slug: name.toLowerCase().replaceAll(' ', '_'),
    externalIdentifier: null,
    providerId: null,
    rtp: 95.5,
    volatility: 5,
    hit_frequency: 25,
    max_multiplier_win: 5000,
    type: 'SLOT MACHINE',
    format: 'HTML5',
    max_bet: 100,
    min_bet: 0.1,
    pay_method: 'Ways',
    lines: 243,
    reels: 5,
    gameRows: 3,
    supportedPlatforms: { mobile: true, desktop: true },
    isBuyBonus: false,
    isDev: false,
    isDemo: true,
    isCatalog: true,
    max_exposure: null,
    max_exposure_ratio: null,
    release_date: '2026-01-01',
    propertiesData: {},
    description_en: '',
    description_it: '',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...part,
  };
}

/** An integration that offers the given games. */
export function anIntegration(id: number, name: string, games: readonly Game[] = []): Integration {
  return {
    id,
    name,
    version: 'GAI2',
    externalIdentifier: name.toLowerCase(),
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    operators: [{ id: 3, name: 'Vetta Gioco', code: 'vetta', platformId: null }],
    games: games.map(({ id: gameId, name: gameName, sub_name, slug, isDev, isCatalog }) => ({
      id: gameId,
      name: gameName,
      sub_name,
      slug,
      isDev,
      isCatalog,
      integration_games: { is_active: '2026-01-01T00:00:00Z', is_requested: null },
    })),
  };
}
