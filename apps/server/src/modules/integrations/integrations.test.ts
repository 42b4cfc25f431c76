import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { messageOf } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../test/catalogue.ts';
import { openTestPostgres, testSettings } from '../../../test/harness.ts';
import { type OperatorPlatform, startOperatorPlatform } from '../../../test/operator-platform.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createInvalidationListener } from '../../infra/invalidation/index.ts';
import { createOperatorApi } from '../../infra/operator-api/index.ts';
import { createOutgoing, type Outgoing } from '../../infra/outgoing/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createIntegrationsModule, type ImportedIntegration, type IntegrationsModule } from './index.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
const realtime = recordedRealtime();
const settings = testSettings({ sandbox: true, encryptionKey: randomBytes(32).toString('hex') });
let postgres: Postgres;
let platform: OperatorPlatform;
let outgoing: Outgoing;
let integrations: IntegrationsModule;
let alpina: number;

const moduleWith = (sender: Outgoing) =>
  createIntegrationsModule(
    { settings, clock, postgres, realtime, jobs: undefined as never },
    {
      changes: createInvalidationListener(postgres),
      operatorApi: createOperatorApi(sender),
      isFetching: async () => false,
    },
  );
const entryOf = (name: string): ImportedIntegration => ({
  externalIdentifier: name.toLowerCase(),
  name,
  version: 'GAI2',
  urls: {
    gaming: `${platform.url}/gaming`,
    data: `${platform.url}/data`,
    play: `${platform.url}/play`,
    launch: `${platform.url}/launch`,
  },
  tokens: { gaming: 'g-token', data: 'd-token', play: 'p-token', launch: 'l-token', operator: 'o-token' },
});

beforeAll(async () => {
  postgres = await openTestPostgres();
  platform = await startOperatorPlatform();
  outgoing = createOutgoing(settings);
  integrations = moduleWith(outgoing);
  alpina = await integrations.importer.upsert(entryOf('Alpina'));
});
afterAll(async () => {
  outgoing.close();
  await platform.close();
  await postgres.close();
});
beforeEach(() => {
  platform.calls.length = 0;
  platform.failing.clear();
  realtime.events.length = 0;
});

