import { coverageState, type DocumentLife, documentState } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../test/catalogue.ts';
import {
  type CertificatesHub,
  startCertificatesHub,
  today,
} from '../../../test/support/certificates/certificates-hub.ts';
import { addDays } from '../../infra/clock/index.ts';

let at: CertificatesHub;
let game: number;
const db = () => at.hub.stores.postgres.db;

beforeAll(async () => {
  at = await startCertificatesHub();
});
afterAll(() => at.hub.close());
beforeEach(async () => {
  await db().deleteFrom('certificates').execute();
  await db().deleteFrom('integration_games').execute();
  await db().deleteFrom('games').execute();
  await db().deleteFrom('integration_jurisdictions').execute();
  game = await addGame(db(), 'ember');
  await linkGame(db(), at.alpina, game, 'visible');
});

const certificate = (fields: Record<string, string> = {}) =>
  at.add({ gameId: String(game), jurisdiction: 'IT', ...fields });
const need = (id: number, jurisdictions: string[], token = at.admin) =>
  at.hub.call('PUT', `/integrations/${id}/jurisdictions`, { body: { jurisdictions }, token });
const coverage = async (query = '', token = at.admin) =>
  (await at.hub.get(`/certificates/coverage${query}`, token)).body;

/** `IT valid, MT missing` of each game. */
async function matrix(query = '', token = at.admin) {
  const { rows, jurisdictions } = await coverage(query, token);
  return Object.fromEntries(
    rows.map((row: { game: { name: string }; cells: { jurisdiction: string; state: string }[] }) => [
      row.game.name,
      jurisdictions
        .flatMap((code: string) =>
          row.cells.filter((cell) => cell.jurisdiction === code).map((cell) => `${code} ${cell.state}`),
        )
        .join(', '),
    ]),
  );
}

