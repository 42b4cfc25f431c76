/** A hub with session store, people and a mail server of its own, for tests of reports by mail. */
import type { Socket } from 'node:net';
import { type AnyEndpoint, systemEndpoints } from '@ludus/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { systemActor } from '../../../src/infra/access/index.ts';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import { freePort } from '../../../src/infra/postgres/cluster.ts';
import type { JobRow } from '../../../src/infra/queue/index.ts';
import { createIdentityModule } from '../../../src/modules/identity/index.ts';
import { createIntegrationsModule } from '../../../src/modules/integrations/index.ts';
import { createJobsModule } from '../../../src/modules/jobs/index.ts';
import { createMailingListModule, type MailingListModule } from '../../../src/modules/mailing-list/index.ts';
import { createNotificationsModule } from '../../../src/modules/notifications/index.ts';
import { createReportsModule } from '../../../src/modules/reports/index.ts';
import { createSessionStoreModule } from '../../../src/modules/session-store/index.ts';
import { createStatisticsModule } from '../../../src/modules/statistics/index.ts';
import { createUserGuideModule } from '../../../src/modules/user-guide/index.ts';
import { createUsersModule, type UsersModule } from '../../../src/modules/users/index.ts';
import { addIntegration } from '../../catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../hub.ts';
import { letTimeCome } from '../../jobs.ts';
import { tokenFor } from '../../tokens.ts';
import { type KnownRow, makeRows } from '../session-store/known-rows.ts';

/** The evening before the clocks go forward: the next daily report is due after a night of one hour less. */
export const evening = '2027-03-27T19:00:00Z';

export interface SentMail {
  to: string;
  mail: Email;
}

