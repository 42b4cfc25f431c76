import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/harness.ts';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const list = async (query = '', token = on.tokens.admin) => {
  const { status, body } = await on.hub.get(`/tickets${query}`, token);
  return status === 200 ? body.map(({ title }: { title: string }) => title) : status;
};
const get = (id: number, token = on.tokens.admin) => on.hub.get(`/tickets/${id}`, token);
const restore = (id: number, token = on.tokens.admin) =>
  on.hub.call('POST', `/tickets/${id}/restore`, { token });
const remove = (id: number, token = on.tokens.admin) => on.hub.call('DELETE', `/tickets/${id}`, { token });

/** Every call there is, for a ticket. */
const calls = (id: number): [string, string, object?][] => [
  ['GET', '/tickets'],
  ['GET', `/tickets/${id}`],
  ['POST', '/tickets', { title: 'T', description: 'D' }],
  ['DELETE', `/tickets/${id}`],
  ['POST', `/tickets/${id}/restore`],
  ['POST', '/answers', { ticketId: id, status: 'ongoing', description: 'D' }],
];

describe('POST /tickets', () => {
  it('[API-070][ENT-16][OPEN-60] takes reporter and integration from the token, whatever is sent', async () => {
    const { status, body } = await on.create({
      title: '  Reels stand still ',
      reporterId: 'boris',
      integrationId: on.baltica,
      gameId: on.games.own,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'Reels stand still',
      description: '<p>After a free spin.</p>',
      status: 'open',
      case: { type: 'general' },
      createdAt: '2026-05-04T10:00:00.000Z',
      updatedAt: '2026-05-04T10:00:00.000Z',
      integration: { id: on.alpina, name: 'Alpina' },
      game: { id: on.games.own, name: 'sugar cascade', sub_name: 'Deluxe' },
      session: null,
      sessionId: null,
      operatorId: null,
      reporter: { id: 'anna', username: 'anna' },
      reporterSide: 'integration',
      answers: [],
      ticket_media: [],
      deletion: null,
      assignee: null,
      turn: { side: 'provider', since: '2026-05-04T10:00:00.000Z' },
      answerDue: null,
      rating: null,
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it('[TICK-17][OPEN-52] takes integration, game and operator of a session', async () => {
    const wrong = { integrationId: on.baltica, gameId: on.games.foreign };
    for (const token of [on.tokens.anna, on.tokens.admin]) {
      const { body } = await on.create({ sessionId: on.sessions.alpina, ...wrong }, token);
      expect(body).toMatchObject({
        integration: { id: on.alpina },
        game: { id: on.games.own },
        session: { id: on.sessions.alpina, aamsTicketId: 'NA-1' },
        sessionId: on.sessions.alpina,
        operatorId: on.operator,
      });
    }
    expect((await on.create({ sessionId: on.sessions.goneGame })).body).toMatchObject({
      integration: { id: on.alpina },
      game: null,
    });
    expect((await on.create({ sessionId: on.sessions.baltica })).status).toBe(404);
    expect((await on.create({ sessionId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
  });

  it('[TICK-16][TICK-18] lets the provider choose an integration, and takes its finished games only', async () => {
    const chosen = await on.create({ integrationId: on.baltica, gameId: on.games.foreign }, on.tokens.admin);
    expect(chosen.body).toMatchObject({ integration: { name: 'Baltica' }, game: { name: 'far away' } });
    const free = await on.create({}, on.tokens.admin);
    expect(free.body).toMatchObject({ integration: null, game: null });
    expect((await on.create({ integrationId: 60_000 }, on.tokens.admin)).status).toBe(404);
    const refused: [object, string][] = [
      [{ integrationId: on.alpina, gameId: on.games.foreign }, on.tokens.admin],
      [{ integrationId: on.alpina, gameId: on.games.dev }, on.tokens.admin],
      [{ gameId: on.games.dev }, on.tokens.admin],
      [{ gameId: 60_000 }, on.tokens.admin],
      [{ gameId: on.games.foreign }, on.tokens.anna],
      [{ gameId: on.games.dev }, on.tokens.anna],
    ];
    for (const [body, token] of refused) {
      const reply = await on.create(body, token);
      expect([reply.status, Object.keys(reply.body.fields)], JSON.stringify(body)).toEqual([422, ['gameId']]);
    }
    expect(await list()).toHaveLength(2);
  });

  it('[ERR-066][ERR-067] says beside each field what is missing, and keeps nothing', async () => {
    const cases: [object, string, string][] = [
      [{ title: ' ' }, 'title', 'Please enter a title.'],
      [{ title: undefined }, 'title', 'Please enter a title.'],
      [{ description: '' }, 'description', 'Please enter a description.'],
      [{ description: '<p> &nbsp; </p>' }, 'description', 'Please enter a description.'],
      [{ description: '<script>alert(1)</script>' }, 'description', 'Please enter a description.'],
    ];
    for (const [body, field, text] of cases) {
      const reply = await on.create(body);
      expect([reply.status, reply.body.fields?.[field], reply.body.message], field).toEqual([
        422,
        text,
        text,
      ]);
    }
    for (const body of [{ title: 'T'.repeat(201) }, { owner: 1 }, { sessionId: 'x' }, { gameId: '1' }]) {
      expect((await on.create(body)).status, JSON.stringify(body)).toBe(422);
    }
    expect(await list()).toEqual([]);
    expect(await on.noticed()).toEqual([]);
  });

  it('[OPEN-60] keeps of the text what cannot run', async () => {
    const description =
      '<p onclick="x()">See <a href="javascript:x()">this</a></p><script>x()</script><img src=x onerror=x()>';
    const { body } = await on.create({ description });
    expect(body.description).toBe('<p>See <a>this</a></p>');
    const answered = await on.answer(body.id, { description });
    expect(answered.body.description).toBe('<p>See <a>this</a></p>');
  });

  it('[OPEN-54] tells the provider’s administrators with a link, and no one else', async () => {
    const { body } = await on.create({ title: 'Réels & <b>stand</b>\n still' });
    expect(await on.noticed()).toEqual([
      { user: 'admin', title: `New ticket #${body.id}: ${body.title}`, severity: 1 },
      { user: 'second', title: `Nuovo ticket #${body.id}: ${body.title}`, severity: 1 },
    ]);
    const mails = await on.mailed();
    expect(mails.map(({ to }) => to)).toEqual(['admin@example.com', 'second@example.com']);
    expect(mails[0]?.text).toContain(`https://localhost/ticket/${body.id}`);
    expect(mails[0]?.text).toContain('anna reported a problem at Alpina.');
    expect(mails[1]?.text).toContain('anna ha segnalato un problema presso Alpina.');
    expect(on.heard()).toEqual([{ providers: true, integration: on.alpina }]);
  });

  it('[OPEN-54] by the provider tells its other administrators and those of the integration', async () => {
    await on.create({ integrationId: on.alpina }, on.tokens.admin);
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['alan', 'anna', 'second']);
    await on.forget();
    await on.create({}, on.tokens.admin);
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['second']);
    expect(on.heard()).toEqual([{ providers: true }]);
  });
});

describe('GET /tickets', () => {
  it('[API-068][API-069][TICK-01][OPEN-52] answers the newest first, by status, integration, game and operator', async () => {
    await on.create({ title: 'first', sessionId: on.sessions.alpina });
    on.clock.advance(1_000);
    const second = (await on.create({ title: 'second', gameId: on.games.own })).body;
    on.clock.advance(1_000);
    await on.create({ title: 'third' }, on.tokens.boris);
    await on.answer(second.id);
    expect(await list()).toEqual(['third', 'second', 'first']);
    expect(await list('?status=open')).toEqual(['third', 'first']);
    expect(await list('?status=ongoing')).toEqual(['second']);
    expect(await list('?status=closed')).toEqual([]);
    expect(await list(`?integrationId=${on.alpina}`)).toEqual(['second', 'first']);
    expect(await list(`?gameId=${on.games.own}&status=open`)).toEqual(['first']);
    expect(await list(`?operatorId=${on.operator}`)).toEqual(['first']);
    expect(await list(`?sessionId=${on.sessions.alpina}`)).toEqual(['first']);
    expect(await list(`?sessionId=${on.sessions.alpina}`, on.tokens.boris)).toEqual([]);
    for (const bad of ['?status=lost', '?integrationId=x', '?sessionId=x', '?page=1'])
      expect(await list(bad)).toBe(422);
  });

  it('[OPEN-02][TICK-02] shows an integration its own alone, whatever is asked', async () => {
    const own = (await on.create({ title: 'own', sessionId: on.sessions.alpina })).body;
    const foreign = (await on.create({ title: 'foreign' }, on.tokens.boris)).body;
    const ours = (await on.create({ title: 'of no one' }, on.tokens.admin)).body;
    expect(await list('', on.tokens.alan)).toEqual(['own']);
    expect(await list(`?integrationId=${on.baltica}`, on.tokens.alan)).toEqual([]);
    expect((await get(own.id, on.tokens.alan)).status).toBe(200);
    for (const id of [foreign.id, ours.id, 60_000]) {
      expect((await get(id, on.tokens.alan)).status).toBe(404);
      expect((await remove(id, on.tokens.alan)).status).toBe(404);
      await remove(id);
      expect((await restore(id, on.tokens.alan)).status).toBe(404);
      expect((await get(id, on.tokens.alan)).status).toBe(404);
      expect(await list('?deleted=true', on.tokens.alan)).toEqual([]);
      await restore(id);
      expect((await on.answer(id, {}, on.tokens.alan)).status).toBe(404);
      expect((await on.attach(id, {}, on.tokens.alan)).status).toBe(404);
    }
    const strangers = await on.token('integration_admin', { integration: 'No one' });
    expect(await list('', strangers)).toEqual([]);
    expect((await on.create({}, strangers)).status).toBe(404);
    expect(await list()).toHaveLength(3);
  });

  it('[TICK-04][ENT-17] names no person who is gone', async () => {
    const { body } = await on.create();
    await on.answer(body.id);
    await on.hub.stores.postgres.pool.query(
      "UPDATE users SET enabled = false WHERE subject IN ('anna', 'admin')",
    );
    try {
      const gone = (await get(body.id, on.tokens.second)).body;
      expect([gone.reporter, gone.answers[0].responder]).toEqual([null, null]);
    } finally {
      await on.hub.stores.postgres.pool.query('UPDATE users SET enabled = true');
    }
    const back = (await get(body.id, on.tokens.second)).body;
    expect(back.reporter).toEqual({ id: 'anna', username: 'anna' });
    expect(back.answers[0].responder).toEqual({ id: 'admin', username: 'admin', role: 'ludus_admin' });
  });
});

describe('who may', () => {
  it('[ROLE-07] use tickets: administrators of the provider and of integrations, and no one else', async () => {
    const { body } = await on.create();
    for (const [method, path, sent] of calls(body.id)) {
      const options = sent === undefined ? {} : { body: sent };
      expect((await on.hub.call(method, path, options)).status, `${method} ${path}`).toBe(401);
      for (const role of ['ludus_manager', 'integration_manager', 'integration_guest'] as const) {
        const reply = await on.hub.call(method, path, { ...options, token: await on.token(role) });
        expect(reply.status, `${role} ${method} ${path}`).toBe(403);
      }
    }
    expect((await on.attach(body.id, {}, null)).status).toBe(401);
    expect((await on.attach(body.id, {}, await on.token('ludus_manager'))).status).toBe(403);
    expect(await list()).toHaveLength(1);
  });
});

describe('POST /answers', () => {
  it('[API-073][ENT-17][TICK-11][OPEN-59] makes the ticket ongoing, then closed, and says who answered', async () => {
    const { id } = (await on.create()).body;
    on.clock.advance(60_000);
    const first = await on.answer(id, { responderId: 'boris' });
    expect(first.body).toEqual({
      id: expect.any(Number),
      description: '<p>We look into it.</p>',
      status: 'ongoing',
      createdAt: '2026-05-04T10:01:00.000Z',
      responder: { id: 'admin', username: 'admin', role: 'ludus_admin' },
      ticket_media: [],
      waitsFor: null,
    });
    const ongoing = (await get(id, on.tokens.anna)).body;
    expect([ongoing.status, ongoing.updatedAt]).toEqual(['ongoing', '2026-05-04T10:01:00.000Z']);
    await on.answer(id, { status: 'closed', description: 'Solved' }, on.tokens.anna);
    const closed = (await get(id)).body;
    expect(closed.status).toBe('closed');
    expect(closed.answers.map(({ status }: { status: string }) => status)).toEqual(['ongoing', 'closed']);
    expect(on.heard()).toHaveLength(3);
  });

  it('[OPEN-59][TICK-12][TICK-13] closed is final: no answer, no file, no deletion', async () => {
    const { id } = (await on.create()).body;
    await on.answer(id, { status: 'closed' });
    for (const token of [on.tokens.admin, on.tokens.anna]) {
      expect((await on.answer(id, {}, token)).status).toBe(409);
      expect((await on.answer(id, { status: 'closed' }, token)).status).toBe(409);
      expect((await on.attach(id, {}, token)).status).toBe(409);
      expect((await remove(id, token)).status).toBe(409);
    }
    expect((await get(id)).body).toMatchObject({ status: 'closed', answers: [{ status: 'closed' }] });
  });

  it('[OPEN-59] of several that would close it at once, takes one', async () => {
    const { id } = (await on.create()).body;
    const closing = (token: string) => on.answer(id, { status: 'closed' }, token);
    const { admin, second, anna, alan } = on.tokens;
    const replies = await Promise.all([admin, second, anna, alan].map(closing));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await get(id)).body.answers).toHaveLength(1);
  });

  it('[OPEN-59] at the moment of a deletion leaves either a closed ticket or a deleted one without the answer', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = (await on.create()).body;
      const [answered, removed] = await Promise.all([
        on.answer(id, { status: 'closed' }),
        remove(id, on.tokens.anna),
      ]);
      const { status, deletion, answers } = (await get(id)).body;
      expect([
        [200, 409, 'closed', null, 1],
        [404, 200, 'open', 'anna', 0],
      ]).toContainEqual([
        answered.status,
        removed.status,
        status,
        deletion?.by.username ?? null,
        answers.length,
      ]);
    }
  });

  it('[ERR-067] needs words, a status and a ticket', async () => {
    const { id } = (await on.create()).body;
    const empty = await on.answer(id, { description: '<p><br></p>' });
    expect([empty.status, empty.body.fields.description]).toEqual([422, 'Please enter a description.']);
    expect((await on.answer(id, { status: 'open' })).status).toBe(422);
    expect((await on.answer(id, { extra: 1 })).status).toBe(422);
    expect((await on.answer(60_000)).status).toBe(404);
    expect((await get(id)).body).toMatchObject({ status: 'open', answers: [] });
  });

  it('[OPEN-54] tells the other side, in the language of each, and never the author', async () => {
    const { id, title } = (await on.create()).body;
    await asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
    await on.answer(id);
    expect(await on.noticed()).toEqual([
      { user: 'alan', title: `New answer #${id}: ${title}`, severity: 1 },
      { user: 'anna', title: `Nuova risposta #${id}: ${title}`, severity: 1 },
    ]);
    expect((await on.mailed()).map(({ to }) => to)).toEqual(['alan@example.com', 'anna@example.com']);
    await asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
    await on.answer(id, { status: 'closed' }, on.tokens.alan);
    expect((await on.noticed()).map(({ user, title: text }) => [user, text.split(' #')[0]])).toEqual([
      ['admin', 'Ticket closed'],
      ['second', 'Ticket chiuso'],
    ]);
  });

  it('[OPEN-54] of a colleague reaches the administrator of the provider who reported the ticket', async () => {
    const { id } = (await on.create({ integrationId: on.baltica }, on.tokens.second)).body;
    await asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
    await on.answer(id, {}, on.tokens.admin);
    expect((await on.noticed()).map(({ user }) => user)).toEqual(['boris', 'second']);
  });
});

describe('DELETE /tickets/:id', () => {
  it('[API-071][TICK-14][OPEN-59] takes a ticket out of the lists of both sides, and keeps it with its answers', async () => {
    for (const [by, token] of [
      ['admin', on.tokens.admin],
      ['alan', on.tokens.alan],
    ] as const) {
      await on.forget();
      const { id } = (await on.create({ title: 'mistake' })).body;
      await on.answer(id);
      on.clock.advance(60_000);
      const gone = await remove(id, token);
      expect([gone.status, gone.body]).toEqual([200, null]);
      for (const reader of [on.tokens.admin, on.tokens.anna]) {
        expect(await list('', reader)).toEqual([]);
        expect(await list('?status=ongoing', reader)).toEqual([]);
        expect(await list('?deleted=true', reader)).toEqual(['mistake']);
        expect((await get(id, reader)).body).toMatchObject({
          status: 'ongoing',
          answers: [{ description: '<p>We look into it.</p>' }],
          deletion: { at: '2026-05-04T10:01:00.000Z', by: { id: by, username: by } },
        });
      }
      expect(await list('?deleted=true', on.tokens.boris)).toEqual([]);
      expect(await list('?deleted=false')).toBe(422);
      expect(on.heard().at(-1)).toEqual({ providers: true, integration: on.alpina });
    }
  });

  it('leaves nothing that could be answered, extended or deleted again', async () => {
    const { id } = (await on.create()).body;
    await remove(id);
    expect((await on.answer(id)).body).toMatchObject({
      message: 'Ticket not found',
      detail: { code: 'refusals.ticketNotFound', values: {} },
    });
    expect((await on.attach(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).body).toMatchObject({ answers: [], ticket_media: [], deletion: {} });
  });

  it('[OPEN-54] tells the administrators of both sides, in the language of each, and never who did it', async () => {
    const { id, title } = (await on.create()).body;
    await asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
    await remove(id, on.tokens.alan);
    expect(await on.noticed()).toEqual([
      { user: 'admin', title: `Ticket deleted #${id}: ${title}`, severity: 1 },
      { user: 'anna', title: `Ticket eliminato #${id}: ${title}`, severity: 1 },
      { user: 'second', title: `Ticket eliminato #${id}: ${title}`, severity: 1 },
    ]);
    const [mail] = await on.mailed();
    expect(mail?.text).toContain('alan deleted the ticket. It can be restored.');
    expect(mail?.text).toContain(`https://localhost/ticket/${id}`);
    await asOwner(on.hub.stores.postgres, 'TRUNCATE notifications, jobs CASCADE');
    await restore(id, on.tokens.admin);
    expect((await on.noticed()).map(({ user, title: text }) => [user, text.split(' #')[0]])).toEqual([
      ['alan', 'Ticket restored'],
      ['anna', 'Ticket ripristinato'],
      ['second', 'Ticket ripristinato'],
    ]);
  });
});

describe('POST /tickets/:id/restore', () => {
  it('brings a deleted ticket back as it was, for an administrator of either side', async () => {
    for (const token of [on.tokens.admin, on.tokens.alan]) {
      await on.forget();
      const { id } = (await on.create({ title: 'back' })).body;
      await on.answer(id);
      const before = (await get(id, token)).body;
      await remove(id, on.tokens.second);
      const { status, body } = await restore(id, token);
      expect([status, body]).toEqual([200, before]);
      expect(await list()).toEqual(['back']);
      expect(await list('?deleted=true')).toEqual([]);
      expect((await on.answer(id)).status).toBe(200);
      expect(on.heard().at(-1)).toEqual({ providers: true, integration: on.alpina });
    }
  });

  it('refuses a ticket that is not deleted, and one that there is not', async () => {
    const { id } = (await on.create()).body;
    const refused = await restore(id);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        message: 'This ticket is not deleted.',
        detail: { code: 'refusals.ticketNotDeleted', values: {} },
      }),
    ]);
    expect((await restore(60_000)).status).toBe(404);
  });

  it('is done once when several ask at once', async () => {
    const { id } = (await on.create()).body;
    await remove(id);
    const { admin, second, anna } = on.tokens;
    const replies = await Promise.all([admin, second, anna].map((token) => restore(id, token)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});