describe('GET /certificates/coverage', () => {
  it('is of games that are assigned, and of what their integrations need: Italy until it is set', async () => {
    await addGame(db(), 'unassigned');
    const shared = await addGame(db(), 'shared');
    await linkGame(db(), at.alpina, shared, 'active');
    await linkGame(db(), at.baltica, shared, 'active');
    expect(await matrix()).toEqual({ ember: 'IT missing', shared: 'IT missing' });
    await need(at.baltica, ['SE', 'MT']);
    await certificate();
    expect(await coverage()).toMatchObject({
      count: 2,
      jurisdictions: ['IT', 'MT', 'SE'],
      totals: { valid: 1, expiring: 0, expired: 0, missing: 3 },
      byJurisdiction: [
        { jurisdiction: 'IT', totals: { valid: 1, expiring: 0, expired: 0, missing: 1 } },
        { jurisdiction: 'MT', totals: { valid: 0, expiring: 0, expired: 0, missing: 1 } },
        { jurisdiction: 'SE', totals: { valid: 0, expiring: 0, expired: 0, missing: 1 } },
      ],
    });
    expect(await matrix()).toEqual({ ember: 'IT valid', shared: 'IT missing, MT missing, SE missing' });
    await need(at.alpina, []);
    expect(await matrix()).toEqual({ shared: 'MT missing, SE missing' });
  });

  it('counts certificates of the game and the jurisdiction, for the integration or for all', async () => {
    await linkGame(db(), at.baltica, game, 'visible');
    await certificate({ type: 'test-report' });
    await certificate({ jurisdiction: 'MT' });
    await at.add({ gameId: String(game) });
    expect(await matrix()).toEqual({ ember: 'IT missing' });
    await certificate({ integrationId: String(at.alpina), validUntil: '2026-12-01' });
    const { rows } = await coverage();
    expect(rows[0].cells).toEqual([
      {
        jurisdiction: 'IT',
        state: 'missing',
        until: null,
        from: null,
        certificateId: null,
        integrations: [{ id: at.baltica, name: 'Baltica' }],
      },
    ]);
    const own = (await coverage(`?integrationId=${at.alpina}`)).rows[0].cells[0];
    expect(own).toMatchObject({ state: 'expiring', until: '2026-12-01', integrations: [{ name: 'Alpina' }] });
    await certificate({ jurisdiction: 'any' });
    expect(await matrix()).toEqual({ ember: 'IT valid' });
  });

  it('agrees with the rules of the contract on every day around today', async () => {
    const days = [null, -61, -1, 0, 1, 59, 60, 61, 120].map((day) =>
      day === null ? null : addDays(today, day),
    );
    const pairs = days.flatMap((from) =>
      days.flatMap((until) => (from === null || until === null || from <= until ? [[from, until]] : [])),
    );
    const ids = await db()
      .insertInto('certificates')
      .values(
        pairs.map(([from, until], index) => ({
          name: `c${index}`,
          file_name: 'c.pdf',
          file_key: `certificates/agreement-${index}`,
          content_type: 'application/pdf',
          bytes: 1,
          is_general: false,
          integration_id: null,
          updated_at: at.clock.now(),
          document_type: 'certificate',
          jurisdiction: 'IT',
          valid_from: from ?? null,
          valid_until: until ?? null,
          added_by: null,
        })),
      )
      .returning(['id', 'valid_from', 'valid_until'])
      .execute();
    const lifeOf = (index: number): DocumentLife => ({
      validFrom: ids[index]?.valid_from ?? null,
      validUntil: ids[index]?.valid_until ?? null,
      replacedBy: null,
    });
    // A game for each document by itself, and one for each with one of its neighbours.
    const sets = ids.flatMap((_, index) => [[index], [index, (index * 7 + 3) % ids.length]]);
    const games = await db()
      .insertInto('games')
      .values(sets.map((_, index) => ({ name: `agreement ${index}`, slug: `agreement-${index}` }) as never))
      .returning('id')
      .execute();
    await db().updateTable('games').set({ is_catalog: true }).execute();
    for (const [index, { id }] of games.entries()) {
      await linkGame(db(), at.alpina, id, 'visible');
      const set = new Set(sets[index]);
      await db()
        .insertInto('certificate_games')
        .values([...set].map((one) => ({ certificate_id: ids[one]?.id ?? 0, game_id: id })))
        .execute();
    }
    const expected = Object.fromEntries(
      sets.map((set, index) => [
        `agreement ${index}`,
        `IT ${coverageState([...new Set(set)].map(lifeOf), today)}`,
      ]),
    );
    expect(await matrix('?find=agreement&limit=200')).toEqual(expected);
    expect(new Set(Object.values(expected)).size).toBe(4);
    const states = { upcoming: 0, valid: 0, expiring: 0, expired: 0, replaced: 0 };
    for (const index of ids.keys()) states[documentState(lifeOf(index), today)] += 1;
    expect((await at.hub.get('/certificates/list', at.admin)).body.states).toEqual(states);
  });

  it('says from when a certificate will hold where none does yet', async () => {
    const { id } = (await certificate({ validFrom: '2026-12-01', validUntil: '2027-12-01' })).body;
    expect((await coverage()).rows[0].cells).toMatchObject([
      { state: 'missing', until: null, from: '2026-12-01', certificateId: id },
    ]);
  });

  it('leaves out what was replaced once the successor has begun, and not before', async () => {
    const former = (await certificate({ validUntil: '2027-12-31' })).body;
    const successor = (await at.replace(former.id, { validFrom: '2026-11-27', validUntil: '2026-12-31' }))
      .body;
    const cell = async () => (await coverage()).rows[0].cells[0];
    expect(await cell()).toMatchObject({ state: 'valid', until: '2027-12-31' });
    at.clock.advance(86_400_000);
    const token = await at.tokenOf('ludus_admin');
    expect((await coverage('', token)).rows[0].cells[0]).toMatchObject({
      state: 'expiring',
      until: '2026-12-31',
      certificateId: successor.id,
    });
    at.clock.advance(-86_400_000);
  });

  it('is narrowed down by jurisdiction, game, name and gaps, and comes by pages', async () => {
    await need(at.alpina, ['IT', 'MT']);
    const other = await addGame(db(), 'aztec', { sub_name: 'Deluxe' });
    await linkGame(db(), at.alpina, other, 'visible');
    await certificate({ jurisdiction: 'any', validUntil: '2026-12-01' });
    expect(await matrix('?jurisdiction=MT')).toEqual({ aztec: 'MT missing', ember: 'MT expiring' });
    expect(await matrix('?jurisdiction=MT,IT&gaps=true')).toEqual({ aztec: 'IT missing, MT missing' });
    expect(await matrix(`?gameId=${game}`)).toEqual({ ember: 'IT expiring, MT expiring' });
    expect(await matrix('?find=deluxe%20az')).toEqual({ aztec: 'IT missing, MT missing' });
    expect(await matrix('?limit=1&page=2')).toEqual({ ember: 'IT expiring, MT expiring' });
    expect(await coverage('?gaps=true')).toMatchObject({
      count: 1,
      totals: { valid: 0, expiring: 2, expired: 0, missing: 2 },
    });
  });

  it('comes by name, or by urgency: expired, expiring and missing ones first, what ends sooner before the rest', async () => {
    await need(at.alpina, ['IT', 'MT']);
    const names = ['aztec', 'bazaar', 'comet', 'dunes', 'falcon'];
    const ids: Record<string, number> = { ember: game };
    for (const name of names) {
      ids[name] = await addGame(db(), name);
      await linkGame(db(), at.alpina, ids[name], 'visible');
    }
    const certify = (name: string, jurisdiction: string, validUntil: string) =>
      at.add({ gameId: String(ids[name]), jurisdiction, validUntil });
    await certify('bazaar', 'any', '2027-12-31');
    await certify('comet', 'any', '2026-12-20');
    await certify('dunes', 'IT', '2026-11-01');
    await certify('ember', 'IT', '2026-11-20');
    await certify('falcon', 'any', '2026-12-01');
    const inOrder = async (query: string) =>
      (await coverage(query)).rows.map((row: { game: { name: string } }) => row.game.name);
    expect(await inOrder('?order=urgency')).toEqual(['dunes', 'ember', 'falcon', 'comet', 'aztec', 'bazaar']);
    expect(await inOrder('?order=urgency&gaps=true')).toEqual(['dunes', 'ember', 'aztec']);
    expect(await inOrder('?order=urgency&limit=2&page=2')).toEqual(['falcon', 'comet']);
    const byName = ['aztec', 'bazaar', 'comet', 'dunes', 'ember', 'falcon'];
    expect(await inOrder('')).toEqual(byName);
    expect(await inOrder('?order=name')).toEqual(byName);
  });

  it('shows people of an integration their games and their own jurisdictions only', async () => {
    const foreign = await addGame(db(), 'foreign');
    await linkGame(db(), at.baltica, foreign, 'active');
    await linkGame(db(), at.baltica, game, 'active');
    await need(at.baltica, ['MT']);
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await at.tokenOf(role);
      expect(await matrix('', token)).toEqual({ ember: 'IT missing' });
      expect(JSON.stringify(await coverage('', token))).not.toContain('Baltica');
      expect((await at.hub.get(`/certificates/coverage?integrationId=${at.baltica}`, token)).status).toBe(
        404,
      );
      expect(await matrix('', await at.tokenOf(role, { integration: 'No one' }))).toEqual({});
    }
    const status = async (query: string, token?: string) =>
      (await at.hub.get(`/certificates/coverage${query}`, token)).status;
    expect(await status('', await at.tokenOf('integration_guest'))).toBe(403);
    expect([await status(''), await status('?integrationId=60000', at.admin)]).toEqual([401, 404]);
    for (const query of ['?jurisdiction=any', '?gaps=perhaps', '?order=size', '?limit=0']) {
      expect(await status(query, at.admin), query).toBe(422);
    }
  });
});

