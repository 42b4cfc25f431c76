import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/harness.ts';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const get = (id: number, token = on.tokens.admin) => on.hub.get(`/tickets/${id}`, token);
const assign = (id: number, assigneeId: unknown, token: string | null = on.tokens.admin) =>
  on.hub.call('PUT', `/tickets/${id}/assignee`, { body: { assigneeId }, ...(token && { token }) });
const forgetNews = () => asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');

describe('PUT /tickets/:id/assignee', () => {
  it('assigns a ticket to an administrator of the provider, whose name the integration sees', async () => {
    const { id, title } = (await on.create()).body;
    await forgetNews();
    const second = { id: 'second', username: 'second' };
    const given = await assign(id, 'second');
    expect([given.status, given.body.assignee]).toEqual([200, second]);
    expect((await get(id, on.tokens.anna)).body.assignee).toEqual(second);
    expect(on.heard().at(-1)).toEqual({ providers: true, integration: on.alpina });
    expect(await on.noticed()).toEqual([
      { user: 'second', title: `Ticket assegnato a te #${id}: ${title}`, severity: 1 },
    ]);
    const [mail] = await on.mailed();
    expect(mail?.to).toBe('second@example.com');
    expect(mail?.text).toContain(`https://localhost/ticket/${id}`);
    await forgetNews();
    expect((await assign(id, 'second', on.tokens.second)).body.assignee).toEqual(second);
    expect((await assign(id, null)).body.assignee).toBeNull();
    expect((await assign(id, 'admin')).body.assignee).toEqual({ id: 'admin', username: 'admin' });
    expect(await on.noticed()).toEqual([]);
  });

  it('is in the log once for each change, with the names', async () => {
    const { id, title } = (await on.create()).body;
    await assign(id, 'second');
    await assign(id, 'second');
    await assign(id, null);
    const entries = await on.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['description', 'updates'])
      .where('action', '=', 'assign')
      .where('related_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      {
        description: `Assigned the ticket #${id} to second: ${title}`,
        updates: { assignee: { old: null, new: 'second' } },
      },
      {
        description: `Left the ticket #${id} without an assignee: ${title}`,
        updates: { assignee: { old: 'second', new: null } },
      },
    ]);
  });

  it('refuses people who may not take care of tickets, closed and deleted tickets, and everyone else', async () => {
    const { id } = (await on.create()).body;
    for (const one of ['anna', 'mia', 'no one', '']) {
      const refused = await assign(id, one);
      expect([refused.status, Object.keys(refused.body.fields)], one).toEqual([422, ['assigneeId']]);
    }
    expect((await assign(id, 7)).status).toBe(422);
    expect((await assign(60_000, 'admin')).status).toBe(404);
    expect((await assign(id, 'admin', null)).status).toBe(401);
    for (const token of [on.tokens.anna, on.tokens.boris, await on.token('ludus_manager')]) {
      expect((await assign(id, 'admin', token)).status).toBe(403);
      expect((await on.hub.get('/ticket-assignees', token)).status).toBe(403);
    }
    await on.answer(id, { status: 'closed' });
    expect((await assign(id, 'admin')).status).toBe(409);
    const other = (await on.create()).body.id;
    await on.hub.call('DELETE', `/tickets/${other}`, { token: on.tokens.admin });
    expect((await assign(other, 'admin')).status).toBe(404);
    expect((await on.hub.get('/ticket-assignees', on.tokens.admin)).body.rows).toEqual([
      { id: 'admin', username: 'admin' },
      { id: 'second', username: 'second' },
    ]);
  });

  it('ends with the rights of the assignee', async () => {
    const { id } = (await on.create()).body;
    await assign(id, 'second');
    const { pool } = on.hub.stores.postgres;
    await pool.query("UPDATE users SET roles = '{ludus_manager}' WHERE subject = 'second'");
    try {
      expect((await get(id)).body.assignee).toBeNull();
    } finally {
      await pool.query("UPDATE users SET roles = '{ludus_admin}' WHERE subject = 'second'");
    }
    expect((await get(id)).body.assignee).toEqual({ id: 'second', username: 'second' });
  });
});

describe('whom a ticket waits for', () => {
  it('follows the answers, and what an answer says of it', async () => {
    const { id } = (await on.create()).body;
    const turn = async (token = on.tokens.anna) => (await get(id, token)).body.turn;
    const isListed = async (side: string, token = on.tokens.admin) =>
      (await on.hub.get(`/tickets?waitsFor=${side}`, token)).body.some(
        (one: { id: number }) => one.id === id,
      );
    on.clock.advance(60_000);
    const kept = await on.answer(id, { waitsFor: 'provider' });
    expect(kept.body.waitsFor).toBe('provider');
    expect(await turn()).toEqual({ side: 'provider', since: '2026-05-04T10:00:00.000Z' });
    on.clock.advance(60_000);
    expect(await isListed('provider')).toBe(true);
    await on.answer(id);
    expect(await turn()).toEqual({ side: 'integration', since: '2026-05-04T10:02:00.000Z' });
    expect(await isListed('provider')).toBe(false);
    expect(await isListed('integration')).toBe(true);
    expect(await isListed('integration', on.tokens.boris)).toBe(false);
    expect((await on.hub.get('/tickets?waitsFor=anna', on.tokens.admin)).status).toBe(422);
    on.clock.advance(60_000);
    await on.answer(id, {}, on.tokens.alan);
    expect(await turn(on.tokens.admin)).toEqual({ side: 'provider', since: '2026-05-04T10:03:00.000Z' });
    expect((await on.answer(id, { waitsFor: 'anna' })).status).toBe(422);
    await on.answer(id, { status: 'closed' });
    expect(await turn()).toBeNull();
    expect(await isListed('provider')).toBe(false);
  });

  it('is the integration where the provider has reported it, and stays so when its people are gone', async () => {
    const { id } = (await on.create({ integrationId: on.alpina }, on.tokens.second)).body;
    const none = (await on.create({}, on.tokens.second)).body;
    expect(none.turn.side).toBe('provider');
    const { pool } = on.hub.stores.postgres;
    await pool.query("UPDATE users SET enabled = false WHERE subject = 'second'");
    try {
      expect((await get(id)).body).toMatchObject({ reporter: null, turn: { side: 'integration' } });
    } finally {
      await pool.query('UPDATE users SET enabled = true');
    }
  });
});

