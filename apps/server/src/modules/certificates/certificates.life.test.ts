import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../test/catalogue.ts';
import {
  type CertificatesHub,
  startCertificatesHub,
} from '../../../test/support/certificates/certificates-hub.ts';

let at: CertificatesHub;
let first: number;
let second: number;
let count = 0;
const db = () => at.hub.stores.postgres.db;

beforeAll(async () => {
  at = await startCertificatesHub();
});
afterAll(() => at.hub.close());
beforeEach(async () => {
  await db().deleteFrom('certificates').execute();
  count += 1;
  first = await addGame(db(), `first_${count}`);
  second = await addGame(db(), `second_${count}`);
  await linkGame(db(), at.alpina, first, 'visible');
});

const ofGames = (...ids: number[]) => ({ 'gameId[]': ids.map(String) });
const edit = (id: number, change: object, token = at.admin) =>
  at.hub.call('PUT', `/certificates/edit/${id}`, {
    body: { name: 'RNG', type: 'certificate', validUntil: null, ...change },
    token,
  });
const whole = {
  jurisdiction: 'IT',
  language: 'it',
  version: '2.1',
  validFrom: '2026-01-01',
  validUntil: '2027-01-01',
};

describe('what is said of a document', () => {
  it('is stored with the upload, with the checksum of the file; what is left out is null', async () => {
    const { body } = await at.add({ ...ofGames(first), ...whole }, { content: '%PDF-1.7 one' });
    const checksum = createHash('sha256').update('%PDF-1.7 one').digest('hex');
    expect(body).toMatchObject({ ...whole, checksum, replacedBy: null });
    const { body: bare } = await at.add(ofGames(first));
    expect(bare).toMatchObject({ jurisdiction: null, language: null, version: null, validFrom: null });
  });

  it('stays where a change leaves it out, and is logged where it changes', async () => {
    const { id } = (await at.add({ ...ofGames(first), ...whole })).body;
    expect((await edit(id, { validUntil: '2027-01-01' })).body).toMatchObject(whole);
    const change = { jurisdiction: 'MT', language: 'en', version: null, validFrom: '2026-02-01' };
    expect((await edit(id, { validUntil: '2027-01-01', ...change })).body).toMatchObject(change);
    const log = await db()
      .selectFrom('logs')
      .select('updates')
      .where('action', '=', 'update-file')
      .where('related_id', '=', String(first))
      .execute();
    expect(log).toEqual([
      {
        updates: {
          jurisdiction: { old: 'IT', new: 'MT' },
          language: { old: 'it', new: 'en' },
          version: { old: '2.1', new: null },
          validFrom: { old: '2026-01-01', new: '2026-02-01' },
        },
      },
    ]);
  });

  it('is refused field by field, also an end before a beginning that is left out', async () => {
    for (const [field, value] of Object.entries({
      jurisdiction: 'Atlantis',
      language: 'tlh',
      validFrom: 'yesterday',
      version: 'v'.repeat(41),
    })) {
      const added = await at.add({ ...ofGames(first), [field]: value });
      expect([added.status, Object.keys(added.body.fields)]).toEqual([422, [field]]);
    }
    for (const said of [{ hasNoEnd: 'false' }, { validUntil: '2028-01-01', hasNoEnd: 'true' }]) {
      const unsaid = await at.add({ ...ofGames(first), ...said });
      expect([unsaid.status, unsaid.body.fields]).toEqual([
        422,
        { validUntil: 'Enter the last day, or state that it has no end.' },
      ]);
    }
    // Other documents have an end only where one is entered.
    expect((await at.add({ ...ofGames(first), type: 'test-report' })).status).toBe(200);
    const swapped = await at.add({ ...ofGames(first), validFrom: '2026-02-01', validUntil: '2026-01-01' });
    expect(swapped.body.fields.validUntil).toBe('The last day must not be before the first one.');
    const { id } = (await at.add({ ...ofGames(first), ...whole })).body;
    const changed = await edit(id, { validUntil: '2025-12-31' });
    expect([changed.status, Object.keys(changed.body.fields)]).toEqual([422, ['validUntil']]);
  });

  it('of a newer release is left out rather than shown as something else', async () => {
    const { id } = (await at.add({ ...ofGames(first), ...whole })).body;
    await db()
      .updateTable('certificates')
      .set({ jurisdiction: 'AQ', language: 'tlh' })
      .where('id', '=', id)
      .execute();
    expect((await at.hub.get(`/certificates/${id}`, at.admin)).body).toMatchObject({
      jurisdiction: null,
      language: null,
    });
  });
});