describe('GET /certificates/actions', () => {
  const actions = async (query = '', token = at.admin) =>
    (await at.hub.get(`/certificates/actions${query}`, token)).body;
  type Row = { game: { name: string }; jurisdiction: string; state: string };
  const listed = async (query = '', token = at.admin) =>
    (await actions(query, token)).rows.map(
      ({ game: { name }, jurisdiction, state }: Row) => `${name} ${jurisdiction} ${state}`,
    );

  it('lists expired, expiring and missing ones together, by urgency, and counts each, whatever is shown', async () => {
    await need(at.alpina, ['IT', 'MT']);
    await linkGame(db(), at.baltica, game, 'visible');
    const ids: Record<string, number> = { ember: game };
    for (const name of ['aztec', 'bazaar', 'comet']) {
      ids[name] = await addGame(db(), name);
      await linkGame(db(), at.alpina, ids[name], 'visible');
    }
    const certify = (name: string, jurisdiction: string, fields: object) =>
      at.add({ gameId: String(ids[name]), jurisdiction, ...fields });
    await certify('bazaar', 'any', { validUntil: '2027-12-31' });
    await certify('aztec', 'IT', { validUntil: '2027-01-25' });
    await certify('aztec', 'MT', { validUntil: '2027-01-26' });
    const { id } = (await certify('comet', 'IT', { validUntil: '2026-11-20' })).body;
    await certify('comet', 'MT', { validUntil: '2026-12-01' });
    await certify('ember', 'MT', { validUntil: '2026-11-01' });
    // Alpina only: of the same game and jurisdiction, Baltica has none.
    await certify('ember', 'IT', { validUntil: '2026-12-10', integrationId: String(at.alpina) });
    const totals = { expired: 2, expiring: 3, missing: 1 };
    expect(await listed()).toEqual([
      'ember MT expired',
      'comet IT expired',
      'comet MT expiring',
      'ember IT expiring',
      'aztec IT expiring',
      'ember IT missing',
    ]);
    expect(await actions('?state=expired&limit=1&page=2')).toEqual({
      rows: [
        {
          game: { id: ids.comet, name: 'comet', sub_name: null },
          jurisdiction: 'IT',
          state: 'expired',
          until: '2026-11-20',
          from: null,
          certificateId: id,
          integrations: [{ id: at.alpina, name: 'Alpina' }],
        },
      ],
      count: 2,
      totals,
    });
    expect(await actions('?page=9')).toEqual({ rows: [], count: 6, totals });
    expect(await listed(`?integrationId=${at.baltica}`)).toEqual(['ember IT missing']);
    expect(await listed('?find=azt&jurisdiction=IT,MT')).toEqual(['aztec IT expiring']);
    expect(await listed(`?gameId=${ids.comet}&jurisdiction=MT`)).toEqual(['comet MT expiring']);
  });

  it('shows people of an integration their part only', async () => {
    const foreign = await addGame(db(), 'foreign');
    await linkGame(db(), at.baltica, foreign, 'active');
    await linkGame(db(), at.baltica, game, 'active');
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await at.tokenOf(role);
      expect(await actions('', token)).toMatchObject({ count: 1, totals: { missing: 1 } });
      expect(await listed('', token)).toEqual(['ember IT missing']);
      expect(JSON.stringify(await actions('', token))).not.toContain('Baltica');
      expect(await listed('', await at.tokenOf(role, { integration: 'No one' }))).toEqual([]);
    }
  });

  it('is closed to guests, to no one, and to another integration', async () => {
    const status = async (query: string, token?: string) =>
      (await at.hub.get(`/certificates/actions${query}`, token)).status;
    expect(await status('', await at.tokenOf('integration_guest'))).toBe(403);
    expect(await status('')).toBe(401);
    expect(await status(`?integrationId=${at.baltica}`, await at.tokenOf('integration_admin'))).toBe(404);
    expect(await status('?integrationId=60000', at.admin)).toBe(404);
    for (const query of ['?state=valid', '?jurisdiction=any', '?page=0', '?limit=201', '?gaps=true'])
      expect(await status(query, at.admin), query).toBe(422);
  });
});

