/** A hub with session store full of known sessions and the modules that read them, for tests of reports and exports. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type AnyEndpoint, type Game, systemEndpoints } from '@ludus/contract';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { Mail } from '../../../src/infra/mail/index.ts';
import { createExportsModule, type ExportsModule } from '../../../src/modules/exports/index.ts';
import { createGamePerformanceModule } from '../../../src/modules/game-performance/index.ts';
import type { IntegrationFetch, References } from '../../../src/modules/integrations/index.ts';
import { createPlayersModule } from '../../../src/modules/players/index.ts';
import { createReportsModule, type ReportsModule } from '../../../src/modules/reports/index.ts';
import {
  createSessionStoreModule,
  type SessionStoreModule,
} from '../../../src/modules/session-store/index.ts';
import { createSessionMailsModule, createSessionsModule } from '../../../src/modules/sessions/index.ts';
import { createStatisticsModule } from '../../../src/modules/statistics/index.ts';
import { startTestHub, type TestHub, testIdentity } from '../../hub.ts';
import { identityIn, type TestAccounts, testAccounts } from '../../rights.ts';
import { type KnownRow, makeRows } from '../session-store/known-rows.ts';

export const fixtureNow = '2026-11-20T12:00:00Z';

const operators: [number, string, number, number | null][] = [
  [10, 'Zeta', 1, 7],
  [11, 'Beta', 1, 7],
  [20, 'Viva', 2, 8],
  [21, 'Alfa', 2, null],
  [30, '@Prima', 3, null],
  [31, 'Ultima', 3, null],
];

/** Alpina has one platform, Baltica a platform and an operator of its own, the third only operators. */
export const fixtureNames = {
  integrations: new Map(
    ['Alpina', 'Baltica', '=Gamma'].map((name, index) => [index + 1, { id: index + 1, name }]),
  ),
  operators: new Map(
    operators.map(([id, name, integrationId, platformId]) => [
      id,
      { id, name, code: name, integrationId, platformId },
    ]),
  ),
  platforms: new Map([
    [7, { id: 7, name: 'Brand Seven', integrationId: 1 }],
    [8, { id: 8, name: 'Brand Eight', integrationId: 2 }],
  ]),
  games: new Map(
    [1, 2, 3, 4].map((id) => [
      id,
      {
        id,
        slug: `game_${id}`,
        summary: {
          id,
          name: `Game ${10 - id}`,
          sub_name: null,
          slug: `game_${id}`,
          isCatalog: true,
          isDev: false,
          game_media: [],
        },
      },
    ]),
  ),
  gameIdBySlug: new Map(),
} as unknown as References;

/** Alpina and Baltica are up to date, the third was never fetched. */
const fixtureFetches: IntegrationFetch[] = [...fixtureNames.integrations.values()].map(({ id, name }) => ({
  integrationId: id,
  integrationName: name,
  asOf: id === 3 ? null : new Date('2026-11-20T11:50:00Z'),
  state: id === 3 ? 'neverFetched' : 'upToDate',
}));

/** Whose operators belong together. */
export const platformOf = (operatorId: number) => fixtureNames.operators.get(operatorId)?.platformId ?? null;

/** Games of the catalogue that came out one after the other. */
const releasedGame = (id: number) =>
  ({
    id,
    type: 'SLOT MACHINE',
    isDev: false,
    isCatalog: true,
    release_date: `2026-0${4 + id}-01`,
  }) as Game;

export interface FiguresHub {
  hub: TestHub;
  clock: FixedClock;
  rows: KnownRow[];
  exports: ExportsModule;
  reports: ReportsModule;
  sessionStore: SessionStoreModule;
  /** What the mail server has taken; it refuses the next `refuses` mails. */
  mails: { taken: { mail: Mail; attachment: Buffer | null }[]; refuses: number };
  accounts: TestAccounts;
  close(): Promise<void>;
}

