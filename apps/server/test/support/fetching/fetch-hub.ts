/** A hub with the modules around fetching and two fake platforms behind it, for the tests of these modules. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AnyEndpoint, systemEndpoints } from '@ludus/contract';
import type { PlatformSession, PlatformVersion } from '@ludus/contract/operator-api';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { Mail } from '../../../src/infra/mail/index.ts';
import type { HubModule, Infra } from '../../../src/infra/module.ts';
import { createOperatorApi } from '../../../src/infra/operator-api/index.ts';
import type { JobRow } from '../../../src/infra/queue/index.ts';
import {
  createFetchingModule,
  createFetchStatus,
  type FetchingModule,
  type FetchingOptions,
} from '../../../src/modules/fetching/index.ts';
import {
  createIntegrationsModule,
  type IntegrationsModule,
} from '../../../src/modules/integrations/index.ts';
import { createJobsModule } from '../../../src/modules/jobs/index.ts';
import { createOpenSessionsModule } from '../../../src/modules/open-sessions/index.ts';
import {
  createReconciliationModule,
  type ReconciliationModule,
} from '../../../src/modules/reconciliation/index.ts';
import {
  createSessionStoreModule,
  type SessionStoreModule,
} from '../../../src/modules/session-store/index.ts';
import { createSessionMailsModule, createSessionsModule } from '../../../src/modules/sessions/index.ts';
import { findTermsDifferences } from '../../../src/modules/statements/index.ts';
import { createStatisticsModule } from '../../../src/modules/statistics/index.ts';
import { addGame, addOperator } from '../../catalogue.ts';
import { type FakePlatform, platformSession, startFakePlatform } from '../../fake-platform.ts';
import type { TestStores } from '../../harness.ts';
import { startTestHub, type TestHub, testIdentity } from '../../hub.ts';
import { recordedRealtime } from '../../realtime.ts';
import { identityIn, type TestAccounts, testAccounts } from '../../rights.ts';
import { outOfPatienceAtSilence } from '../../silence.ts';

export interface FetchHub {
  hub: TestHub;
  clock: FixedClock;
  fetching: FetchingModule;
  reconciliation: ReconciliationModule;
  sessionStore: SessionStoreModule;
  integrations: IntegrationsModule;
  /** GAI2, and GAI-INTERNATIONAL. */
  alpina: FakePlatform;
  baltica: FakePlatform;
  ids: { alpina: number; baltica: number };
  games: { sugar: number; comet: number };
  /** What fetching and sessions have published. */
  events: ReturnType<typeof recordedRealtime>['events'];
  /** Stands for the mail server: what it took, and how many of the next mails it refuses. */
  mailServer: { taken: { mail: Mail; attachment: string }[]; refuses: number };
  sessionMails: HubModule;
  accounts: TestAccounts;
  /** Makes an integration whose services are this platform. */
  enter(name: string, version: PlatformVersion, platform: FakePlatform): Promise<number>;
  /** Runs a job to its end. */
  settled(jobId: string): Promise<JobRow>;
  close(): Promise<void>;
}

export const testNow = '2026-11-20T12:00:00Z';

/** What further modules of a test are made from. */
export interface FetchHubParts extends Pick<FetchHub, 'fetching' | 'sessionStore' | 'integrations'> {
  infra: Infra;
}

export interface FetchHubOptions {
  /** Modules that are served as well. */
  further?: (parts: FetchHubParts) => HubModule[];

  pageSize?: number;
  stores?: TestStores;
  fetching?: FetchingOptions;
  /** 0 unless given: nothing is scheduled. */
  fetchIntervalMinutes?: number;
}

