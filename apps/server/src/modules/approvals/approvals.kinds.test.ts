import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkGame } from '../../../test/catalogue.ts';
import { type ApprovalsHub, idOf, startApprovalsHub } from '../../../test/support/approvals/approvals-hub.ts';
import { systemActor } from '../../infra/access/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { createApprovalSettings } from './approvals.settings.ts';

let hub: ApprovalsHub;

beforeAll(async () => {
  hub = await startApprovalsHub();
}, 120_000);
afterAll(() => hub?.close());
beforeEach(() => hub.reset({ visibility: true, roles: true, terms: true, visibilityThreshold: 2 }));

const db = () => hub.managed.hub.stores.postgres.db;
const get = (path: string, token = hub.anna) => hub.call('GET', path, { token });

async function linked(integrationId: number): Promise<number[]> {
  const rows = await db()
    .selectFrom('integration_games')
    .select('game_id')
    .where('integration_id', '=', integrationId)
    .orderBy('game_id')
    .execute();
  return rows.map(({ game_id }) => game_id);
}

/** The rows of a request in English: what, before, after. */
const shown = (rows: { what: never; before: never; after: never }[]) =>
  rows.map(({ what, before, after }) =>
    [what, before, after].map((value) =>
      value === null ? null : 'cents' in (value as object) ? value : renderMessage(value),
    ),
  );

describe('games of an integration', () => {
  const path = () => `/integrations/${hub.alpina}/games`;
  const first = (count: number) => hub.games.slice(1, 1 + count);

  it('are set at once up to the threshold, and held beyond it', async () => {
    const few = await hub.call('POST', path(), { token: hub.dario, body: { games: first(2) } });
    expect(few.status).toBe(200);
    const request = await hub.held('POST', path(), { games: hub.games.slice(3, 5) }, hub.dario);
    expect(shown(request.rows as never)).toEqual([
      ['game 3', 'Not visible', 'Available'],
      ['game 4', 'Not visible', 'Available'],
      ['game 1', 'Available', 'Not visible'],
      ['game 2', 'Available', 'Not visible'],
    ]);
    expect(request).toMatchObject({ kind: 'visibility', subject: `integration/${hub.alpina}`, size: 4 });
    expect(await linked(hub.alpina)).toEqual([hub.games[0], ...first(2)]);
    expect((await hub.decide(request.id, hub.anna)).status).toBe(200);
    expect(await linked(hub.alpina)).toEqual([hub.games[0], hub.games[3], hub.games[4]]);
    expect(await hub.entries()).toMatchObject([
      expect.anything(),
      { action: 'request', username: 'dario' },
      { action: 'set-games', username: 'dario' },
      { action: 'approve', username: 'anna' },
    ]);
  });

  it('are outdated once someone has changed them', async () => {
    const request = await hub.held('POST', path(), { games: first(3) }, hub.dario);
    await linkGame(db(), hub.alpina, hub.games[7] ?? 0, 'visible');
    expect((await hub.decide(request.id, hub.anna)).status).toBe(409);
    const { body } = await get(`/approvals/${request.id}`);
    expect(body.outdated.rows).toEqual([
      {
        what: { code: 'plain.text', values: { text: 'game 7' } },
        requested: { code: 'approvals.notVisible', values: {} },
        found: { code: 'approvals.available', values: {} },
      },
    ]);
    expect(await linked(hub.alpina)).toEqual([hub.games[0], hub.games[7]]);
  });
});

describe('a game with those who see it', () => {
  async function gameBody(change: object) {
    const { body: game } = await get(`/games/${hub.games[5]}?with=integrations`);
    const {
      integrations: _l,
      createdAt: _c,
      isCatalog: _i,
      providerId: _p,
      max_exposure_ratio: _m,
      ...body
    } = game;
    return { ...body, ...change };
  }
  const path = () => `/games/update/${hub.games[5]}?providerName=gamestorage`;

  it('is held whole beyond the threshold, and saved whole', async () => {
    await hub.reset({ visibility: true, visibilityThreshold: 1 });
    const body = await gameBody({ integrationsToAdd: [hub.alpina, hub.baltica], rtp: 95.5 });
    const request = await hub.held('PUT', path(), body, hub.anna);
    expect(shown(request.rows as never)).toEqual([
      ['game 5 at Alpina', 'Not visible', 'Available'],
      ['game 5 at Baltica', 'Not visible', 'Available'],
      ['Field rtp', expect.any(String), '95.5'],
    ]);
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(200);
    expect([await linked(hub.baltica), (await get(`/games/${hub.games[5]}`)).body.rtp]).toEqual([
      [hub.games[5]],
      95.5,
    ]);
  });

  it('is outdated once someone has saved the game', async () => {
    await hub.reset({ visibility: true, visibilityThreshold: 0 });
    const body = await gameBody({ integrationsToAdd: [hub.baltica] });
    const request = await hub.held('PUT', path(), body, hub.anna);
    const other = await gameBody({ hit_frequency: 22 });
    expect((await hub.call('PUT', path(), { token: hub.bruno, body: other })).status).toBe(200);
    const reply = await hub.decide(request.id, hub.bruno);
    expect([reply.status, await linked(hub.baltica)]).toEqual([409, []]);
    expect(reply.body.message).toContain('Nothing was applied: this change request is outdated.');
  });
});