describe('GET /certificates/lapsed', () => {
  const lapsed = async (query = '', token = at.admin) =>
    (await at.hub.get(`/certificates/lapsed${query}`, token)).body.rows;

  it('names games whose last certificate has ended, with who needs it', async () => {
    await linkGame(db(), at.baltica, game, 'visible');
    expect(await lapsed()).toEqual([]);
    await certificate({ validUntil: '2026-11-25' });
    await certificate({ integrationId: String(at.baltica), validUntil: '2027-11-25' });
    const row = {
      gameId: game,
      jurisdiction: 'IT',
      until: '2026-11-25',
      integrations: [{ id: at.alpina, name: 'Alpina' }],
    };
    expect(await lapsed()).toEqual([row]);
    expect(await lapsed(`?gameId=${game}&integrationId=${at.alpina}`)).toEqual([row]);
    expect(await lapsed(`?integrationId=${at.baltica}`)).toEqual([]);
    expect(await lapsed('', await at.tokenOf('integration_manager'))).toEqual([row]);
    expect(await lapsed('', await at.tokenOf('integration_admin', { integration: 'Baltica' }))).toEqual([]);
  });

  it('is closed to guests, to no one, and to another integration', async () => {
    const status = async (query: string, token?: string) =>
      (await at.hub.get(`/certificates/lapsed${query}`, token)).status;
    expect(await status('', await at.tokenOf('integration_guest'))).toBe(403);
    expect(await status('')).toBe(401);
    expect(await status(`?integrationId=${at.baltica}`, await at.tokenOf('integration_admin'))).toBe(404);
    expect(await status('?gameId=one', at.admin)).toBe(422);
  });
});