describe('the target of answers', () => {
  const target = { firstAnswerHours: 2, nextAnswerHours: 24 };
  const settings = (body: object, token: string | null = on.tokens.admin) =>
    on.hub.call('PUT', '/ticket-settings', { body, ...(token && { token }) });
  const hourMs = 3_600_000;

  it('is set by administrators of the provider, and logged', async () => {
    const none = { firstAnswerHours: null, nextAnswerHours: null };
    expect((await on.hub.get('/ticket-settings', on.tokens.admin)).body).toEqual(none);
    const saved = await settings(target);
    expect([saved.status, saved.body]).toEqual([200, target]);
    expect((await on.hub.get('/ticket-settings', on.tokens.second)).body).toEqual(target);
    expect(on.heard()).toEqual([{ providers: true }]);
    for (const [field, value] of [
      ['firstAnswerHours', 0],
      ['nextAnswerHours', 721],
      ['nextAnswerHours', 1.5],
    ] as const) {
      const refused = await settings({ ...target, [field]: value });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
    expect((await settings(target, null)).status).toBe(401);
    for (const token of [on.tokens.anna, await on.token('ludus_manager')]) {
      expect((await settings(target, token)).status).toBe(403);
      expect((await on.hub.get('/ticket-settings', token)).status).toBe(403);
    }
    const { updates } = await on.hub.stores.postgres.db
      .selectFrom('logs')
      .select('updates')
      .where('action', '=', 'update-settings')
      .executeTakeFirstOrThrow();
    expect(updates).toEqual({
      firstAnswerHours: { old: null, new: 2 },
      nextAnswerHours: { old: null, new: 24 },
    });
  });

  it('says to the provider when an answer is due', async () => {
    const { id } = (await on.create()).body;
    expect((await get(id)).body.answerDue).toBeNull();
    await settings(target);
    expect((await get(id)).body.answerDue).toBe('2026-05-04T12:00:00.000Z');
    expect((await get(id, on.tokens.anna)).body.answerDue).toBeNull();
    await on.answer(id);
    expect((await get(id)).body.answerDue).toBeNull();
    await on.answer(id, {}, on.tokens.anna);
    expect((await get(id)).body.answerDue).toBe('2026-05-05T10:00:00.000Z');
  });

  it('has the assignee notified once of each wait that is longer, else all administrators', async () => {
    const mine = (await on.create({ title: 'mine' })).body;
    const free = (await on.create({ title: 'free' })).body;
    const answered = (await on.create({ title: 'answered' })).body;
    const gone = (await on.create({ title: 'gone' })).body;
    await assign(mine.id, 'second');
    await on.answer(answered.id);
    await on.hub.call('DELETE', `/tickets/${gone.id}`, { token: on.tokens.admin });
    on.clock.advance(2 * hourMs);
    await forgetNews();
    expect(await on.escalate()).toBe(0);
    await settings({ ...target, firstAnswerHours: 3 });
    expect(await on.escalate()).toBe(0);
    on.clock.advance(hourMs);
    expect(await on.escalate()).toBe(2);
    expect(await on.noticed()).toEqual([
      { user: 'admin', title: `Answer late #${free.id}: free`, severity: 2 },
      { user: 'second', title: `Risposta in ritardo #${mine.id}: mine`, severity: 2 },
      { user: 'second', title: `Risposta in ritardo #${free.id}: free`, severity: 2 },
    ]);
    const [mail] = await on.mailed();
    expect(mail?.text).toContain('The ticket of Alpina has waited for an answer for more than 3 hours.');
    // Neither time nor another target makes it news again; a later wait is one of its own.
    await forgetNews();
    on.clock.advance(hourMs);
    await settings(target);
    expect(await on.escalate()).toBe(0);
    await on.answer(mine.id, { waitsFor: 'provider' });
    on.clock.advance(24 * hourMs - 1);
    expect(await on.escalate()).toBe(0);
    on.clock.advance(1);
    await forgetNews();
    expect(await on.escalate()).toBe(1);
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['second']);
  });

  it('notifies all administrators where the assignee may not use tickets any more, and once however many processes ask', async () => {
    const { id } = (await on.create()).body;
    await assign(id, 'second');
    await settings(target);
    on.clock.advance(2 * hourMs);
    await forgetNews();
    const { pool } = on.hub.stores.postgres;
    await pool.query("UPDATE users SET enabled = false WHERE subject = 'second'");
    try {
      const counts = await Promise.all([on.escalate(), on.escalate(), on.escalate()]);
      expect(counts.toSorted()).toEqual([0, 0, 1]);
    } finally {
      await pool.query('UPDATE users SET enabled = true');
    }
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['admin']);
  });
});