describe('an entered integration', () => {
  it('[OPEN-49] keeps its tokens encrypted, and shows them to calls alone', async () => {
    const stored = await postgres.db.selectFrom('integration_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('token"');
    expect(stored.map(({ ciphertext }) => ciphertext).join(' ')).not.toMatch(/[gdplo]-token/);
    const connection = await integrations.connections.find(alpina);
    expect(connection.services.play.token?.reveal()).toBe('p-token');
    expect(connection.bookkeepingToken).toBeNull();
    expect(`${JSON.stringify(connection)} ${inspect(connection, { depth: 5 })}`).not.toMatch(/[gdplo]-token/);
  });

  it('is the same one when it is entered again, with new addresses and tokens', async () => {
    const changed = entryOf('Alpina');
    changed.name = 'Renamed elsewhere';
    changed.urls.launch = `${platform.url}/launch2`;
    changed.tokens = { bookkeeping: 'b-token' };
    const before = await postgres.db.selectFrom('integration_tokens').selectAll().orderBy('kind').execute();
    expect(await integrations.importer.upsert(changed)).toBe(alpina);
    const connection = await integrations.connections.find(alpina);
    expect(connection.name).toBe('Alpina');
    expect(connection.services.launch.url).toBe(`${platform.url}/launch2`);
    expect(connection.bookkeepingToken?.reveal()).toBe('b-token');
    await integrations.importer.upsert({ ...entryOf('Alpina'), tokens: entryOf('Alpina').tokens });
    const after = await postgres.db
      .selectFrom('integration_tokens')
      .selectAll()
      .where('kind', '<>', 'bookkeeping')
      .orderBy('kind')
      .execute();
    expect(after).toEqual(before);
  });

  it('[ROLE-08] cannot share its name with another one, whatever the case', async () => {
    const twin = { ...entryOf('ALPINA'), externalIdentifier: 'twin' };
    await expect(integrations.importer.upsert(twin)).rejects.toThrow('integrations_name');
  });
});

describe('[OPEN-51] synchronising', () => {
  it('refreshes operators, brands and active games, and removes nothing', async () => {
    const played = await addGame(postgres.db, 'played');
    const gone = await addGame(postgres.db, 'gone');
    const visible = await addGame(postgres.db, 'visible_only');
    await linkGame(postgres.db, alpina, gone);
    await linkGame(postgres.db, alpina, visible, 'requested');
    platform.operators = [
      { code: 'CIMA', name: 'Cima', platform: 'Monti' },
      { code: 'LAGO', name: 'Lago', platform: null },
    ];
    platform.games = [
      { slug: 'played', activeSince: '2026-01-01T00:00:00.000Z' },
      { slug: 'unheard_of', activeSince: '2026-01-01T00:00:00.000Z' },
    ];
    expect(await integrations.synchronise(alpina)).toEqual({
      integrationId: alpina,
      operatorsCreated: 2,
      operatorsUpdated: 0,
      gamesActivated: 1,
      gamesUpdated: 1,
      unknownGames: ['unheard_of'],
    });
    expect(platform.calls.map(({ token }) => token)).toEqual(['o-token', 'o-token']);
    const links = await postgres.db.selectFrom('integration_games').selectAll().orderBy('game_id').execute();
    expect(links.map((link) => [link.game_id, link.is_active !== null, link.is_requested !== null])).toEqual([
      [played, true, false],
      [gone, false, false],
      [visible, false, true],
    ]);
    platform.operators = [{ code: 'CIMA', name: 'Cima Alta', platform: null }];
    expect(await integrations.synchronise(alpina)).toMatchObject({
      operatorsCreated: 0,
      operatorsUpdated: 1,
    });
    const operators = (await integrations.referenceData.read()).integrations.get(alpina)?.operators;
    expect(operators?.map(({ name, platformId }) => [name, platformId])).toEqual([
      ['Cima Alta', null],
      ['Lago', null],
    ]);
  });

  it('changes nothing when a service does not answer', async () => {
    platform.operators = [{ code: 'NEW', name: 'New', platform: null }];
    platform.failing.set('/play/v1/games', 500);
    await expect(integrations.synchronise(alpina)).rejects.toMatchObject({ status: 502 });
    expect((await integrations.operators.operatorIds(alpina)).has('NEW')).toBe(false);
  });
});

describe('operators that sessions name', () => {
  it('are made when the platform lists them, with one call for all who ask at once', async () => {
    platform.operators = [{ code: 'FIUME', name: 'Fiume', platform: 'Monti' }];
    const answers = await Promise.all(
      [1, 2, 3].map(() => integrations.operators.ensureOperators(alpina, ['FIUME', 'LAGO'])),
    );
    expect(new Set(answers.map((ids) => ids.get('FIUME'))).size).toBe(1);
    expect(platform.calls).toHaveLength(1);
    await integrations.operators.ensureOperators(alpina, ['FIUME']);
    expect(platform.calls).toHaveLength(1);
  });

  it('stay unknown when the platform does not list them, and are asked for again after a minute', async () => {
    expect((await integrations.operators.ensureOperators(alpina, ['MISSING'])).has('MISSING')).toBe(false);
    await integrations.operators.ensureOperators(alpina, ['MISSING']);
    expect(platform.calls).toHaveLength(1);
    clock.advance(61_000);
    await integrations.operators.ensureOperators(alpina, ['MISSING']);
    expect(platform.calls).toHaveLength(2);
  });

  it('use up no id when nothing is new', async () => {
    for (let time = 0; time < 5; time++) await integrations.synchronise(alpina);
    platform.operators.push({ code: 'ULTIMO', name: 'Ultimo', platform: null });
    const before = Math.max(...(await integrations.operators.operatorIds(alpina)).values());
    expect((await integrations.operators.ensureOperators(alpina, ['ULTIMO'])).get('ULTIMO')).toBe(before + 1);
  });
});

describe('[OPEN-47][OPEN-74] the health of services', () => {
  it('is what each answered to a call with its own token, told to those who may see it', async () => {
    platform.failing.set('/data/health', 503);
    platform.failing.set('/launch/health', 302);
    const [row] = await integrations.health.checkAll();
    expect(row).toMatchObject({ gaming: 'healthy', data: 'failing', play: 'healthy', launch: 'failing' });
    expect(row?.reasons).toEqual({
      data: messageOf('health.status', { status: 503 }),
      launch: messageOf('health.redirect', { status: 302 }),
    });
    expect(row?.latencies).toEqual({ gaming: expect.any(Number), play: expect.any(Number) });
    const [stored] = await postgres.db.selectFrom('service_checks').select('latencies').execute();
    expect(stored?.latencies).toEqual(row?.latencies);
    const asked = platform.calls.map(({ path, token }) => `${path} ${token}`);
    expect(asked.sort()).toEqual([
      '/data/health d-token',
      '/gaming/health g-token',
      '/launch/health l-token',
      '/play/health p-token',
    ]);
    expect(realtime.events.map(([, audience]) => audience)).toEqual([
      { providers: true },
      { integration: alpina },
    ]);
  });

  it('is kept for a day', async () => {
    clock.advance(25 * 3_600_000);
    await integrations.health.checkAll();
    const rows = await postgres.db.selectFrom('service_checks').selectAll().execute();
    expect(rows.map(({ checked_at }) => checked_at)).toEqual([clock.now()]);
  });

  it('is failing for a private address outside of the sandbox, and no token leaves the hub', async () => {
    const strict = createOutgoing(testSettings());
    const [row] = await moduleWith(strict).health.checkAll();
    expect([row?.gaming, row?.data, row?.play, row?.launch]).toEqual(Array(4).fill('failing'));
    expect(platform.calls).toEqual([]);
    strict.close();
  });
});

describe('the last fetch', () => {
  it('[API-040] never goes back in time', async () => {
    const late = new Date('2026-05-02T10:00:00Z');
    await integrations.recordFetchCompleted([alpina], late);
    await integrations.recordFetchCompleted([alpina], new Date('2026-05-01T10:00:00Z'));
    const { rows } = await postgres.pool.query('SELECT completed_at FROM integration_fetches');
    expect(rows).toEqual([{ completed_at: late }]);
  });
});