describe('rights of a person', () => {
  const path = `/user/kc/${idOf('gina')}`;
  const raise = { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] };
  const roleOf = async (id: string) =>
    (await db().selectFrom('accounts').select('roles').where('id', '=', id).executeTakeFirst())?.roles;

  it('are held for whoever changes them, and changed once a Ludus admin approves', async () => {
    const request = await hub.held('PUT', path, raise, hub.carla);
    expect(shown(request.rows as never)).toEqual([['Role', 'Integration guest', 'Integration manager']]);
    expect(request).toMatchObject({ kind: 'roles', subject: `user/${idOf('gina')}`, isOwn: true });
    expect(await roleOf(idOf('gina'))).toEqual(['integration_guest']);
    expect((await hub.decide(request.id, hub.carla)).status).toBe(403);
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(200);
    expect(await roleOf(idOf('gina'))).toEqual(['integration_manager']);
    expect(await hub.entries()).toMatchObject([
      expect.anything(),
      { action: 'request', username: 'carla' },
      { action: 'update', username: 'carla', type: 5 },
      { action: 'approve', username: 'bruno' },
    ]);
  });

  it('are outdated once the role is another', async () => {
    const request = await hub.held('PUT', path, raise, hub.anna);
    await db()
      .updateTable('accounts')
      .set({ roles: ['integration_admin'] })
      .where('id', '=', idOf('gina'))
      .execute();
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(409);
    expect(await roleOf(idOf('gina'))).toEqual(['integration_admin']);
  });

  it('are not concerned by a change of the email alone', async () => {
    const body = { userAttributes: { email: 'gina.new@ludus.test' } };
    expect((await hub.call('PUT', path, { token: hub.anna, body })).status).toBe(200);
  });

  it('are given to a new user once approved, whose password no one has stored', async () => {
    const body = {
      username: 'enzo',
      email: 'enzo@ludus.test',
      role: 'integration_guest',
      tempPass: 'a-long-secret',
    };
    const request = await hub.held('POST', '/user/kc/new', body, hub.carla);
    expect(shown(request.rows as never)).toEqual([
      ['Username', null, 'enzo'],
      ['Email', null, 'enzo@ludus.test'],
      ['Role', null, 'Integration guest'],
      ['Integration', null, 'Alpina'],
    ]);
    const stored = await db().selectFrom('change_requests').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain('a-long-secret');
    expect((await hub.decide(request.id, hub.anna)).status).toBe(200);
    expect(
      await db()
        .selectFrom('accounts')
        .select(['roles', 'integration_name'])
        .where('username', '=', 'enzo')
        .execute(),
    ).toEqual([{ roles: ['integration_guest'], integration_name: 'Alpina' }]);
  });

  it('name a taken username before anyone is asked', async () => {
    const body = { username: 'GINA', email: 'x@ludus.test', role: 'ludus_admin' };
    const reply = await hub.call('POST', '/user/kc/new', { token: hub.anna, body });
    expect([reply.status, reply.body.fields]).toEqual([409, { username: 'Username already exists' }]);
  });
});