/** Sessions around both changes of the clocks, over months, one without bets and one that won more than it bet. */
export function fixtureRows(): KnownRow[] {
  const [one] = makeRows(77, 1, '2026-05-05T10:00:00Z', '2026-05-05T10:00:01Z');
  if (one === undefined) throw new Error('No row');
  const own = { ...one, integrationId: 1, operatorId: 10, sessionType: 1 as const };
  return [
    ...makeRows(1, 150, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
    ...makeRows(2, 150, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'),
    ...makeRows(3, 900, '2026-10-01T00:00:00Z', '2026-11-20T11:00:00Z'),
    {
      ...own,
      sessionId: 'free',
      createdAtMs: Date.parse('2026-05-05T10:00:00Z'),
      bet: 0,
      win: 0,
      netWin: 0,
      due: 0,
    },
    { ...own, sessionId: 'lucky', createdAtMs: Date.parse('2026-05-06T10:00:00Z'), bet: 100, win: 1_000_050 },
  ].map((row) => ({ ...row, updatedAtMs: Math.max(row.updatedAtMs, row.createdAtMs) }));
}

export async function startFiguresHub(rows: KnownRow[] = fixtureRows()): Promise<FiguresHub> {
  const clock = fixedClock(fixtureNow);
  const mails: FiguresHub['mails'] = { taken: [], refuses: 0 };
  const accounts = testAccounts();
  const made: Partial<Pick<FiguresHub, 'exports' | 'reports' | 'sessionStore'>> = {};
  const hub = await startTestHub({
    clock,
    settings: { publicUrl: 'https://localhost' },
    async compose(infra) {
      const mailer = {
        async send(mail: Mail) {
          if (mails.refuses > 0) {
            mails.refuses -= 1;
            throw new Error('The mail server is down.');
          }
          const content = mail.attachments?.[0]?.content;
          mails.taken.push({ mail, attachment: content instanceof Readable ? await buffer(content) : null });
        },
      };
      const referenceData = {
        read: async () => fixtureNames,
        findByName: async (name: string) =>
          [...fixtureNames.integrations.values()].find(
            (one) => one.name.toLowerCase() === name.toLowerCase(),
          ) ?? null,
      };
      const freshness = async () => ({ asOf: '2026-11-20T11:50:00.000Z', notFetched: 0 });
      const shared = {
        referenceData,
        freshness,
        identityOf: (subject: string) => identityIn(accounts, subject),
      };
      const sessionStore = createSessionStoreModule(infra);
      const statistics = createStatisticsModule(infra, {
        ...shared,
        sessionStore: sessionStore.service,
        fetches: async (_actor, ids) =>
          fixtureFetches.filter(({ integrationId }) => !ids?.length || ids.includes(integrationId)),
        countQuarantinedDays: async () => ({
          days: [
            { integrationId: 1, day: '2026-11-19', rows: 1_200 },
            { integrationId: 1, day: '2026-11-03', rows: 2 },
          ],
          cut: [1],
        }),
        findUnreconciledDays: async () => [{ integrationId: 1, day: '2026-11-18' }],
        // The second has a maths sheet, the first is estimated; the third is without an RTP.
        gameMaths: async () => [
          { id: 1, rtp: '95.00', rtp_std_dev: null },
          { id: 2, rtp: '96.00', rtp_std_dev: '2.50' },
          { id: 3, rtp: null, rtp_std_dev: null },
        ],
      });
      const reports = createReportsModule(infra, { ...shared, sessionStore: sessionStore.service });
      const sessions = createSessionsModule(infra, {
        ...shared,
        sessionStore: sessionStore.service,
        single: {} as never,
      });
      const exports = createExportsModule(
        { ...infra, mailer },
        {
          ...shared,
          coverage: statistics.coverage,
          recentIdentityOf: shared.identityOf,
          statistics: statistics.service,
          ranking: statistics.ranking,
          reports: reports.service,
          lists: sessions.lists,
          openSessions: sessionStore.service.open,
          certificates: {
            allActions: async () => Promise.reject(new Error('These figures have no certificates.')),
            wholeCoverage: async () => Promise.reject(new Error('These figures have no certificates.')),
          },
        },
      );
      const sessionMails = createSessionMailsModule(
        { ...infra, mailer },
        {
          ...shared,
          coverage: statistics.coverage,
          lists: sessions.lists,
          storeLargeList: exports.service.storeLargeList,
        },
      );
      Object.assign(made, { exports, reports, sessionStore });
      const players = createPlayersModule({ ...shared, sessionStore: sessionStore.service });
      const performance = createGamePerformanceModule(infra, {
        ...shared,
        sessionStore: sessionStore.service,
        games: {
          get: async (_actor, id) => releasedGame(id),
          list: async () => ({ rows: [1, 2, 3, 4].map(releasedGame) }),
        },
        maintenances: async () => [],
      });
      const modules = [
        performance,
        players,
        sessionStore,
        statistics,
        reports,
        sessions,
        exports,
        sessionMails,
      ];
      const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
      const endpoints: AnyEndpoint[] = [...systemEndpoints, ...own];
      return { modules, integrations: referenceData, identity: testIdentity, contract: endpoints };
    },
  });
  const { exports, reports, sessionStore } = made as Required<typeof made>;
  for (const id of [1, 2, 3]) {
    await sessionStore.service.ingest(
      id,
      rows.filter((row) => row.integrationId === id),
    );
  }
  await sessionStore.service.refreshDirty();
  return { hub, clock, rows, exports, reports, sessionStore, mails, accounts, close: () => hub.close() };
}
