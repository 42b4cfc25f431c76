import { overallStatus, webhookEventNames } from '@ludus/contract';
import { conformanceReport } from '@ludus/contract/conformance';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../src/infra/clock/index.ts';
import { openFiles } from '../src/infra/files/index.ts';
import { createInvalidationListener } from '../src/infra/invalidation/index.ts';
import { createOperatorApi } from '../src/infra/operator-api/index.ts';
import { createOutgoing } from '../src/infra/outgoing/index.ts';
import type { JobQueueClient, JobRow } from '../src/infra/queue/index.ts';
import type { ImportedDocument } from '../src/modules/certificates/index.ts';
import { createGamesModule } from '../src/modules/games/index.ts';
import { createIntegrationsModule } from '../src/modules/integrations/index.ts';
import { createMaintenancesModule } from '../src/modules/maintenances/index.ts';
import { createMediaModule } from '../src/modules/media/index.ts';
import { createNotificationsModule } from '../src/modules/notifications/index.ts';
import type { StoredSession } from '../src/modules/session-store/index.ts';
import { cleanedHtml, type ImportedTicket } from '../src/modules/tickets/index.ts';
import { actorOf } from '../test/catalogue.ts';
import { asOwner, closeTestStores, openTestStores, silentLog, type TestStores } from '../test/harness.ts';
import { recordedRealtime } from '../test/realtime.ts';
import { startWorld } from '../test/support/seeds/demo-sandbox.ts';
import type { NoticeReader } from './demo.notices.ts';
import { createDemoModule } from './demo.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
let stores: TestStores;
let sandbox: Awaited<ReturnType<typeof startWorld>>;

beforeAll(async () => {
  stores = await openTestStores();
  sandbox = await startWorld();
});
afterAll(async () => {
  await sandbox.close();
  await closeTestStores(stores);
});
afterEach(() => sandbox.asked.splice(0));

/** The hub's parts that the demo fills, as one start of the hub makes them. */
function hubOf({ on = true } = {}) {
  const { postgres, clickhouse } = stores;
  const settings = {
    ...stores.settings,
    sandbox: on,
    sandboxUrl: sandbox.url,
    allowPrivateHosts: ['127.0.0.1'],
  };
  const realtime = recordedRealtime();
  const changes = createInvalidationListener(postgres);
  const outgoing = createOutgoing(settings);
  const operatorApi = createOperatorApi(outgoing);
  const files = openFiles(settings);
  const fetched: (readonly number[])[] = [];
  const entered: ImportedTicket[] = [];
  const documents: ImportedDocument[] = [];
  const listed: unknown[] = [];
  const agreed: unknown[] = [];
  const webhooks: unknown[] = [];
  const failing = new Set<number>();
  const jobs: Pick<JobQueueClient, 'waitForCompletion' | 'whenFailed'> = {
    whenFailed: () => {},
    waitForCompletion: async (index) => {
      const integrations = fetched[Number(index)]?.map((integrationId) => ({
        integrationId,
        error: failing.has(integrationId) ? 'It does not answer.' : null,
      }));
      return { integrations } as JobRow;
    },
  };
  const infra = {
    settings,
    log: silentLog,
    clock,
    postgres,
    clickhouse,
    files,
    realtime,
    jobs: jobs as JobQueueClient,
    mailer: undefined as never,
    metrics: undefined as never,
  };
  const media = createMediaModule(infra);
  const notifications = createNotificationsModule(infra, {
    users: { recipients: async () => [] },
    mail: undefined as never,
    confirmMaintenance: async () => {},
  });
  const games = createGamesModule(infra, {
    changes,
    outgoing,
    media: media.service,
    notify: notifications.service.notify,
  });
  const integrations = createIntegrationsModule(infra, {
    changes,
    operatorApi,
    isFetching: async () => false,
  });
  const maintenances = createMaintenancesModule(infra, {
    referenceData: integrations.referenceData,
    connections: integrations.connections,
    operatorApi,
    integrationIdsWithUsers: async () => new Set(),
    notify: notifications.service.notify,
    rights: { identityOf: async () => undefined, integrations: integrations.referenceData },
  });
  const demo = createDemoModule(
    infra,
    {
      games,
      integrations,
      media,
      maintenances,
      notifications,
      mailingList: { service: { enter: async (_tx, entry) => void listed.push(entry) } },
      certificates: {
        service: { enter: async (_tx, entry) => documents.push(entry) },
        coverage: { enterNeeded: async () => {} },
      },
      tickets: { service: { enter: async (_tx, entry) => void entered.push(entry) } },
      statements: {
        terms: {
          enterSettings: async (_tx, settings) => void agreed.push(settings.issuer.name),
          enterTerms: async (_tx, id, { recipient, terms }) => void agreed.push([id, recipient.name, terms]),
        },
      },
      webhooks: {
        service: {
          enter: async (_tx, entry) => {
            webhooks.push(entry);
            return 'whsec_demo';
          },
        },
      },
      sessionStore: {
        list: async () => ({ rows: lastSessions, count: lastSessions.length, withoutRounds: 0 }),
      },
      outgoing,
      accounts: {
        usernames: ['admin', 'alpina.guest', 'not.there'],
        find: async (username) => accounts[username],
      },
      requestInitialFetch: async (ids) => String(fetched.push(ids) - 1),
    },
    { patienceMs: 20, retryMs: 10 },
  );
  return {
    demo,
    games,
    integrations,
    maintenances,
    notifications,
    entered,
    documents,
    listed,
    agreed,
    webhooks,
    fetched,
    failing,
    realtime,
    outgoing,
  };
}

