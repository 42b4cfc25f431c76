import { type LinkTarget, roles, type Scope, scopesOf, ticketLinkKinds } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/harness.ts';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';
import { actorFromIdentity, integrationScope } from '../../infra/access/index.ts';

let on: TicketsFixture;
let outages: { alpina: number; baltica: number };
let incident: number;
beforeAll(async () => {
  on = await startTickets();
  const { pool } = on.hub.stores.postgres;
  const outageOf = async (integrationId: number) =>
    (
      await pool.query('INSERT INTO outages (integration_id, opened_at) VALUES ($1, now()) RETURNING id', [
        integrationId,
      ])
    ).rows[0].id;
  outages = { alpina: await outageOf(on.alpina), baltica: await outageOf(on.baltica) };
  const { rows } = await pool.query(
    `INSERT INTO alert_incidents (cause, kind, integration_id, opened_at, is_muted, is_told) VALUES ('open', 'open', $1, now(), false, false) RETURNING id`,
    [on.alpina],
  );
  incident = rows[0].id;
  await pool.query(
    `INSERT INTO reconciliation_days (integration_id, day, compared_at) VALUES ($1, '2026-05-03', now())`,
    [on.alpina],
  );
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const add = (id: number, kind: string, ref: unknown, token: string | null = on.tokens.admin) =>
  on.hub.call('POST', `/tickets/${id}/links`, { body: { kind, ref }, ...(token && { token }) });
const links = async (id: number, token = on.tokens.admin) => {
  const { status, body } = await on.hub.get(`/tickets/${id}/links`, token);
  return status === 200
    ? body.rows.map(({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`)
    : status;
};
const remove = (id: number, link: number, token: string | null = on.tokens.admin) =>
  on.hub.call('DELETE', `/tickets/${id}/links/${link}`, { ...(token && { token }) });

describe('links of a ticket', () => {
  it('lead to sessions, games, outages, incidents and days that were compared, by their names', async () => {
    const { id } = (await on.create()).body;
    const targets: [string, string, string][] = [
      ['session', on.sessions.alpina, 'NA-1'],
      ['game', String(on.games.own), 'sugar cascade'],
      ['outage', String(outages.alpina), 'Alpina'],
      ['incident', String(incident), 'Alpina'],
      ['difference', `${on.alpina}:2026-05-03`, 'Alpina'],
    ];
    for (const [kind, ref, name] of targets) {
      const added = await add(id, kind, ref);
      expect([added.status, added.body]).toEqual([200, { id: expect.any(Number), kind, ref, name }]);
      // Once is enough.
      expect((await add(id, kind, ref)).body.id).toBe(added.body.id);
    }
    expect(await links(id)).toEqual(targets.map(([kind, ref]) => `${kind} ${ref}`));
    // People of an integration see no alerts.
    expect(await links(id, on.tokens.anna)).toEqual(
      targets.filter(([kind]) => kind !== 'incident').map(([kind, ref]) => `${kind} ${ref}`),
    );
    expect(await links(id, on.tokens.boris)).toBe(404);
    expect(on.heard().at(-1)).toEqual({ providers: true, integration: on.alpina });
  });

  it('are refused for what is not there, and for what is not seen', async () => {
    const { id } = (await on.create()).body;
    for (const [kind, ref] of [
      ['session', on.sessions.baltica],
      ['session', 'A-1'],
      ['game', String(on.games.dev)],
      ['outage', String(outages.baltica)],
      ['incident', String(incident)],
      ['difference', `${on.baltica}:2026-05-03`],
      ['difference', `${on.alpina}:2026-05-02`],
    ] as const) {
      expect((await add(id, kind, ref, on.tokens.anna)).status, `${kind} ${ref}`).toBe(404);
    }
    for (const ref of ['0', '60000', "1' OR '1", '1:2'])
      expect((await add(id, 'game', ref)).status, ref).toBe(404);
    expect((await add(id, 'player', '1')).status).toBe(422);
    expect((await add(id, 'game', '')).status).toBe(422);
    expect((await add(id, 'game', String(on.games.own), null)).status).toBe(401);
    expect((await add(id, 'game', String(on.games.own), await on.token('ludus_manager'))).status).toBe(403);
    expect((await add(id, 'game', String(on.games.foreign), on.tokens.boris)).status).toBe(404);
  });

  it('are removed by both sides, but not one that is not seen', async () => {
    const { id } = (await on.create()).body;
    const game = (await add(id, 'game', String(on.games.own))).body;
    const alert = (await add(id, 'incident', String(incident))).body;
    expect((await remove(id, alert.id, on.tokens.anna)).status).toBe(404);
    expect((await remove(id, game.id, on.tokens.boris)).status).toBe(404);
    expect((await remove(id, game.id, null)).status).toBe(401);
    expect((await remove(id, game.id, on.tokens.anna)).body).toBeNull();
    expect((await remove(id, game.id)).status).toBe(404);
    expect(await links(id)).toEqual([`incident ${incident}`]);
    const entries = await on.hub.stores.postgres.db
      .selectFrom('logs')
      .select('description')
      .where('action', 'in', ['link', 'unlink'])
      .where('related_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ description }) => description)).toEqual([
      `Linked the ticket #${id} with game ${on.games.own}: Reels stand still`,
      `Linked the ticket #${id} with incident ${incident}: Reels stand still`,
      `Removed the link of the ticket #${id} with game ${on.games.own}: Reels stand still`,
    ]);
  });

  it('are named in the log, which only those read who may see every target', () => {
    // A kind of target that needs another scope is added here; games need none of the provider.
    const scopeOf: Record<LinkTarget['kind'], Scope> = {
      session: 'sessions:read',
      game: 'catalog:read',
      outage: 'status:read',
      incident: 'alerts:read',
      difference: 'reconciliation:read',
    };
    const readers = roles.filter((role) => scopesOf([role]).has('logs:read'));
    expect(readers).toEqual(['ludus_admin', 'ludus_manager']);
    for (const role of readers) {
      const actor = actorFromIdentity({ userId: role, username: role, email: null, roles: [role] }, null);
      expect(integrationScope(actor)).toEqual({ kind: 'all' });
      for (const kind of ticketLinkKinds) expect(actor.can(scopeOf[kind]), `${role} ${kind}`).toBe(true);
    }
  });

  it('are up to fifty', async () => {
    const { id } = (await on.create()).body;
    await asOwner(
      on.hub.stores.postgres,
      `INSERT INTO ticket_links (ticket_id, kind, ref) SELECT ${id}, 'outage', n::text FROM generate_series(900001, 900050) n`,
    );
    expect((await add(id, 'game', String(on.games.own))).status).toBe(409);
  });

  it('are there from the beginning where a ticket is opened from something', async () => {
    const link = { kind: 'outage', ref: String(outages.alpina) };
    const { id } = (await on.create({ link })).body;
    expect(await links(id, on.tokens.anna)).toEqual([`outage ${outages.alpina}`]);
    const foreign = await on.create({ link: { kind: 'outage', ref: String(outages.baltica) } });
    expect(foreign.status).toBe(404);
  });
});

describe('GET /tickets?about=', () => {
  it('finds tickets about something and those linked with it, for who may see it', async () => {
    const idsOf = async (about: string, token = on.tokens.admin) => {
      const { body } = await on.hub.get(`/tickets?about=${about}`, token);
      return body.map((ticket: { id: number }) => ticket.id);
    };
    const own = (await on.create({ sessionId: on.sessions.alpina })).body.id;
    const linked = (await on.create()).body.id;
    await on.create();
    await add(linked, 'session', on.sessions.alpina);
    await add(linked, 'incident', String(incident));
    expect(await idsOf(`session:${on.sessions.alpina}`)).toEqual([linked, own]);
    expect(await idsOf(`session:${on.sessions.alpina}`, on.tokens.anna)).toEqual([linked, own]);
    expect(await idsOf(`session:${on.sessions.alpina}`, on.tokens.boris)).toEqual([]);
    expect(await idsOf(`game:${on.games.own}`)).toEqual([own]);
    expect(await idsOf(`incident:${incident}`)).toEqual([linked]);
    expect(await idsOf(`incident:${incident}`, on.tokens.anna)).toEqual([]);
    expect((await on.hub.get('/tickets?about=player:1', on.tokens.admin)).status).toBe(422);
  });
});