describe('POST /certificates/replace/{id}', () => {
  it('stores the successor for the same games, integration and jurisdiction, and keeps the former', async () => {
    const former = (await at.add({ ...ofGames(first, second), ...whole, integrationId: String(at.alpina) }))
      .body;
    at.realtime.events.length = 0;
    const { status, body } = await at.replace(
      former.id,
      { version: '3.0', validFrom: '2027-01-02', validUntil: '2028-01-01' },
      { content: '%PDF-1.7 two', fileName: 'renewed.pdf' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'RNG',
      fileName: 'renewed.pdf',
      type: 'certificate',
      jurisdiction: 'IT',
      language: 'it',
      version: '3.0',
      validFrom: '2027-01-02',
      validUntil: '2028-01-01',
      games: former.games,
      integration: former.integration,
      addedBy: 'ludus_admin',
    });
    expect((await at.hub.get(`/certificates/${former.id}`, at.admin)).body).toMatchObject({
      fileName: 'certificate.pdf',
      replacedBy: { id: body.id, name: 'RNG', validFrom: '2027-01-02' },
      replaces: null,
    });
    expect((await at.hub.get(`/certificates/${body.id}`, at.admin)).body.replaces).toEqual({
      id: former.id,
      name: 'RNG',
    });
    expect(at.realtime.events).toHaveLength(1);
    const actions = await db()
      .selectFrom('logs')
      .select(['action', 'description'])
      .where('related_id', '=', String(second))
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['add-file', 'add-file', 'replace-file']);
    expect(actions.at(-1)?.description).toBe(
      `Replaced the document RNG of the game second ${count} for Alpina`,
    );
  });

  it('is refused for one that has a successor, and leaves nothing of the file then', async () => {
    const former = (await at.add(ofGames(first))).body;
    await at.replace(former.id, { name: 'RNG 2' });
    const stored = () => db().selectFrom('certificates').select('id').orderBy('id').execute();
    const before = await stored();
    expect((await at.replace(former.id)).status).toBe(409);
    expect((await at.replace(former.id, {}, { fileName: 'program.exe' })).status).toBe(415);
    expect((await at.replace(2_000_000)).status).toBe(404);
    const bad = await at.replace(former.id, { validFrom: '2027-01-02', validUntil: '2027-01-01' });
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['validUntil']]);
    expect(await stored()).toEqual(before);
  });

  it('loses the end of the former only where that is said', async () => {
    const former = (await at.add({ ...ofGames(first), validUntil: '2026-11-25' })).body;
    const both = { validUntil: '2028-01-01', hasNoEnd: 'true' };
    for (const said of [{}, { hasNoEnd: 'false' }, both]) {
      const { status, body } = await at.replace(former.id, said);
      expect([status, body.fields]).toEqual([
        422,
        { validUntil: 'Enter the last day, or state that it has no end.' },
      ]);
    }
    expect((await at.hub.get('/certificates/list', at.admin)).body.rows).toMatchObject([
      { id: former.id, replacedBy: null },
    ]);
    const { status, body } = await at.replace(former.id, { hasNoEnd: 'true' });
    expect([status, body.validUntil]).toEqual([200, null]);
    const endless = await at.replace(body.id);
    expect([endless.status, endless.body.validUntil]).toEqual([200, null]);
  });

  it('is for staff of the provider', async () => {
    const { id } = (await at.add(ofGames(first))).body;
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      expect((await at.replace(id, {}, { token: await at.tokenOf(role) })).status).toBe(403);
    }
    expect((await at.replace(id, {}, { token: null })).status).toBe(401);
    expect((await at.replace(id, {}, { token: await at.tokenOf('ludus_manager') })).status).toBe(200);
  });

  it('is undone when the successor is deleted, and a chain closes over one from its middle', async () => {
    const one = (await at.add(ofGames(first))).body;
    const two = (await at.replace(one.id)).body;
    const three = (await at.replace(two.id)).body;
    const successorOf = async (id: number) =>
      (await at.hub.get(`/certificates/${id}`, at.admin)).body.replacedBy?.id ?? null;
    await at.hub.call('DELETE', `/certificates/delete/${two.id}`, { token: at.admin });
    expect(await successorOf(one.id)).toBe(three.id);
    await at.hub.call('DELETE', `/certificates/delete/${three.id}`, { token: at.admin });
    expect(await successorOf(one.id)).toBeNull();
  });
});

describe('GET /certificates/{id}', () => {
  it('is found by whoever sees the document, and by no one else', async () => {
    const own = (await at.add({ ...ofGames(first), integrationId: String(at.alpina) })).body;
    const foreign = (await at.add({ ...ofGames(first), integrationId: String(at.baltica) })).body;
    const status = async (id: number | string, token?: string) =>
      (await at.hub.get(`/certificates/${id}`, token)).status;
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await at.tokenOf(role);
      expect([await status(own.id, token), await status(foreign.id, token)]).toEqual([200, 404]);
    }
    expect(await status(own.id, await at.tokenOf('integration_guest'))).toBe(403);
    expect([await status(own.id), await status('one', at.admin)]).toEqual([401, 404]);
  });
});

