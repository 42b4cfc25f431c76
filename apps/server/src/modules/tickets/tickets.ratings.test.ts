import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/harness.ts';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const dayMs = 86_400_000;
const rate = (id: number, body: object = { value: 'good' }, token: string | null = on.tokens.anna) =>
  on.hub.call('PUT', `/tickets/${id}/rating`, { body, ...(token && { token }) });
const forgetNews = () => asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
async function closedTicket(assigneeId: string | null = 'second', token?: string): Promise<number> {
  const { id } = (await on.create({}, token)).body;
  if (assigneeId !== null) {
    await on.hub.call('PUT', `/tickets/${id}/assignee`, { body: { assigneeId }, token: on.tokens.admin });
  }
  await on.answer(id, { status: 'closed' });
  await forgetNews();
  return id;
}

describe('PUT /tickets/:id/rating', () => {
  it('says how a closed ticket was served, to both sides, and notifies its assignee', async () => {
    const id = await closedTicket();
    const rated = await rate(id, { value: 'bad', comment: ' It took a week. ' });
    const expected = {
      value: 'bad',
      comment: 'It took a week.',
      by: { id: 'anna', username: 'anna' },
      changedAt: '2026-05-04T10:00:00.000Z',
      changeableUntil: '2026-05-11T10:00:00.000Z',
    };
    expect([rated.status, rated.body.rating]).toEqual([200, expected]);
    for (const token of [on.tokens.admin, on.tokens.alan]) {
      expect((await on.hub.get(`/tickets/${id}`, token)).body.rating).toEqual(expected);
    }
    expect(on.heard().at(-1)).toEqual({ providers: true, integration: on.alpina });
    expect(await on.noticed()).toEqual([
      { user: 'second', title: `Ticket valutato negativamente #${id}: Reels stand still`, severity: 1 },
    ]);
  });

  it('notifies all administrators of a ticket without an assignee, and quotes no comment', async () => {
    const id = await closedTicket(null);
    await rate(id, { value: 'good', comment: 'Thank you' });
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['admin', 'second']);
    const [mail] = await on.mailed();
    expect(mail?.text).toContain('anna was satisfied with how the ticket was served.');
    expect(mail?.text).not.toContain('Thank you');
  });

  it('can be changed for seven days from the first time, by everyone of the integration who rates', async () => {
    const id = await closedTicket();
    await rate(id);
    await forgetNews();
    on.clock.advance(6 * dayMs);
    const anna = await on.token('integration_admin', { userId: 'anna' });
    expect((await rate(id, { value: 'good', comment: 'Thanks' }, anna)).body.rating).toMatchObject({
      comment: 'Thanks',
      changedAt: '2026-05-10T10:00:00.000Z',
      changeableUntil: '2026-05-11T10:00:00.000Z',
    });
    expect(await on.noticed()).toEqual([]);
    on.clock.advance(dayMs - 1);
    const alan = await on.token('integration_admin', { userId: 'alan' });
    expect((await rate(id, { value: 'bad' }, alan)).body.rating).toMatchObject({
      value: 'bad',
      comment: null,
      by: { id: 'alan' },
    });
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['second']);
    on.clock.advance(1);
    const late = await rate(id, { value: 'good' }, await on.token('integration_admin', { userId: 'anna' }));
    expect([late.status, late.body.message]).toEqual([409, 'A rating can be changed for 7 days.']);
  });

  it('refuses tickets that are not closed or not seen, wrong values, and everyone else', async () => {
    const { id: open } = (await on.create()).body;
    expect((await rate(open)).status).toBe(409);
    const id = await closedTicket();
    expect((await rate(id, { value: 'good' }, on.tokens.boris)).status).toBe(404);
    expect((await rate(60_000)).status).toBe(404);
    expect((await rate(id, { value: 'good' }, null)).status).toBe(401);
    for (const token of [on.tokens.admin, await on.token('integration_manager', { userId: 'marco' })]) {
      expect((await rate(id, { value: 'good' }, token)).status).toBe(403);
    }
    for (const [body, field] of [
      [{ value: 'fine' }, 'value'],
      [{}, 'value'],
      [{ value: 'good', comment: 'x'.repeat(1_001) }, 'comment'],
    ] as const) {
      const refused = await rate(id, body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
    expect((await on.hub.get(`/tickets/${id}`, on.tokens.admin)).body.rating).toBeNull();
  });

  it('is in the log, without the comment', async () => {
    const id = await closedTicket();
    await rate(id, { value: 'good', comment: 'Thank you' });
    await rate(id, { value: 'bad' });
    const entries = await on.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['description', 'updates'])
      .where('action', '=', 'rate')
      .where('related_id', '=', String(id))
      .orderBy('id')
      .execute();
    const description = `Rated how the ticket #${id} was served: Reels stand still`;
    expect(entries).toEqual([
      { description, updates: { rating: { old: null, new: 'good' } } },
      { description, updates: { rating: { old: 'good', new: 'bad' } } },
    ]);
  });
});

describe('GET /ticket-satisfaction', () => {
  it('counts closed and rated tickets by month of Rome and assignee', async () => {
    on.clock.set('2026-04-30T21:59:59Z');
    const old = await closedTicket();
    on.clock.set('2026-04-30T22:00:00Z');
    const good = await closedTicket();
    const bad = await closedTicket();
    const free = await closedTicket(null);
    await closedTicket();
    await rate(old);
    await rate(good);
    await rate(bad, { value: 'bad' });
    await rate(free);
    await on.create();
    const { status, body } = await on.hub.get('/ticket-satisfaction', on.tokens.admin);
    const second = { id: 'second', username: 'second' };
    expect([status, body.rows]).toEqual([
      200,
      [
        { month: '2026-05', assignee: second, closed: 3, good: 1, bad: 1 },
        { month: '2026-05', assignee: null, closed: 1, good: 1, bad: 0 },
        { month: '2026-04', assignee: second, closed: 1, good: 1, bad: 0 },
      ],
    ]);
    for (const token of [on.tokens.anna, await on.token('ludus_manager')]) {
      expect((await on.hub.get('/ticket-satisfaction', token)).status).toBe(403);
    }
    expect((await on.hub.get('/ticket-satisfaction')).status).toBe(401);
  });
});
