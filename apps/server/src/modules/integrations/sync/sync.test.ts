import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../../test/catalogue.ts';
import { type OperatorPlatform, startOperatorPlatform } from '../../../../test/operator-platform.ts';
import { type ManagedHub, startManagedHub } from '../../../../test/support/integrations/managed-hub.ts';

let managed: ManagedHub;
let other: OperatorPlatform;
let admin: string;
let alpina: number;
let baltica: number;

beforeAll(async () => {
  managed = await startManagedHub({ role: 'all' });
  other = await startOperatorPlatform();
  admin = managed.token.ludus_admin;
  alpina = await managed.create('Alpina');
  baltica = await managed.create('Baltica', {
    playServiceURL: `${other.url}/play`,
    operatorToken: 'baltica-operator',
  });
});
afterAll(async () => {
  await managed?.close();
  await other?.close();
});
beforeEach(() => {
  other.failing.clear();
  managed.platform.failing.clear();
});

const db = () => managed.hub.stores.postgres.db;
async function synchronise(path: string, token = admin) {
  const { status, body } = await managed.hub.get(path, token);
  expect(status).toBe(200);
  return managed.hub.infra.jobs.waitForCompletion(body.jobId);
}

describe('synchronising', () => {
  it('[API-043][OPEN-51] refreshes operators, users and active games of one integration, as a job of the caller', async () => {
    const played = await addGame(db(), 'played');
    const visible = await addGame(db(), 'only_visible');
    await linkGame(db(), alpina, visible, 'visible');
    managed.platform.operators = [{ code: 'CIMA', name: 'Cima', platform: 'Monti' }];
    managed.platform.games = [{ slug: 'played', activeSince: '2026-01-01T00:00:00.000Z' }];
    managed.platform.users = [{ userId: '1', username: 'Anna', email: 'anna@alpina.example' }];
    const job = await synchronise(`/integrations/${alpina}/synch`, managed.token.ludus_manager);
    expect(job).toMatchObject({
      name: 'synchronise-integrations',
      state: 'completed',
      userId: 'user-ludus_manager',
      percentage: 100,
      message: 'Alpina: done (1 of 1)',
      summary: { synchronised: 1, failed: 0 },
    });
    const { body } = await managed.hub.get(`/integrations/${alpina}`, admin);
    expect(body.operators).toMatchObject([{ code: 'CIMA' }]);
    expect(body.users).toEqual([{ username: 'Anna', email: 'anna@alpina.example' }]);
    expect(
      body.games.map((game: { id: number; integration_games: { is_active: unknown } }) => [
        game.id,
        game.integration_games.is_active !== null,
      ]),
    ).toEqual([
      [visible, false],
      [played, true],
    ]);
    expect(other.calls.filter(({ path }) => path.startsWith('/play/v1'))).toEqual([]);
  });

  it('[API-042][ERR-021] does all others when one platform fails, and ends failed, naming it', async () => {
    other.failing.set('/play/v1/users', 503);
    managed.platform.operators = [{ code: 'LAGO', name: 'Lago', platform: null }];
    const job = await synchronise('/integrations-synch');
    expect([job.state, job.error, job.summary]).toEqual([
      'failed',
      'Failed to synchronize integrations: Baltica. The play service answered with an error (503).',
      { synchronised: 1, failed: 1 },
    ]);
    const operators = await managed.hub.get(`/integrations/${alpina}/operators`, admin);
    expect(operators.body.rows.map(({ code }: { code: string }) => code)).toEqual(['CIMA', 'LAGO']);
    expect((await managed.hub.get(`/integrations/${baltica}/operators`, admin)).body.rows).toEqual([]);
  });

  it('is one job for a button that is pressed twice, and each person has their own', async () => {
    const path = '/integrations-synch';
    let release = () => {};
    other.hold = new Promise((resolve) => {
      release = resolve;
    });
    const [first, second] = [await managed.hub.get(path, admin), await managed.hub.get(path, admin)];
    const somebodyElse = await managed.hub.get(path, managed.token.ludus_manager);
    const one = await managed.hub.get(`/integrations/${baltica}/synch`, admin);
    other.hold = undefined;
    release();
    expect(second.body).toEqual(first.body);
    expect(new Set([first, somebodyElse, one].map(({ body }) => body.jobId)).size).toBe(3);
    for (const { body } of [first, somebodyElse, one]) {
      expect((await managed.hub.infra.jobs.waitForCompletion(body.jobId)).state).toBe('completed');
    }
  });

  it('[OPEN-50] writes nothing to an integration that is deleted while its platform answers', async () => {
    const id = await managed.create('Breve', { playServiceURL: `${other.url}/play` });
    other.operators = [{ code: 'LATE', name: 'Late', platform: null }];
    other.calls.length = 0;
    let release = () => {};
    other.hold = new Promise((resolve) => {
      release = resolve;
    });
    const { body } = await managed.hub.get(`/integrations/${id}/synch`, admin);
    await expect.poll(() => other.calls.some(({ path }) => path === '/play/v1/operators')).toBe(true);
    const gone = await managed.hub.call('DELETE', `/integrations/${id}`, { token: admin });
    expect(gone.status).toBe(200);
    other.hold = undefined;
    release();
    const job = await managed.hub.infra.jobs.waitForCompletion(body.jobId);
    expect([job.state, job.error]).toEqual([
      'failed',
      'Failed to synchronize integration: Breve. Integration not found',
    ]);
    const rows = await db().selectFrom('operators').select('code').where('integration_id', '=', id).execute();
    expect(rows).toEqual([]);
  });
});