describe('GET /certificates/list', () => {
  const list = async (query = '', token = at.admin) =>
    (await at.hub.get(`/certificates/list${query}`, token)).body;
  const names = async (query = '', token = at.admin) =>
    (await list(query, token)).rows.map(({ name }: { name: string }) => name);

  beforeEach(async () => {
    const game = ofGames(first);
    await at.add({ ...game, name: 'endless', jurisdiction: 'any' });
    await at.add({ ...game, name: 'next year', jurisdiction: 'IT', validUntil: '2027-11-26' });
    await at.add({ ...game, name: 'in 60 days', jurisdiction: 'IT', validUntil: '2027-01-25' });
    await at.add({ ...ofGames(second), name: 'today', jurisdiction: 'MT', validUntil: '2026-11-26' });
    await at.add({ ...game, name: 'over', validUntil: '2026-11-25', integrationId: String(at.baltica) });
    await at.add({ ...game, name: 'to come', type: 'test-report', validFrom: '2026-12-01' });
    const old = (await at.add({ ...game, name: 'old', jurisdiction: 'IT', validUntil: '2026-12-31' })).body;
    await at.replace(old.id, { name: 'new', validUntil: '2028-01-01' });
    await at.add({ ...game, name: 'nowhere' });
  });

  it('is ordered by the end, without those that were replaced, with a count of each state', async () => {
    const body = await list();
    expect(body.rows.map(({ name }: { name: string }) => name)).toEqual([
      'over',
      'today',
      'in 60 days',
      'next year',
      'new',
      'endless',
      'nowhere',
      'to come',
    ]);
    expect(body).toMatchObject({
      count: 8,
      states: { upcoming: 1, valid: 4, expiring: 2, expired: 1, replaced: 1 },
      withoutJurisdiction: 1,
    });
  });

  it('is narrowed down by state, type, jurisdiction, integration, game, end and text', async () => {
    expect(await names('?state=replaced')).toEqual(['old']);
    expect(await names('?state=expiring')).toEqual(['today', 'in 60 days']);
    expect(await names('?type=test-report')).toEqual(['to come']);
    expect(await names('?jurisdiction=IT')).toEqual(['in 60 days', 'next year', 'new']);
    expect(await names('?jurisdiction=none')).toEqual(['over', 'nowhere', 'to come']);
    expect(await names(`?integrationId=${at.alpina}`)).not.toContain('over');
    expect(await names(`?gameId=${second}`)).toEqual(['today']);
    expect(await names('?within=30')).toEqual(['today']);
    expect(await names('?within=60')).toEqual(['today', 'in 60 days']);
    expect(await names(`?find=SECOND%20${count}`)).toEqual(['today']);
    expect(await names('?find=over%20baltica')).toEqual(['over']);
    expect(await names('?find=%25')).toEqual([]);
  });

  it('comes by pages, and names few games of a document', async () => {
    expect(await names('?limit=3&page=2')).toEqual(['next year', 'new', 'endless']);
    expect((await list('?limit=3&page=9')).count).toBe(8);
    const games = await Promise.all(['a', 'b', 'c', 'd'].map((name) => addGame(db(), `${name}_${count}`)));
    await at.add({ ...ofGames(...games), name: 'many', type: 'marketing' });
    const [row] = (await list('?type=marketing')).rows;
    expect([row.gameCount, row.games.map(({ name }: { name: string }) => name)]).toEqual([
      4,
      [`a ${count}`, `b ${count}`, `c ${count}`],
    ]);
  });

  it('shows people of an integration what is theirs, and nothing to anyone else', async () => {
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await at.tokenOf(role);
      expect(await names('', token)).toEqual([
        'in 60 days',
        'next year',
        'new',
        'endless',
        'nowhere',
        'to come',
      ]);
      expect((await list('?find=baltica', token)).rows).toEqual([]);
      expect((await at.hub.get(`/certificates/list?integrationId=${at.baltica}`, token)).status).toBe(404);
    }
    const status = async (query: string, token?: string) =>
      (await at.hub.get(`/certificates/list${query}`, token)).status;
    expect(await status('', await at.tokenOf('integration_guest'))).toBe(403);
    expect([await status(''), await status('?integrationId=60000', at.admin)]).toEqual([401, 404]);
    for (const query of [
      '?state=old',
      '?jurisdiction=XX',
      '?within=0',
      '?limit=201',
      '?page=0',
      '?sort=name',
    ]) {
      expect(await status(query, at.admin), query).toBe(422);
    }
  });
});
