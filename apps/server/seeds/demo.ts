import { setTimeout as wait } from 'node:timers/promises';
import type { DemoWorld } from '@ludus/contract/operator-api';
import type { HubModule, Infra } from '../src/infra/module.ts';
import { type Outgoing, OutgoingError } from '../src/infra/outgoing/index.ts';
import type { Tx } from '../src/infra/postgres/index.ts';
import type { CertificatesService, CoverageService } from '../src/modules/certificates/index.ts';
import type { GamesModule } from '../src/modules/games/index.ts';
import type { IntegrationsModule } from '../src/modules/integrations/index.ts';
import type { MailingListService } from '../src/modules/mailing-list/index.ts';
import type { MaintenancesModule } from '../src/modules/maintenances/index.ts';
import type { MediaModule } from '../src/modules/media/index.ts';
import type { NotificationsModule } from '../src/modules/notifications/index.ts';
import type { SessionStore } from '../src/modules/session-store/index.ts';
import type { StatementsModule } from '../src/modules/statements/index.ts';
import type { TicketsModule } from '../src/modules/tickets/index.ts';
import type { WebhooksService } from '../src/modules/webhooks/index.ts';
import { demoCertificates, demoJurisdictions } from './demo.certificates.ts';
import { type DocumentGame, demoDocuments } from './demo.documents.ts';
import { demoMailingList } from './demo.mailing-list.ts';
import { type DemoMember, demoMaintenances, demoNotice } from './demo.maintenances.ts';
import { enterMedia } from './demo.media.ts';
import { type NoticeReader, noticesFor } from './demo.notices.ts';
import { enterConformance, enterOutage } from './demo.past.ts';
import { enterReplies } from './demo.replies.ts';
import { underSeedLock } from './demo.repo.ts';
import { answerDemoRequests } from './demo.requests.ts';
import { demoIssuer, demoTermsOf } from './demo.statements.ts';
import { openSteps, type Steps } from './demo.steps.ts';
import { type DemoReporter, demoTickets } from './demo.tickets.ts';
import { enterWebhook } from './demo.webhooks.ts';
import { enterGames, enterPlatforms, lastRecord, readWorld } from './demo.world.ts';

export interface DemoPorts {
  games: GamesModule;
  integrations: IntegrationsModule;
  media: MediaModule;
  maintenances: Pick<MaintenancesModule, 'service'>;
  notifications: NotificationsModule;
  mailingList: { service: Pick<MailingListService, 'enter'> };
  certificates: {
    service: Pick<CertificatesService, 'enter'>;
    coverage: Pick<CoverageService, 'enterNeeded'>;
  };
  tickets: { service: Pick<TicketsModule['service'], 'enter'> };
  statements: { terms: Pick<StatementsModule['terms'], 'enterSettings' | 'enterTerms'> };
  webhooks: { service: Pick<WebhooksService, 'enter'> };
  sessionStore: Pick<SessionStore, 'list'>;
  outgoing: Outgoing;
  /** The accounts of the demo; made before this module starts. */
  accounts: {
    usernames: readonly string[];
    find(username: string): Promise<(NoticeReader & { id: string; email: string }) | undefined>;
  };
  /** Queues a fetch of all sessions of these platforms. Returns the job's id. */
  requestInitialFetch(integrationIds: readonly number[]): Promise<string>;
}

export interface DemoOptions {
  /** How long a start waits for a sandbox that is still starting itself; 10 s unless given. */
  patienceMs?: number;
  /** Between two attempts to reach it; 200 ms unless given, tenfold after the first minute. */
  retryMs?: number;
}

/** The demo, as a part of the hub. */
export interface DemoModule extends HubModule {
  /** Resolves when nothing is left to do in the background. */
  waitForCompletion(): Promise<void>;
}

/**
 * Registers what the sandbox says there is: its platforms as integrations, its games with their pictures, some documents
 * and notices for the demo accounts, then has every session fetched. With HUB_SANDBOX=off it does nothing at all. Records
 * are there before the first request; pictures follow in the background. What was entered once is never entered again, so that
 * people may change it; only the addresses and tokens of the sandbox are brought up to date at every start.
 */