const lastSessions = [1, 2, 3, 4].map(
  (number) =>
    ({
      id: `session-${number}`,
      gameId: number,
      operatorId: 1,
      externalTicketId: `N${number}`,
    }) as StoredSession,
);

const accounts: Record<string, NoticeReader & { id: string; email: string }> = {
  'alpina.admin': {
    id: 'alpina-admin',
    email: 'alpina.admin@ludus.example',
    integrationName: 'Alpina',
    roles: ['integration_admin'],
  },
  admin: {
    id: actorOf('ludus_admin').userId,
    email: 'admin@ludus.example',
    integrationName: null,
    roles: ['ludus_admin'],
  },
  'alpina.guest': {
    id: actorOf('integration_guest', { id: 1, name: 'Alpina' }).userId,
    email: 'alpina.guest@ludus.example',
    integrationName: 'Alpina',
    roles: ['integration_guest'],
  },
};
const admin = actorOf('ludus_admin');
const everything = { with: ['game_media' as const, 'integrations' as const] };

async function startDemo(options?: { on?: boolean }) {
  const hub = hubOf(options);
  await hub.demo.start?.();
  await hub.demo.waitForCompletion();
  hub.outgoing.close();
  return hub;
}

describe('the demo', () => {
  it('never touches a hub whose sandbox is off', async () => {
    const hub = await startDemo({ on: false });
    expect(sandbox.asked).toEqual([]);
    expect((await hub.games.service.list(admin, {})).rows).toEqual([]);
    expect((await hub.integrations.service.list(admin, { with: undefined, active: null })).rows).toEqual([]);
  });

  it('lets a hub start before its sandbox, and is loaded when that comes; a stop does not wait for it', async () => {
    sandbox.silent = true;
    const stopped = hubOf();
    await stopped.demo.start?.();
    await stopped.demo.stop?.();
    const early = hubOf();
    await early.demo.start?.();
    expect(early.fetched).toEqual([]);
    sandbox.silent = false;
    await early.demo.waitForCompletion();
    expect(early.fetched).toHaveLength(1);
    await forgetEverything();
  });

  it('registers platforms, games with pictures, links and notices, and has every session fetched', async () => {
    const hub = await startDemo();
    const { rows } = await hub.games.service.list(admin, everything);
    expect(rows.map(({ slug, isCatalog, providerId }) => [slug, isCatalog, providerId])).toEqual([
      ['amber_hall', true, 'gs-amber_hall'],
      ['boreal_fox', true, 'gs-boreal_fox'],
      ['cold_store', false, 'gs-cold_store'],
    ]);
    expect(rows[0]).toMatchObject({
      min_bet: 0.1,
      max_bet: 50,
      max_exposure: 250_000,
      createdAt: '2026-01-30T09:00:00.000Z',
    });
    expect(
      rows[0]?.game_media?.map((medium) => [medium.isMainImage, medium.isMiniBanner, medium.order]),
    ).toEqual([
      [true, false, 0],
      [false, true, 0],
      [false, false, 0],
      [false, false, 1],
      [false, false, 2],
    ]);
    expect(rows[0]?.game_media?.[0]?.variants.map(({ width }) => width)).toEqual([96, 320, 480]);
    expect(rows[0]?.game_media?.[0]).toMatchObject({ width: 621, height: 732 });
    const states = rows.map((game) =>
      game.integrations?.map(({ name, integration_games: link }) => [
        name,
        link.is_active !== null,
        link.is_requested !== null,
      ]),
    );
    expect(states).toEqual([
      [
        ['Alpina', true, false],
        ['Baltica', false, true],
      ],
      [['Alpina', false, false]],
      [],
    ]);
    const integrations = await hub.integrations.service.list(admin, { with: undefined, active: undefined });
    expect(
      integrations.rows.map(({ name, operators }) => [name, operators?.map(({ code }) => code)]),
    ).toEqual([
      ['Alpina', ['ALP1']],
      ['Baltica', ['BAL1']],
    ]);
    expect(hub.fetched).toEqual([integrations.rows.map(({ id }) => id)]);
    const connection = await hub.integrations.connections.find(integrations.rows[0]?.id ?? 0);
    expect(connection.bookkeepingToken?.reveal()).toBe('alpina bookkeeping');
    const guests = actorOf('integration_guest', { id: 1, name: 'Alpina' });
    expect(
      (await hub.notifications.service.list(guests)).map(({ title, seen, confirmation }) => [
        title,
        seen,
        confirmation,
      ]),
    ).toEqual([
      ['Amber Hall - Sparks is live', true, null],
      ['Maintenance on 25 April 2026', true, true],
      ['Maintenance on 17 May 2026', false, false],
      ['Maintenance on 20 May 2026', false, null],
      ['Maintenance on 25 May 2026', false, null],
      ['1 new game', false, null],
    ]);
    const announced = await hub.maintenances.service.list(admin);
    expect(announced.map((one) => [one.date, one.endsAt, one.severity, overallStatus(one)])).toEqual([
      ['2026-04-24T22:00:00.000Z', '2026-04-24T23:00:00.000Z', 2, 'confirmed'],
      ['2026-05-16T22:00:00.000Z', '2026-05-17T00:00:00.000Z', 3, 'denied'],
      ['2026-05-20T04:00:00.000Z', '2026-05-20T06:00:00.000Z', 1, 'pending'],
      ['2026-05-25T00:00:00.000Z', '2026-05-25T03:00:00.000Z', 4, 'pending'],
    ]);
    const provider = await hub.notifications.service.list(admin);
    const outage = expect.stringMatching(/^\/status\?integration=\d+&outage=\d+$/);
    expect(provider.map(({ titleDetail, severity, path }) => [titleDetail?.code, severity, path])).toEqual([
      ['notifications.namedGameRequested', 1, `/requests?integration=${integrations.rows[1]?.id}`],
      ['outages.openedTitle', 3, outage],
      ['outages.closedTitle', 2, outage],
      ['notifications.integrationsConnected', 1, '/integrations'],
      ['notifications.inDevelopment', 1, '/catalog'],
    ]);
    expect(hub.realtime.events).toContainEqual([
      { name: 'changed', data: { topic: 'games' } },
      { everyone: true },
    ]);
  });

  it('has an outage that the checks have opened and ended, with who was told, and results of the conformance checks', async () => {
    await forgetEverything();
    await startDemo();
    const { pool } = stores.postgres;
    const { rows: outages } = await pool.query(
      'SELECT closed_at - opened_at AS length, open_sessions FROM outages',
    );
    expect(outages).toEqual([{ length: expect.objectContaining({ minutes: 23 }), open_sessions: 14 }]);
    const { rows: events } = await pool.query('SELECT kind, notices FROM outage_events ORDER BY id');
    expect(events).toEqual([
      { kind: 'opened', notices: 1 },
      { kind: 'recovered', notices: null },
      { kind: 'closed', notices: 1 },
    ]);
    const { rows: replies } = await pool.query(
      'SELECT DISTINCT title FROM saved_replies WHERE owner_id IS NULL ORDER BY title',
    );
    expect(replies.map(({ title }) => title)).toEqual([
      'Passed on to the game team',
      'Session ID needed',
      'Session closed',
    ]);
    // 23 minutes of one of them are the outage.
    const { rows: days } = await pool.query(
      `SELECT i.name, count(DISTINCT day)::integer AS days, sum(down_ms)::integer AS down FROM service_days
       JOIN integrations i ON i.id = integration_id WHERE service = 'data' GROUP BY i.name ORDER BY down DESC, i.name`,
    );
    expect(days[0]).toEqual({ name: 'Baltica', days: 90, down: 23 * 60_000 });
    expect(days.slice(1).every(({ days: known, down }) => known === 90 && down === 0)).toBe(true);
    // The page of an integration shows the same: every service was healthy for a day.
    const { rows: checked } = await pool.query(
      `SELECT (max(checked_at) - min(checked_at) > interval '23 hours') AS "isDay",
         bool_and(gaming = 'healthy' AND data = 'healthy') AS "isGood" FROM service_checks GROUP BY integration_id`,
    );
    expect(checked).toEqual(checked.map(() => ({ isDay: true, isGood: true })));
    expect(checked.length).toBe(new Set(days.map(({ name }) => name)).size);
    const { rows: longest } = await pool.query(
      'SELECT max(up_ms + degraded_ms + down_ms + maintenance_ms)::integer AS ms FROM service_days',
    );
    expect(longest[0].ms).toBeLessThanOrEqual(25 * 3_600_000);
    const { rows: told } = await pool.query('SELECT DISTINCT username FROM outage_recipients');
    expect(told).toEqual([{ username: 'admin' }]);
    const { rows: reports } = await pool.query('SELECT report FROM conformance_runs ORDER BY requested_at');
    const failed = reports.map(({ report }) =>
      conformanceReport.parse(report).results.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])),
    );
    expect(failed).toEqual([['session-same'], [], ['session-same']]);
  });

  it('puts its people on the mailing list once, those of an integration for that alone', async () => {
    await forgetEverything();
    const { listed } = await startDemo();
    const integrationId = expect.any(Number);
    expect(listed).toEqual([
      { email: 'admin@ludus.example', reportTypeId: 1, integrationId: null },
      { email: 'admin@ludus.example', reportTypeId: 3, integrationId: null },
      { email: 'alpina.guest@ludus.example', reportTypeId: 1, integrationId },
      { email: 'alpina.guest@ludus.example', reportTypeId: 2, integrationId },
    ]);
    expect((await startDemo()).listed).toEqual([]);
  });

  it('has the machine of the first platform called, which learns the secret, once', async () => {
    await forgetEverything();
    const { webhooks } = await startDemo();
    const url = `${sandbox.url}/webhooks/alpina`;
    expect(webhooks).toEqual([
      { integrationId: expect.any(Number), name: 'Data warehouse', url, events: webhookEventNames },
    ]);
    expect(sandbox.secrets).toEqual(new Map([['alpina', '{"secrets":["whsec_demo"]}']]));
    expect((await startDemo()).webhooks).toEqual([]);
  });

  it('agrees terms of settlement with each platform once', async () => {
    await forgetEverything();
    const { agreed } = await startDemo();
    const id = expect.any(Number);
    expect(agreed).toEqual([
      'Ludus Studios S.r.l.',
      [id, 'Alpina Giochi S.p.A.', expect.objectContaining({ fromMonth: '2025-11', vatRate: 2200 })],
      [id, 'Baltica Giochi S.p.A.', expect.objectContaining({ tiers: [{ from: 0, rate: 1400 }] })],
    ]);
    expect((await startDemo()).agreed).toEqual([]);
  });

  it('enters documents of released games and of integrations once', async () => {
    await forgetEverything();
    const { documents, games } = await startDemo();
    const [amberHall] = (await games.service.list(admin, {})).rows;
    expect(documents.map(({ name, gameIds }) => [name, gameIds])).toEqual([
      ['Random number generator certificate', []],
      ['Operator guide summary', []],
      ['Amber Hall certificate', [amberHall?.id]],
      ['Amber Hall RTP test report', [amberHall?.id]],
      ['Responsible gaming', []],
      ['Amber Hall rules of play', [amberHall?.id]],
    ]);
    expect((await startDemo()).documents).toEqual([]);
  });

  it('enters tickets in each state once, some of sessions, with answers and a picture', async () => {
    await forgetEverything();
    const { entered } = await startDemo();
    const states = entered.map(({ answers }) => answers.at(-1)?.status ?? 'open');
    expect([...new Set(states)].toSorted()).toEqual(['closed', 'ongoing', 'open']);
    expect(entered.filter(({ session }) => session !== null).length).toBeGreaterThan(1);
    expect(entered.every(({ reporterId }) => reporterId === 'alpina-admin')).toBe(true);
    const [picture] = entered.flatMap(({ media }) => media);
    expect((await sharp(picture?.content).metadata()).format).toBe('png');
    for (const { description, answers } of entered) {
      for (const text of [description, ...answers.map((answer) => answer.description)]) {
        expect(cleanedHtml(text)).toBe(text);
      }
    }
    expect((await startDemo()).entered).toEqual([]);
  });

  it('changes nothing at the next start, and fetches no picture again, whatever people have changed since', async () => {
    await stores.postgres.db
      .updateTable('games')
      .set({ name: 'Renamed' })
      .where('slug', '=', 'amber_hall')
      .execute();
    await stores.postgres.db.deleteFrom('integration_games').where('is_active', 'is', null).execute();
    const before = await snapshot();
    const hub = await startDemo();
    expect(await snapshot()).toEqual(before);
    expect(hub.fetched).toEqual([]);
    expect(sandbox.asked).toEqual(['/world.json', '/storage/v1/games']);
  });

  it('asks again for the sessions of a platform whose history did not come whole', async () => {
    await stores.postgres.pool.query("DELETE FROM demo_steps WHERE name LIKE 'fetch %'");
    const first = hubOf();
    const ids = [...(await first.integrations.referenceData.read()).integrations.keys()].sort();
    first.failing.add(ids[1] ?? 0);
    await first.demo.start?.();
    await first.demo.waitForCompletion();
    expect(first.fetched.map((asked) => asked.toSorted())).toEqual([ids]);
    expect((await startDemo()).fetched).toEqual([[ids[1]]]);
    expect((await startDemo()).fetched).toEqual([]);
  });

  it('does not bring back what someone has deleted', async () => {
    await stores.postgres.db.deleteFrom('integrations').where('name', '=', 'Baltica').execute();
    await stores.postgres.db.deleteFrom('games').where('slug', '=', 'boreal_fox').execute();
    const hub = await startDemo();
    const { rows } = await hub.integrations.service.list(admin, { with: undefined, active: null });
    expect(rows.map(({ name }) => name)).toEqual(['Alpina']);
    expect((await hub.games.service.catalog(admin, {})).rows.map(({ slug }) => slug)).toEqual(['amber_hall']);
    // The storage still has it, so that it can be put into the catalogue again.
    const all = (await hub.games.service.list(admin, {})).rows;
    expect(all.map(({ slug }) => slug).sort()).toEqual(['amber_hall', 'boreal_fox', 'cold_store']);
  });

  it('follows the sandbox to another address', async () => {
    await sandbox.close();
    sandbox = await startWorld();
    const hub = await startDemo();
    const [integration] = (await hub.integrations.service.list(admin, { with: undefined, active: undefined }))
      .rows;
    const connection = await hub.integrations.connections.find(integration?.id ?? 0);
    expect(connection.services.data.url).toBe(`${sandbox.url}/p/alpina/data`);
  });
});

async function forgetEverything() {
  await asOwner(
    stores.postgres,
    'TRUNCATE demo_steps, games, integrations, maintenances, notifications CASCADE',
  );
}

async function snapshot() {
  const tables = [
    'games',
    'game_media',
    'media_variants',
    'integration_games',
    'operators',
    'maintenances',
    'notifications',
  ];
  const counts = await Promise.all(
    tables.map(
      async (table) => (await stores.postgres.pool.query(`SELECT * FROM ${table} ORDER BY 1, 2`)).rows,
    ),
  );
  return counts;
}
