import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const reply = {
  title: 'We look into it',
  textEn: '<p>Hello {person}, we look into {ticket}.</p>',
  textIt: '<p>Ciao {person}, stiamo verificando {ticket}.</p>',
  isShared: false,
};
const call = (method: string, path: string, body?: object, token: string | null = on.tokens.admin) =>
  on.hub.call(method, `/saved-replies${path}`, { ...(body && { body }), ...(token && { token }) });
const titles = async (token = on.tokens.admin) =>
  (await on.hub.get('/saved-replies', token)).body.rows.map(({ title }: { title: string }) => title);

describe('saved replies', () => {
  it('are of a person, or shared with the team, who change and delete them too', async () => {
    const own = await call('POST', '', reply);
    expect([own.status, own.body]).toEqual([
      200,
      { ...reply, id: expect.any(Number), updatedAt: '2026-05-04T10:00:00.000Z' },
    ]);
    const shared = (await call('POST', '', { ...reply, title: 'Ask for a picture', isShared: true })).body;
    expect(await titles()).toEqual(['Ask for a picture', 'We look into it']);
    expect(await titles(on.tokens.second)).toEqual(['Ask for a picture']);
    expect((await call('PUT', `/${own.body.id}`, reply, on.tokens.second)).status).toBe(404);
    expect((await call('DELETE', `/${own.body.id}`, undefined, on.tokens.second)).status).toBe(404);
    const changed = { ...reply, title: 'Ask for a video', isShared: true };
    expect((await call('PUT', `/${shared.id}`, changed, on.tokens.second)).body.title).toBe(
      'Ask for a video',
    );
    // One that is not shared any more belongs to who took it.
    await call('PUT', `/${shared.id}`, { ...changed, isShared: false }, on.tokens.second);
    expect([await titles(), await titles(on.tokens.second)]).toEqual([
      ['We look into it'],
      ['Ask for a video'],
    ]);
    expect((await call('DELETE', `/${own.body.id}`)).body).toBeNull();
    expect((await call('DELETE', `/${own.body.id}`)).status).toBe(404);
    expect(await titles()).toEqual([]);
  });

  it('keep clean texts, of which there is one at least', async () => {
    const { body } = await call('POST', '', {
      ...reply,
      textEn: '<p onclick="x()">Hi<script>x()</script></p>',
    });
    expect(body.textEn).toBe('<p>Hi</p>');
    for (const [part, field] of [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(81) }, 'title'],
      [{ textEn: '', textIt: '' }, 'textEn'],
      [{ textEn: '<p> </p>', textIt: '<p>&nbsp;</p>' }, 'textEn'],
      [{ textIt: 'x'.repeat(20_001) }, 'textIt'],
      [{ isShared: 'yes' }, 'isShared'],
    ] as const) {
      const refused = await call('POST', '', { ...reply, ...part });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
  });

  it('may have a text in one language only, which is empty in the other', async () => {
    const { id, ...one } = (await call('POST', '', { ...reply, textEn: '<p> </p>' })).body;
    expect(one).toMatchObject({ textEn: '', textIt: reply.textIt });
    const other = await call('PUT', `/${id}`, { ...reply, textIt: '' });
    expect([other.status, other.body.textEn, other.body.textIt]).toEqual([200, reply.textEn, '']);
    const { rows } = (await on.hub.get('/saved-replies', on.tokens.admin)).body;
    expect(rows.map(({ textIt }: { textIt: string }) => textIt)).toEqual(['']);
  });

  it('are for who answers at the provider alone', async () => {
    const { id } = (await call('POST', '', { ...reply, isShared: true })).body;
    for (const token of [on.tokens.anna, on.tokens.boris, await on.token('ludus_manager')]) {
      expect((await call('POST', '', reply, token)).status).toBe(403);
      expect((await call('PUT', `/${id}`, reply, token)).status).toBe(403);
      expect((await call('DELETE', `/${id}`, undefined, token)).status).toBe(403);
      expect((await on.hub.get('/saved-replies', token)).status).toBe(403);
    }
    expect((await on.hub.get('/saved-replies')).status).toBe(401);
  });

  it('are in the log by their titles', async () => {
    const { id } = (await call('POST', '', reply)).body;
    await call('PUT', `/${id}`, { ...reply, isShared: true });
    await call('DELETE', `/${id}`);
    const entries = await on.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['description', 'updates'])
      .where('action', 'like', '%-reply')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    const title = 'We look into it';
    expect(entries.toReversed()).toEqual([
      {
        description: `Saved the reply ${title}`,
        updates: { title: { old: null, new: title }, isShared: { old: null, new: false } },
      },
      {
        description: `Changed the saved reply ${title}`,
        updates: { isShared: { old: false, new: true } },
      },
      {
        description: `Deleted the saved reply ${title}`,
        updates: {},
      },
    ]);
  });
});