export function createDemoModule(
  infra: Infra,
  ports: DemoPorts,
  { patienceMs = 10_000, retryMs = 200 }: DemoOptions = {},
): DemoModule {
  const { settings, log, clock, postgres, realtime, jobs } = infra;
  const { games, integrations, media, maintenances, notifications, mailingList, outgoing, accounts } = ports;
  const stopping = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let work: Promise<void> = Promise.resolve();

  async function enterNotices(
    steps: Steps,
    world: DemoWorld,
    ids: ReadonlyMap<string, number>,
  ): Promise<void> {
    for (const username of accounts.usernames) {
      const account = await accounts.find(username);
      if (account === undefined) continue;
      await steps.once(`notices ${username}`, async (tx) => {
        for (const notice of noticesFor(account, world, ids, clock.now())) {
          await notifications.service.insertNotices(tx, [account.id], notice);
        }
      });
    }
  }

  /** Announcements of the past weeks; the demo's people find them among their notices. */
  async function enterMaintenances(
    steps: Steps,
    world: DemoWorld,
    ids: ReadonlyMap<string, number>,
  ): Promise<void> {
    await steps.once('maintenances', async (tx) => {
      const members: DemoMember[] = [];
      for (const { key, name } of world.platforms) {
        const id = ids.get(key);
        if (id === undefined) continue;
        const found = await Promise.all(
          accounts.usernames.map(async (username) => ({ username, account: await accounts.find(username) })),
        );
        const people = found.flatMap(({ username, account }) =>
          account?.integrationName === name ? [{ id: account.id, username }] : [],
        );
        members.push({ id, people });
      }
      if (members.length === 0) return;
      const now = clock.now();
      for (const entry of demoMaintenances(members, now)) {
        const id = await maintenances.service.insert(tx, entry);
        for (const integration of entry.integrations) {
          const people = members.find((member) => member.id === integration.id)?.people ?? [];
          await notifications.service.insertNotices(
            tx,
            people.map((person) => person.id),
            demoNotice({ ...entry, id }, integration.id, now),
          );
        }
      }
    });
  }

  /** Certificates and other documents of some games and integrations. */
  async function enterDocuments(
    steps: Steps,
    world: DemoWorld,
    ids: ReadonlyMap<string, number>,
  ): Promise<void> {
    const { service, coverage } = ports.certificates;
    const read = async (tx: Tx) => {
      const gameIds = await games.importer.idsBySlug(tx);
      const released = world.games.flatMap(({ slug, isDev, name, sub_name, rtp }) => {
        const id = gameIds.get(slug);
        return id === undefined || isDev ? [] : [{ slug, id, name, sub_name, rtp }];
      });
      const owners = world.platforms.flatMap(({ key, name, games: offered }) => {
        const id = ids.get(key);
        const active = new Set(offered.flatMap(({ slug, state }) => (state === 'active' ? [slug] : [])));
        const own: DocumentGame[] = released.filter(({ slug }) => active.has(slug));
        return id === undefined ? [] : [{ id, name, games: own }];
      });
      return { owners, released };
    };
    await steps.once('documents', async (tx) => {
      const { owners, released } = await read(tx);
      for (const entry of demoDocuments(owners, released, clock.now())) await service.enter(tx, entry);
    });
    await steps.once('certificates', async (tx) => {
      const { owners, released } = await read(tx);
      const found = demoCertificates(owners, released, clock.now());
      if (found === null) return;
      const replaces = await service.enter(tx, found.former);
      for (const entry of [{ ...found.successor, replaces }, ...found.others]) await service.enter(tx, entry);
      for (const [place, { id }] of owners.entries()) {
        const needed = demoJurisdictions[place];
        if (needed !== undefined) await coverage.enterNeeded(tx, id, [...needed]);
      }
    });
  }

  /** Problems of the past days; those of sessions need sessions, so they come last. */
  async function enterTickets(steps: Steps, ids: ReadonlyMap<string, number>): Promise<void> {
    if (stopping.signal.aborted) return;
    const newest = { field: 'externalUpdatedAt', direction: 'desc' } as const;
    await steps.once('tickets', async (tx) => {
      const provider = await accounts.find('admin');
      const reporters: DemoReporter[] = [];
      for (const [key, integrationId] of ids) {
        const reporter = await accounts.find(`${key}.admin`);
        if (provider === undefined || reporter === undefined) continue;
        const scope = { kind: 'one' as const, id: integrationId };
        reporters.push({
          integrationId,
          reporterId: reporter.id,
          responderId: provider.id,
          async sessionBefore(hours) {
            const to = new Date(clock.now().getTime() - hours * 3_600_000);
            const past = { from: new Date(to.getTime() - 7 * 86_400_000), to, sessionType: 1 as const };
            const { rows } = await ports.sessionStore.list(scope, past, newest, { page: 1 }, 1);
            return rows[0];
          },
        });
      }
      for (const entry of await demoTickets(reporters, clock.now()))
        await ports.tickets.service.enter(tx, entry);
    });
  }

  async function enterMailingList(
    steps: Steps,
    world: DemoWorld,
    ids: ReadonlyMap<string, number>,
  ): Promise<void> {
    await steps.once('mailing list', async (tx) => {
      const people = await Promise.all(
        accounts.usernames.map(async (username) => ({ username, account: await accounts.find(username) })),
      );
      const members = world.platforms.flatMap(({ key, name }) => {
        const id = ids.get(key);
        const own = people.filter(({ account }) => account?.integrationName === name);
        return id === undefined ? [] : [{ id, usernames: own.map(({ username }) => username) }];
      });
      const emailOf = (username: string) => people.find((one) => one.username === username)?.account?.email;
      for (const entry of demoMailingList(members, emailOf)) await mailingList.service.enter(tx, entry);
    });
  }

  /** Who issues statements, and by which terms each integration owes. */
  async function enterTerms(steps: Steps, world: DemoWorld, ids: ReadonlyMap<string, number>): Promise<void> {
    const { terms } = ports.statements;
    await steps.once('issuer', (tx) => terms.enterSettings(tx, demoIssuer));
    for (const platform of world.platforms) {
      const id = ids.get(platform.key);
      if (id === undefined) continue;
      await steps.once(`terms ${platform.key}`, (tx) =>
        terms.enterTerms(tx, id, demoTermsOf(platform, clock.now())),
      );
    }
  }

  /** What the provider has answered; the other requests wait. */
  async function answerRequests(steps: Steps, ids: ReadonlyMap<string, number>): Promise<void> {
    const decider = await accounts.find('admin');
    if (decider === undefined) return;
    await steps.once('requests', () =>
      answerDemoRequests(games.requests, decider, {
        refused: ids.get('baltica'),
        reviewed: ids.get('alpina'),
      }),
    );
  }

  /** Asks for the history of those whose history has not come whole; an interrupted fetch goes on by itself. */
  async function requestSessions(
    steps: Steps,
    ids: ReadonlyMap<string, number>,
  ): Promise<() => Promise<void>> {
    const missing = [...ids].filter(([key]) => !steps.done(`fetch ${key}`));
    if (missing.length === 0) return async () => {};
    const jobId = await ports.requestInitialFetch(missing.map(([, id]) => id));
    return async () => {
      const row = await Promise.race([jobs.waitForCompletion(jobId), stopped]);
      for (const [key, id] of missing) {
        const part = row?.integrations.find(({ integrationId }) => integrationId === id);
        if (part?.error === null) await steps.once(`fetch ${key}`, async () => {});
      }
    };
  }

  /** The sandbox starts beside the hub, and either may be first. */
  async function awaitWorld(sandboxUrl: string, onPatienceOver: () => void): Promise<DemoWorld> {
    const attempts = Math.ceil(patienceMs / retryMs);
    for (let attempt = 0; ; attempt++) {
      try {
        return await readWorld(outgoing, sandboxUrl);
      } catch (error) {
        const mayCome =
          error instanceof OutgoingError && ['unreachable', 'cut', 'timeout'].includes(error.reason);
        if (!mayCome) throw error;
      }
      if (attempt === attempts) {
        log.warn('the sandbox does not answer; the demo is loaded when it does');
        onPatienceOver();
      }
      await wait(attempt < attempts ? retryMs : retryMs * 10, undefined, { signal: stopping.signal });
    }
  }

  async function seed(sandboxUrl: string, onRecords: () => void): Promise<void> {
    const steps = await openSteps(postgres);
    // A hub that has the demo's records need not wait to show them.
    if (steps.done(lastRecord)) onRecords();
    const world = await awaitWorld(sandboxUrl, onRecords);
    const stored = await games.storage.read(world.storageUrl);
    const storageIds = new Map(stored.map(({ slug, id }) => [slug, id]));
    await enterGames(steps, games.importer, world, storageIds, clock.now());
    await games.storage.importUnknown(stored);
    const ids = await enterPlatforms(steps, games.importer, integrations, world);
    await enterNotices(steps, world, ids);
    await enterMaintenances(steps, world, ids);
    await enterMailingList(steps, world, ids);
    await enterDocuments(steps, world, ids);
    await enterTerms(steps, world, ids);
    await answerRequests(steps, ids);
    await steps.once('saved replies', (tx) => enterReplies(tx, clock.now()));
    await enterOutage(steps, world, ids, { ...ports, clock });
    await enterConformance(steps, ids, { ...ports, clock });
    await enterWebhook(steps, world, ids, { service: ports.webhooks.service, outgoing });
    const sessionsCome = await requestSessions(steps, ids);
    onRecords();
    const onRound = () => realtime.publish({ name: 'changed', data: { topic: 'games' } }, { everyone: true });
    const deps = {
      steps,
      games: games.importer,
      media: media.service,
      outgoing,
      db: postgres.db,
      log,
      onRound,
    };
    await Promise.all([
      enterMedia(deps, world, stopping.signal),
      sessionsCome().then(() => enterTickets(steps, ids)),
    ]);
  }

  return {
    name: 'demo',
    waitForCompletion: () => work,
    async start() {
      const { sandbox, sandboxUrl } = settings;
      if (!sandbox || sandboxUrl === undefined) return;
      await new Promise<void>((onRecords) => {
        work = underSeedLock(postgres, () => seed(sandboxUrl, onRecords))
          .catch((error: unknown) => {
            if (stopping.signal.aborted) return;
            log.warn(
              { err: error },
              'the sandbox did not give everything the demo shows; the next start tries again',
            );
          })
          .finally(onRecords);
      });
    },
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
