/** A hub with the modules around fetching and two fake platforms behind it, for the tests of these modules. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type AnyEndpoint, systemEndpoints } from '@ludus/contract';
import type { PlatformSession, PlatformVersion } from '@ludus/contract/operator-api';
import { addGame, addOperator } from '../../../test/catalogue.ts';
import type { TestStores } from '../../../test/harness.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { identityIn, type TestAccounts, testAccounts } from '../../../test/rights.ts';
import { outOfPatienceAtSilence } from '../../../test/silence.ts';
import { type FixedClock, fixedClock } from '../../platform/clock/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import type { JobRow } from '../../platform/queue/index.ts';
import { type BooksModule, createBooksModule } from '../books/index.ts';
import { createIntegrationsModule, type IntegrationsModule } from '../integrations/index.ts';
import { createJobsModule } from '../jobs/index.ts';
import { createSessionsModule, type SessionsModule } from '../sessions/index.ts';
import { type FakePlatform, platformSession, startFakePlatform } from './fetching.testing.ts';
import { createFetchingModule, type FetchingModule, type FetchingOptions } from './index.ts';

export interface FetchHub {
  hub: TestHub;
  clock: FixedClock;
  fetching: FetchingModule;
  books: BooksModule;
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
  sessions: SessionsModule;
  accounts: TestAccounts;
  /** Makes an integration whose services are this platform. */
  enter(name: string, version: PlatformVersion, platform: FakePlatform): Promise<number>;
  /** Runs a job to its end. */
  settled(jobId: string): Promise<JobRow>;
  close(): Promise<void>;
}

export const testNow = '2026-11-20T12:00:00Z';

export interface FetchHubOptions {
  pageSize?: number;
  stores?: TestStores;
  fetching?: FetchingOptions;
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
  const made: Partial<Pick<FetchHub, 'fetching' | 'books' | 'integrations' | 'sessions'>> = {};

  const hub = await startTestHub({
    clock,
    ...(options.stores === undefined ? {} : { stores: options.stores }),
    settings: { allowPrivateHosts: ['127.0.0.1'] },
    async compose(platform, parts) {
      const integrations = createIntegrationsModule(platform, {
        ...parts,
        isFetching: async () => made.fetching?.isFetching() ?? false,
      });
      const books = createBooksModule(platform);
      const fetching = createFetchingModule(
        { ...platform, realtime },
        { integrations, books: books.service, outgoing: outOfPatienceAtSilence(parts.outgoing) },
        { limits: { backoffMs: [1, 1] }, ...options.fetching },
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
        { ...platform, mailer, realtime },
        {
          books: books.service,
          single: fetching.single,
          directory: integrations.directory,
          freshness: integrations.freshness,
          identityOf: (subject) => identityIn(accounts, subject),
        },
      );
      Object.assign(made, { fetching, books, integrations, sessions });
      const modules = [integrations, books, fetching, sessions, createJobsModule(platform)];
      const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
      const endpoints: AnyEndpoint[] = [...systemEndpoints, ...own];
      return { modules, directory: integrations.directory, identity: testIdentity, contract: endpoints };
    },
  });
  const { fetching, books, integrations, sessions } = made as Required<typeof made>;
  const { db } = hub.stores.postgres;

  async function enter(name: string, version: PlatformVersion, platform: FakePlatform): Promise<number> {
    const urls = { gaming: platform.url, data: platform.url, play: platform.url, launch: platform.url };
    const token = platform.token;
    const tokens = { data: token, play: token, bookkeeping: token, operator: token };
    const id = await integrations.registry.enter({ externalIdentifier: name, name, version, urls, tokens });
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
    books,
    integrations,
    alpina,
    baltica,
    ids,
    games,
    events: realtime.events,
    mailServer,
    sessions,
    enter,
    accounts,
    settled: (jobId) => hub.platform.jobs.settled(jobId),
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