/** A mail server of this machine; it refuses the addresses of `refused` for good and those of `busy` for now. */
export interface MailServer {
  readonly inbox: SentMail[];
  readonly refused: Set<string>;
  readonly busy: Set<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Person {
  username: string;
  email: string;
  roles: string[];
  integration: string | null;
  enabled?: boolean;
}

export interface MailingHub {
  hub: TestHub;
  clock: FixedClock;
  module: MailingListModule;
  server: MailServer;
  rows: KnownRow[];
  ids: { alpina: number; baltica: number; cimone: number };
  token: string;
  tokens(role: Parameters<typeof tokenFor>[0]): Promise<string>;
  addPerson(person: Person): Promise<void>;
  /** Stands for the identity provider; undefined for one that the hub may not ask. */
  provider: { identityOf: UsersModule['identityOf'] | undefined };
  users: UsersModule;
  addEntry(email: string, reportTypeId: 1 | 2 | 3, integrationId: number | null): Promise<number>;
  /** The jobs of reports, oldest first. */
  jobs(): Promise<JobRow[]>;
  /** Lets the time come that a job waits for, and returns it when it is over. */
  arrive(jobId: string): Promise<JobRow>;
  /** Resolves once that many attempts of a job have failed; the next one waits for {@link arrive}. */
  failed(jobId: string, attempts: number): Promise<void>;
  close(): Promise<void>;
}

/** Sessions of two days and of February, of three integrations; only the second is international. */
const stretches: [number, number, string, string][] = [
  [11, 240, '2027-03-25T23:00:00Z', '2027-03-27T18:00:00Z'],
  [12, 120, '2027-01-31T23:00:00Z', '2027-02-28T22:59:00Z'],
];

export async function startMailingHub(): Promise<MailingHub> {
  const clock = fixedClock(evening);
  const server = await startMailServer();
  let module: MailingListModule | undefined;
  let users: UsersModule | undefined;
  const provider: MailingHub['provider'] = { identityOf: undefined };
  const hub = await startTestHub({
    clock,
    settings: { smtpUrl: `smtp://127.0.0.1:${server.port}`, publicUrl: 'https://localhost' },
    mailRetryPolicy: { retries: 0 },
    async compose(infra, parts) {
      const integrations = createIntegrationsModule(infra, { ...parts, isFetching: async () => false });
      const sessionStore = createSessionStoreModule(infra);
      const reports = createReportsModule(infra, {
        sessionStore: sessionStore.service,
        referenceData: integrations.referenceData,
        freshness: async () => ({ asOf: '2027-03-27T18:50:00.000Z', notFetched: 0 }),
      });
      const statistics = createStatisticsModule(infra, {
        sessionStore: sessionStore.service,
        referenceData: integrations.referenceData,
        freshness: integrations.freshness,
        fetches: integrations.fetches,
        countQuarantinedDays: async () => ({ days: [], cut: [] }),
        findUnreconciledDays: async () => [],
        gameMaths: async () => [],
      });
      const people = createUsersModule(infra, parts);
      users = people;
      const notifications = createNotificationsModule(infra, {
        users: people.service,
        mail: parts.sendMail,
        confirmMaintenance: async () => {},
      });
      const mailing = createMailingListModule(infra, {
        referenceData: integrations.referenceData,
        reports: reports.service,
        coverage: statistics.coverage,
        notify: notifications.service.notify,
        identityOf: (subject) => (provider.identityOf ?? people.identityOf)(subject),
        // No attempt follows another before a test lets its time come, so that it can look at what stands between them.
        retryPolicy: { retries: 2, retryDelaySeconds: 600 },
      });
      module = mailing;
      const guide = createUserGuideModule(infra, { mail: parts.sendMail });
      const { identityProvider } = createIdentityModule({ ...infra, changes: parts.changes });
      if (identityProvider === undefined) throw new Error('The built-in accounts are not administered.');
      // Administers accounts without reading them by itself, so that people of a test need none.
      const administration = createUsersModule(infra, {
        ...parts,
        identityProvider: { ...identityProvider, kind: 'keycloak' },
        addressesChanged: (tx) => mailing.service.checkClaims(tx),
      });
      const jobs = createJobsModule(infra);
      const modules = [
        integrations,
        sessionStore,
        administration,
        notifications,
        reports,
        mailing,
        guide,
        jobs,
      ];
      const own = modules.flatMap(({ endpoints }) => endpoints?.map((bound) => bound.endpoint) ?? []);
      const contract: AnyEndpoint[] = [...systemEndpoints, ...own];
      const ids: [string, 'GAI2' | 'GAI-INTERNATIONAL'][] = [
        ['Alpina', 'GAI2'],
        ['Baltica', 'GAI-INTERNATIONAL'],
        ['Cimone', 'GAI2'],
      ];
      for (const [name, version] of ids) await addIntegration(infra.postgres.db, name, { version });
      for (const id of [1, 2, 3]) {
        await sessionStore.service.ingest(
          id,
          rows.filter((row) => row.integrationId === id),
        );
      }
      await sessionStore.service.refreshDirty();
      return {
        modules,
        integrations: integrations.referenceData,
        identity: testIdentity,
        contract,
        recordSeen: people.recordSeen,
      };
    },
  });
  if (module === undefined || users === undefined) throw new Error('The hub has not been composed.');
  const { db } = hub.stores.postgres;
  const token = await tokenFor('ludus_admin', { now: clock.now() });
  const made = module;

  return {
    hub,
    clock,
    module,
    users,
    provider,
    server,
    rows,
    ids: { alpina: 1, baltica: 2, cimone: 3 },
    token,
    tokens: (role) => tokenFor(role, { now: clock.now() }),
    async addPerson({ username, email, roles, integration, enabled = true }) {
      await db
        .insertInto('users')
        .values({
          subject: `subject of ${username}`,
          username,
          email,
          roles,
          integration_name: integration,
          integration_id: null,
          language: null,
          enabled,
          created_at: clock.now(),
          last_seen_at: null,
        })
        .execute();
    },
    async addEntry(email, reportTypeId, integrationId) {
      return (await made.service.create(systemActor, { email, reportTypeId, integrationId })).id;
    },
    async jobs() {
      const found = await db
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', 'email-report')
        .orderBy('start_after')
        .execute();
      return Promise.all(found.map(async ({ id }) => (await hub.get(`/jobs/${id}`, token)).body as JobRow));
    },
    async arrive(jobId) {
      await letTimeCome(hub.stores.postgres, jobId);
      return hub.infra.jobs.waitForCompletion(jobId);
    },
    async failed(jobId, attempts) {
      const job = db.selectFrom('jobs').select('failures').where('id', '=', jobId);
      await expect.poll(async () => (await job.executeTakeFirstOrThrow()).failures).toBe(attempts);
    },
    async close() {
      await hub.close();
      await server.stop();
    },
  };
}

const rows: KnownRow[] = stretches
  .flatMap(([seed, count, from, to]) => makeRows(seed, count, from, to))
  .map((row) => ({ ...row, updatedAtMs: Math.max(row.updatedAtMs, row.createdAtMs) }));

async function startMailServer(): Promise<MailServer & { port: number }> {
  const inbox: SentMail[] = [];
  const refused = new Set<string>();
  const busy = new Set<string>();
  const sockets = new Set<Socket>();
  let smtp: SMTPServer | undefined;
  const port = await freePort();

  async function start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        const answer = (responseCode: number, text: string) =>
          done(Object.assign(new Error(text), { responseCode }));
        if (refused.has(address)) return answer(550, 'No such mailbox');
        if (busy.has(address)) return answer(451, 'Try later');
        done();
      },
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', async () => {
          const mail = await PostalMime.parse(Buffer.concat(parts));
          inbox.push({ to: envelope.rcptTo[0]?.address ?? '', mail });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    server.server.on('connection', (socket) => sockets.add(socket));
    smtp = server;
  }

  async function stop(): Promise<void> {
    const stopped = new Promise<void>((resolve) =>
      smtp === undefined ? resolve() : smtp.close(() => resolve()),
    );
    // The hub keeps its connections for the next mail.
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await stopped;
    smtp = undefined;
  }

  await start();
  return { inbox, refused, busy, start, stop, port };
}