describe('terms of settlement', () => {
  const path = () => `/statements/terms/${hub.alpina}`;
  const terms = {
    fromMonth: '2026-10',
    base: 'netwin',
    tiers: [
      { from: 0, rate: 1000 },
      { from: 1000, rate: 1250 },
    ],
    minimum: 50,
    vatRate: 2200,
    paymentDays: 15,
    note: '',
  };

  it('are held, applied once approved, and held again to be removed', async () => {
    const request = await hub.held('PUT', path(), terms, hub.anna);
    expect(shown(request.rows as never)).toEqual([
      ['Share of', null, 'Net win'],
      ['Monthly minimum', null, { cents: [5000] }],
      ['VAT', null, '22 %'],
      ['Payment term', null, '15 days'],
      ['Rate from 0 €', null, '10 %'],
      ['Rate from 1.000 €', null, '12,5 %'],
    ]);
    expect((await get(path())).body.terms).toEqual([]);
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(200);
    expect((await get(path())).body.terms).toMatchObject([{ ...terms, updatedBy: 'anna' }]);

    const removal = await hub.held('DELETE', `${path()}/2026-10`, undefined, hub.bruno);
    expect((await hub.decide(removal.id, hub.anna)).status).toBe(200);
    expect((await get(path())).body.terms).toEqual([]);
  });

  it('are compared with those in force before them, and what does not change is left out', async () => {
    const first = await hub.held('PUT', path(), terms, hub.anna);
    expect((await hub.decide(first.id, hub.bruno)).status).toBe(200);

    const lower = { ...terms, fromMonth: '2026-12', tiers: [terms.tiers[0], { from: 1000, rate: 1200 }] };
    const request = await hub.held('PUT', path(), lower, hub.anna);
    expect(shown(request.rows as never)).toEqual([['Rate from 1.000 €', '12,5 %', '12 %']]);
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(200);

    const removal = await hub.held('DELETE', `${path()}/2026-12`, undefined, hub.anna);
    expect(shown(removal.rows as never)).toEqual([['Rate from 1.000 €', '12 %', '12,5 %']]);
    expect((await hub.decide(removal.id, hub.bruno)).status).toBe(200);
    expect((await get(path())).body.terms).toMatchObject([{ fromMonth: '2026-10' }]);
  });

  it('show a tier that is added between others once, and none that stays', async () => {
    const first = await hub.held('PUT', path(), terms, hub.anna);
    expect((await hub.decide(first.id, hub.bruno)).status).toBe(200);
    const tiers = [terms.tiers[0], { from: 500, rate: 1100 }, terms.tiers[1]];
    const request = await hub.held('PUT', path(), { ...terms, fromMonth: '2026-12', tiers }, hub.anna);
    expect(shown(request.rows as never)).toEqual([['Rate from 500 €', null, '11 %']]);
  });

  it('are outdated once others begin with the month', async () => {
    const request = await hub.held('PUT', path(), terms, hub.anna);
    await hub.managed.hub.stores.postgres.db
      .insertInto('settlement_terms')
      .values({
        integration_id: hub.alpina,
        from_month: '2026-10-01',
        terms: JSON.stringify({ ...terms, minimum: 80 }),
        updated_at: hub.clock.now(),
        updated_by: 'bruno',
      } as never)
      .execute();
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(409);
    expect((await get(path())).body.terms).toMatchObject([{ minimum: 80 }]);
  });

  it('that could not be saved are refused at once', async () => {
    const body = { ...terms, tiers: [{ from: 5, rate: 1000 }] };
    expect((await hub.call('PUT', path(), { token: hub.anna, body })).status).toBe(422);
  });
});

describe('which changes need approval', () => {
  const save = (settings: object, token = hub.anna) =>
    hub.call('PUT', '/approvals/settings', { token, body: settings });
  const off = {
    visibility: false,
    bets: false,
    roles: false,
    terms: false,
    visibilityThreshold: 20,
    expiryDays: 7,
  };

  it('is switched on by one person, and off by two', async () => {
    await hub.reset();
    expect((await get('/approvals/settings')).body).toEqual({ settings: off, approvers: 2 });
    expect((await save({ ...off, bets: true, terms: true })).body.settings).toMatchObject({ bets: true });
    const request = await hub.held('PUT', '/approvals/settings', { ...off, terms: true }, hub.anna);
    expect(shown(request.rows as never)).toEqual([['Approval of bet lists', 'On', 'Off']]);
    expect((await get('/approvals/settings')).body.settings.bets).toBe(true);
    expect((await hub.decide(request.id, hub.anna)).status).toBe(409);
    expect((await hub.decide(request.id, hub.bruno)).status).toBe(200);
    expect((await get('/approvals/settings')).body.settings).toEqual({ ...off, terms: true });
  });

  it('needs a second person also for a higher threshold, not for a lower one', async () => {
    await hub.reset({ visibility: true });
    expect((await save({ ...off, visibility: true, visibilityThreshold: 5 })).status).toBe(200);
    expect((await save({ ...off, visibility: true, visibilityThreshold: 6 })).status).toBe(202);
  });

  it('cannot be switched on while no second person can approve', async () => {
    await hub.reset();
    const { stores, infra } = hub.managed.hub;
    const alone = {
      subject: 'u-1',
      username: 'anna',
      email: null,
      language: 'en',
      integrationId: null,
      roles: [],
    };
    const service = createApprovalSettings({
      postgres: stores.postgres,
      realtime: infra.realtime,
      users: { recipients: async () => [{ ...alone, language: 'en' }] },
    });
    await expect(service.save({ ...systemActor, userId: 'u-1' }, { ...off, roles: true })).rejects.toThrow(
      'No second person can approve changes yet. Create another Ludus admin first.',
    );
    expect((await get('/approvals/settings')).body.settings.roles).toBe(false);
  });

  it('keeps a new game from more integrations than the threshold', async () => {
    const body = { integrationsToAdd: [hub.alpina, hub.baltica, 60_000] };
    const { body: game } = await get(`/games/${hub.games[6]}`);
    const {
      id: _id,
      createdAt: _c,
      updatedAt: _u,
      isCatalog: _i,
      providerId: _p,
      max_exposure_ratio: _m,
      ...fields
    } = game;
    const reply = await hub.call('POST', '/games/create/local', {
      token: hub.anna,
      body: { ...fields, slug: 'brand_new', ...body },
    });
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      {
        integrationsToAdd:
          'Who sees a game at more than 2 integrations needs approval. Create the game with at most 2, then save the others.',
      },
    ]);
  });
});