export async function startFetchHub(options: FetchHubOptions = {}): Promise<FetchHub> {
  const clock = fixedClock(testNow);
  const platformOptions = { now: () => clock.now(), pageSize: options.pageSize ?? 10_000 };
  const [alpina, baltica] = await Promise.all([
    startFakePlatform(platformOptions),
    startFakePlatform(platformOptions),
  ]);
  const realtime = recordedRealtime();
  const mailServer: FetchHub['mailServer'] = { taken: [], refuses: 0 };
  const accounts = testAccounts();
  const made: Partial<
    Pick<FetchHub, 'fetching' | 'reconciliation' | 'sessionStore' | 'integrations' | 'sessionMails'>
  > = {};

  const hub = await startTestHub({
    clock,
    ...(options.stores === undefined ? {} : { stores: options.stores }),
    settings: {
      allowPrivateHosts: ['127.0.0.1'],
      fetchIntervalMinutes: options.fetchIntervalMinutes ?? 0,
    },
    async compose(infra, parts) {
      const integrations = createIntegrationsModule(infra, {
        ...parts,
        isFetching: createFetchStatus(infra),
      });
      const sessionStore = createSessionStoreModule(infra);
      const operatorApi = createOperatorApi(outOfPatienceAtSilence(parts.outgoing), {
        limits: { backoffMs: [1, 1] },
      });
      const fetching = createFetchingModule(
        { ...infra, realtime },
        { integrations, sessionStore: sessionStore.service, operatorApi },
        options.fetching,
      );
      const reconciliation = createReconciliationModule(
        { ...infra, realtime },
        {
          fetching,
          sessionStore: sessionStore.service,
          operatorApi,
          referenceData: integrations.referenceData,
          findTerms: (days, ids) => findTermsDifferences(infra.postgres.db, days, ids),
          rights: {
            identityOf: (subject) => identityIn(accounts, subject),
            integrations: integrations.referenceData,
          },
        },
      );
      const mailer = {
        async send(mail: Mail) {
          if (mailServer.refuses > 0) {
            mailServer.refuses -= 1;
            throw new Error('The mail server is down.');
          }
          const content = mail.attachments?.[0]?.content;
          mailServer.taken.push({ mail, attachment: content instanceof Readable ? await text(content) : '' });
        },
      };
      const sessions = createSessionsModule(
        { ...infra, realtime },
        {
          sessionStore: sessionStore.service,
          single: fetching.single,
          referenceData: integrations.referenceData,
        },
      );
      const openSessions = createOpenSessionsModule(
        { ...infra, realtime },
        {
          sessionStore: sessionStore.service,
          sessions: sessions.quietService,
          referenceData: integrations.referenceData,
          identityOf: (subject) => identityIn(accounts, subject),
        },
      );
      const statistics = createStatisticsModule(infra, {
        sessionStore: sessionStore.service,
        referenceData: integrations.referenceData,
        freshness: integrations.freshness,
        fetches: integrations.fetches,
        countQuarantinedDays: fetching.service.countQuarantinedDays,
        findUnreconciledDays: reconciliation.findUnreconciledDays,
        gameMaths: async () => [],
      });
      const sessionMails = createSessionMailsModule(
        { ...infra, mailer },
        {
          lists: sessions.lists,
          referenceData: integrations.referenceData,
          coverage: statistics.coverage,
          identityOf: (subject) => identityIn(accounts, subject),
          storeLargeList: () => Promise.reject(new Error('No list of these tests is large.')),
        },
      );
      Object.assign(made, { fetching, reconciliation, sessionStore, integrations, sessionMails });
      const modules = [
        integrations,
        sessionStore,
        fetching,
        reconciliation,
        sessions,
        openSessions,
        sessionMails,
        statistics,
        createJobsModule(infra),
        ...(options.further?.({ infra: { ...infra, realtime }, fetching, sessionStore, integrations }) ?? []),
      ];
      const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
      const endpoints: AnyEndpoint[] = [...systemEndpoints, ...own];
      return {
        modules,
        integrations: integrations.referenceData,
        identity: testIdentity,
        contract: endpoints,
      };
    },
  });
  const { fetching, reconciliation, sessionStore, integrations, sessionMails } = made as Required<
    typeof made
  >;
  const { db } = hub.stores.postgres;

  async function enter(name: string, version: PlatformVersion, infra: FakePlatform): Promise<number> {
    const urls = { gaming: infra.url, data: infra.url, play: infra.url, launch: infra.url };
    const token = infra.token;
    const tokens = { data: token, play: token, bookkeeping: token, operator: token };
    const id = await integrations.importer.upsert({ externalIdentifier: name, name, version, urls, tokens });
    await addOperator(db, id, 'VIVA');
    return id;
  }
  const ids = {
    alpina: await enter('Alpina', 'GAI2', alpina),
    baltica: await enter('Baltica', 'GAI-INTERNATIONAL', baltica),
  };
  const games = { sugar: await addGame(db, 'sugar_cascade'), comet: await addGame(db, 'comet_courier') };

  return {
    hub,
    clock,
    fetching,
    reconciliation,
    sessionStore,
    integrations,
    alpina,
    baltica,
    ids,
    games,
    events: realtime.events,
    mailServer,
    sessionMails,
    enter,
    accounts,
    settled: (jobId) => hub.infra.jobs.waitForCompletion(jobId),
    async close() {
      await hub.close();
      await Promise.all([alpina.stop(), baltica.stop()]);
    },
  };
}

/** A session of a GAI-INTERNATIONAL platform. */
export function internationalSession(number: number, parts: Partial<PlatformSession> = {}): PlatformSession {
  return platformSession(number, { externalSessionId: null, externalTicketId: null, ...parts });
}
