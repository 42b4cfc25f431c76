import {
  type Integration,
  type IntegrationDetail,
  type IntegrationWithCounts,
  type Job,
  messageOf,
  type ServiceAnswer,
  type ServiceSpan,
  type ServiceStatus,
} from '@ludus/contract';

/** An integration as lists to choose from have it, with one operator. */
export function anIntegration(id: number, name: string): Integration {
  return {
    id,
    name,
    version: 'GAI2',
    externalIdentifier: name.toLowerCase(),
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
    operators: [{ id: id * 10, name: `Operator of ${name}`, code: `${name}1`, platformId: null }],
  };
}

/** Integrations as the API returns them to those who manage them, for screen tests. */
export function aCounted(
  id: number,
  name: string,
  part: Partial<IntegrationWithCounts> = {},
): IntegrationWithCounts {
  return {
    id,
    name,
    version: 'GAI2',
    externalIdentifier: name.toLowerCase(),
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
    playServiceURL: `http://play.${name.toLowerCase()}.example`,
    operatorCount: 1,
    userCount: 1,
    gameCount: 1,
    ...part,
  };
}

export function aStatus(integrationId: number, part: Partial<ServiceStatus> = {}): ServiceStatus {
  return {
    integrationId,
    integrationName: 'Alpina',
    checkedAt: '2026-11-20T09:00:00.000Z',
    gaming: 'healthy',
    data: 'healthy',
    play: 'healthy',
    launch: 'healthy',
    latencies: { gaming: 84, data: 7, play: 121, launch: 30 },
    fetchedAt: '2026-11-20T13:30:00Z',
    isFetchLate: false,
    ...part,
  };
}

type LinkedGame = NonNullable<IntegrationDetail['games']>[number];

export function aLinked(id: number, name: string, isActive = false): LinkedGame {
  return {
    id,
    name,
    sub_name: null,
    slug: name.toLowerCase().replaceAll(' ', '_'),
    isDev: false,
    isCatalog: true,
    integration_games: { is_active: isActive ? '2026-05-01T00:00:00.000Z' : null, is_requested: null },
  };
}

export function aDetail(part: Partial<IntegrationDetail> = {}): IntegrationDetail {
  return {
    id: 3,
    name: 'Alpina',
    version: 'GAI2',
    externalIdentifier: 'alpina',
    providerId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    gamingServiceURL: 'http://gaming.alpina.example',
    dataServiceURL: 'http://data.alpina.example',
    playServiceURL: 'http://play.alpina.example',
    launchServiceURL: 'http://launch.alpina.example',
    tokens: {
      gamingServiceToken: true,
      dataServiceToken: true,
      playServiceToken: true,
      launchServiceToken: true,
      bookkeepingToken: true,
      operatorToken: false,
      maintenanceToken: false,
      systemToken: false,
    },
    operators: [{ id: 1, name: 'Vetta Gioco', code: 'vetta', platformId: null }],
    users: [{ username: 'alpina.admin', email: 'admin@alpina.example' }],
    games: [aLinked(1, 'Wolves of Skadi', true), aLinked(2, 'Jade Lantern')],
    maintenances: [],
    ...part,
  };
}

export const healthyAnswer: ServiceAnswer = { ok: true, status: 200, reason: null };
export const failingAnswer: ServiceAnswer = {
  ok: false,
  status: 401,
  reason: 'It answered 401.',
  reasonDetail: messageOf('health.status', { status: 401 }),
};

export const healthyAnswers = {
  gamingService: { ...healthyAnswer, latencyMs: 84 },
  dataService: { ...healthyAnswer, latencyMs: 85 },
  playService: { ...healthyAnswer, latencyMs: 1_086 },
  launchService: { ...healthyAnswer, latencyMs: 87 },
};

export const aDayOfHealth: ServiceSpan[] = [
  { from: '2026-11-19T09:00:00.000Z', to: '2026-11-20T08:00:00.000Z', state: 'healthy', reason: null },
  {
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-20T08:20:00.000Z',
    state: 'failing',
    reason: 'It answered 503.',
    reasonDetail: messageOf('health.status', { status: 503 }),
  },
  { from: '2026-11-20T08:20:00.000Z', to: '2026-11-20T09:00:00.000Z', state: 'healthy', reason: null },
];

export const noHistory = { gaming: [], data: [], play: aDayOfHealth, launch: [] };

export function aJob(state: Job['state'], part: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    name: 'synchronise-integrations',
    state,
    queueQualifiedName: 'hub:system',
    data: { userId: 'user-1' },
    username: 'g.ferraris',
    progress: { percentage: 0, message: '' },
    summary: {},
    integrations: [],
    error: null,
    timestamp: '2026-11-20T09:00:00.000Z',
    processedOn: null,
    finishedOn: null,
    delay: 0,
    ...part,
  };
}