describe('/integrations/{id}/jurisdictions', () => {
  const read = (id: number, token?: string) => at.hub.get(`/integrations/${id}/jurisdictions`, token);

  it('is Italy until it is set, and is logged when it changes', async () => {
    expect((await read(at.alpina, at.admin)).body).toEqual({ jurisdictions: ['IT'], isDefault: true });
    expect((await need(at.alpina, ['US-NJ', 'IT', 'MT'])).body).toEqual({
      jurisdictions: ['IT', 'MT', 'US-NJ'],
      isDefault: false,
    });
    await need(at.alpina, ['IT', 'MT', 'US-NJ']);
    const log = await db()
      .selectFrom('logs')
      .select(['log_type_id', 'description', 'updates'])
      .where('action', '=', 'set-jurisdictions')
      .where('related_id', '=', String(at.alpina))
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(log).toEqual([
      {
        log_type_id: 3,
        description: 'Set the jurisdictions that Alpina needs',
        updates: { jurisdictions: { old: ['IT'], new: ['IT', 'MT', 'US-NJ'] } },
      },
    ]);
  });

  it('is read by the integration itself, and set by staff of the provider', async () => {
    const own = await at.tokenOf('integration_manager');
    expect([(await read(at.alpina, own)).status, (await read(at.baltica, own)).status]).toEqual([200, 404]);
    expect((await read(at.alpina, await at.tokenOf('integration_guest'))).status).toBe(403);
    expect((await read(at.alpina)).status).toBe(401);
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      expect((await need(at.alpina, ['IT'], await at.tokenOf(role))).status).toBe(403);
    }
    expect((await need(at.alpina, ['IT'], await at.tokenOf('ludus_manager'))).status).toBe(200);
    expect((await need(60_000, ['IT'])).status).toBe(404);
    const bad = await need(at.alpina, ['any']);
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['jurisdictions.0']]);
  });

  it('goes with the integration', async () => {
    await need(at.baltica, ['SE']);
    await at.hub.stores.postgres.transaction((tx) => at.module.service.removeOfIntegration(tx, at.baltica));
    expect((await read(at.baltica, at.admin)).body.isDefault).toBe(true);
  });
});
