import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const entriesOf = (id: number) =>
  on.hub.stores.postgres.db
    .selectFrom('logs')
    .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
    .select(['action', 'description', 'username', 'related_object', 'updates'])
    .where('name', '=', 'tickets')
    .where('related_id', '=', String(id))
    .orderBy('logs.id')
    .execute();

describe('the log of tickets', () => {
  it('has an entry for each change, with its status and without its texts', async () => {
    const { id } = (await on.create({ description: '<p>Secret text.</p>' })).body;
    await on.attach(id);
    await on.answer(id, { description: '<p>Secret answer.</p>' });
    await on.answer(id, { status: 'closed' });
    expect((await on.answer(id)).status).toBe(409);
    const entries = await entriesOf(id);
    const ticket = `the ticket #${id}: Reels stand still`;
    expect(entries.map(({ action, description, username }) => [action, description, username])).toEqual([
      ['create', `Created ${ticket}`, 'anna'],
      ['add-file', `Added the file screen.png to ${ticket}`, 'anna'],
      ['answer', `Answered ${ticket}`, 'admin'],
      ['answer', `Closed ${ticket}`, 'admin'],
    ]);
    expect(entries.map(({ updates }) => updates)).toEqual([
      {},
      {},
      { status: { old: 'open', new: 'ongoing' } },
      { status: { old: 'ongoing', new: 'closed' } },
    ]);
    expect(entries[0]?.related_object).toEqual({ name: 'Reels stand still', integration: 'Alpina' });
    expect(JSON.stringify(entries)).not.toContain('Secret');
  });

  it('keeps the deletion of a ticket and its return, and nothing of one that was refused', async () => {
    const { id } = (await on.create()).body;
    const remove = (token: string) => on.hub.call('DELETE', `/tickets/${id}`, { token });
    expect((await remove(on.tokens.boris)).status).toBe(404);
    expect((await remove(on.tokens.admin)).status).toBe(200);
    expect((await remove(on.tokens.anna)).status).toBe(404);
    await on.hub.call('POST', `/tickets/${id}/restore`, { token: on.tokens.anna });
    const actions = (await entriesOf(id)).map(({ action, description }) => [action, description]);
    expect(actions).toEqual([
      ['create', `Created the ticket #${id}: Reels stand still`],
      ['delete', `Deleted the ticket #${id}: Reels stand still`],
      ['restore', `Restored the ticket #${id}: Reels stand still`],
    ]);
  });
});
