import { saveBets } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApprovalsHub, idOf, startApprovalsHub } from '../../../test/support/approvals/approvals-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { buildOpenApi } from '../../infra/http/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let hub: ApprovalsHub;

beforeAll(async () => {
  hub = await startApprovalsHub();
}, 120_000);
afterAll(() => hub?.close());
beforeEach(() => hub.reset({ bets: true }));

const betsPath = () => `/integrations/${hub.alpina}/operators/RIFUGIO/game/game_0/bets`;
const list = () => hub.gaming.lists.get('RIFUGIO/game_0');
const requestBets = (bets = [10, 20, 100], token = hub.anna) =>
  hub.held('POST', betsPath(), { bets, readBets: [10, 20, 50] }, token);
const get = (path: string, token: string) => hub.call('GET', path, { token });
const act = (id: number, step: string, token: string) =>
  hub.call('POST', `/approvals/${id}/${step}`, { token });

describe('a change of a kind that is off', () => {
  it('is made at once, as before', async () => {
    await hub.reset();
    const reply = await hub.call('POST', betsPath(), { token: hub.anna, body: { bets: [10, 90] } });
    expect([reply.status, reply.body.bets, list()]).toEqual([200, [10, 90], [10, 90]]);
    expect((await get('/approvals', hub.anna)).body).toEqual({ rows: [], count: 0, waitingForMe: 0 });
  });
});

describe('a change of a kind that is on', () => {
  it('is held with what it would change, and applied exactly once another person approves it', async () => {
    const request = await requestBets();
    expect(request).toMatchObject({
      kind: 'bets',
      state: 'waiting',
      subject: `bets/${hub.alpina}/RIFUGIO/game_0`,
      path: `/bets?integration=${hub.alpina}&operator=RIFUGIO&game=game_0`,
      integration: { id: hub.alpina, name: 'Alpina' },
      requestedBy: { userId: idOf('anna'), username: 'anna' },
      requestedAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-27T12:00:00.000Z',
      isOwn: true,
      mayDecide: false,
      rows: [
        {
          what: { code: 'approvals.bets', values: {} },
          before: { cents: [10, 20, 50] },
          after: { cents: [10, 20, 100] },
        },
      ],
      outdated: null,
    });
    expect(renderMessage(request.title)).toBe('Bets of game 0 at Operator RIFUGIO, Alpina');
    expect([list(), hub.gaming.changes]).toEqual([[10, 20, 50], []]);
    expect((await get('/approvals', hub.bruno)).body).toMatchObject({ count: 1, waitingForMe: 1 });
    expect((await get('/approvals', hub.anna)).body).toMatchObject({ count: 1, waitingForMe: 0 });

    const reply = await hub.decide(request.id, hub.bruno, { decision: 'approve', reason: 'As agreed.' });
    expect([reply.status, reply.body.state, reply.body.decidedBy, reply.body.answer]).toEqual([
      200,
      'approved',
      'bruno',
      'As agreed.',
    ]);
    expect([list(), hub.gaming.changes]).toEqual([[10, 20, 100], [[10, 20, 100]]]);
    expect(await hub.entries()).toMatchObject([
      expect.anything(),
      {
        action: 'request',
        username: 'anna',
        description: 'Requested approval of a change: Bets of game 0 at Operator RIFUGIO, Alpina',
      },
      { action: 'update-bets', username: 'anna', type: 4 },
      {
        action: 'approve',
        username: 'bruno',
        description: 'Approved the change that anna requested: Bets of game 0 at Operator RIFUGIO, Alpina',
      },
    ]);
    expect(await hub.notices()).toEqual([
      { user_id: idOf('anna'), title: 'Approved: Bets of game 0 at Operator RIFUGIO, Alpina' },
      { user_id: idOf('bruno'), title: 'Waits for approval: Bets of game 0 at Operator RIFUGIO, Alpina' },
    ]);
  });

  it('is refused at once where it could not be made', async () => {
    const save = (body: object) => hub.call('POST', betsPath(), { token: hub.anna, body });
    expect((await save({ bets: [10, 25] })).status).toBe(422);
    expect((await save({ bets: [10, 90], readBets: [10] })).status).toBe(409);
    // Nothing to change is no change.
    expect((await save({ bets: [10, 20, 50] })).status).toBe(200);
    expect((await get('/approvals', hub.anna)).body.count).toBe(0);
  });

  it('waits alone: a second one of the same thing names who waits', async () => {
    await requestBets();
    const second = await hub.call('POST', betsPath(), { token: hub.bruno, body: { bets: [10] } });
    expect([second.status, second.body.message]).toEqual([
      409,
      'A change of this by anna waits for approval. Approve, refuse or withdraw it first.',
    ]);
  });

  it('is never approved or refused by whoever has requested it', async () => {
    const { id } = await requestBets();
    for (const body of [{ decision: 'approve' }, { decision: 'refuse', reason: 'No more.' }]) {
      const reply = await hub.decide(id, hub.anna, body);
      expect([reply.status, reply.body.message]).toEqual([
        409,
        'Someone else has to decide: you have requested this change.',
      ]);
    }
    expect([list(), (await get(`/approvals/${id}`, hub.anna)).body.state]).toEqual([[10, 20, 50], 'waiting']);
  });

  it('is applied once when two people approve it at the same time', async () => {
    const { id } = await requestBets();
    const replies = await Promise.all([hub.decide(id, hub.bruno), hub.decide(id, hub.bruno)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'bruno has approved this change in the meantime.',
    );
    expect(hub.gaming.changes).toEqual([[10, 20, 100]]);
  });

  it('is outdated when what it replaces has changed, says what differs, and is not applied', async () => {
    const { id } = await requestBets();
    hub.gaming.lists.set('RIFUGIO/game_0', [10, 20, 70]);
    // The list that the caller had read is another one now.
    const reply = await hub.decide(id, hub.bruno);
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'Nothing was applied: this change request is outdated. The bets have been changed in the meantime. Look at the new list and save again.',
    ]);
    const byHand = await hub.held('POST', betsPath(), { bets: [10] }, hub.anna);
    hub.gaming.lists.set('RIFUGIO/game_0', [10, 20, 80]);
    expect((await hub.decide(byHand.id, hub.bruno)).status).toBe(409);
    expect((await get(`/approvals/${byHand.id}`, hub.anna)).body).toMatchObject({
      state: 'outdated',
      outdated: {
        reason: null,
        rows: [
          {
            what: { code: 'approvals.bets' },
            requested: { cents: [10, 20, 70] },
            found: { cents: [10, 20, 80] },
          },
        ],
      },
    });
    expect([list(), hub.gaming.changes]).toEqual([[10, 20, 80], []]);
    expect((await hub.notices()).filter(({ user_id }) => user_id === idOf('anna'))).toHaveLength(2);
  });

  it('waits on while the platform does not respond, and is applied when it does', async () => {
    const { id } = await requestBets();
    hub.gaming.isDown = true;
    expect((await hub.decide(id, hub.bruno)).status).toBe(502);
    hub.gaming.isDown = false;
    expect((await get(`/approvals/${id}`, hub.bruno)).body.state).toBe('waiting');
    expect((await hub.decide(id, hub.bruno)).status).toBe(200);
    expect(list()).toEqual([10, 20, 100]);
  });

  it('expires, and then makes way for the next', async () => {
    const { id } = await requestBets();
    const seen = hub.clock.now();
    hub.clock.advance(7 * 86_400_000);
    try {
      expect((await get('/approvals?state=waiting', hub.bruno)).body).toMatchObject({
        count: 0,
        waitingForMe: 0,
      });
      expect((await get('/approvals?state=expired', hub.bruno)).body.rows).toMatchObject([
        { id, state: 'expired', mayDecide: false },
      ]);
      const late = await hub.decide(id, hub.bruno);
      expect([late.status, late.body.message]).toEqual([409, 'This change request has expired.']);
      const next = await requestBets([10, 70]);
      expect(next.id).not.toBe(id);
      expect((await get(`/approvals/${id}`, hub.anna)).body).toMatchObject({
        state: 'expired',
        decidedBy: null,
      });
      expect((await hub.notices()).map(({ title }) => title)).toContain(
        'Expired: Bets of game 0 at Operator RIFUGIO, Alpina',
      );
      expect(list()).toEqual([10, 20, 50]);
    } finally {
      hub.clock.advance(seen.getTime() - hub.clock.now().getTime());
    }
  });

  it('is withdrawn and explained by whoever has requested it, and by no one else', async () => {
    const { id } = await requestBets();
    const reason = { reason: 'New contract.' };
    const explain = (token: string, body: object = reason) =>
      hub.call('PUT', `/approvals/${id}/reason`, { token, body });
    expect((await explain(hub.bruno)).status).toBe(403);
    expect((await explain(hub.anna, { reason: ' ' })).status).toBe(422);
    expect((await explain(hub.anna)).body.reason).toBe('New contract.');
    expect((await act(id, 'withdraw', hub.bruno)).body.message).toBe(
      'Only anna, who has requested this change, can do this.',
    );
    expect((await act(id, 'withdraw', hub.anna)).body.state).toBe('withdrawn');
    for (const reply of [
      await act(id, 'withdraw', hub.anna),
      await hub.decide(id, hub.bruno),
      await explain(hub.anna),
    ])
      expect([reply.status, reply.body.message]).toEqual([
        409,
        'anna has withdrawn this change in the meantime.',
      ]);
    expect(list()).toEqual([10, 20, 50]);
  });

  it('is refused with a reason, which whoever has requested it reads', async () => {
    const { id } = await requestBets();
    expect((await hub.decide(id, hub.bruno, { decision: 'refuse' })).body.fields).toEqual({
      reason: 'Say why, in a few words: the other person reads it.',
    });
    const reply = await hub.decide(id, hub.bruno, { decision: 'refuse', reason: 'Too high.' });
    expect(reply.body).toMatchObject({ state: 'refused', answer: 'Too high.', decidedBy: 'bruno' });
    const again = await hub.decide(id, hub.bruno);
    expect(again.body.message).toBe('bruno has refused this change in the meantime: Too high.');
    expect(list()).toEqual([10, 20, 50]);
  });
});

describe('what waits of one thing', () => {
  const pending = async (subject: string, token: string) => {
    const reply = await get(`/approvals/pending?subject=${encodeURIComponent(subject)}`, token);
    return reply.status === 200 ? reply.body.rows : reply.status;
  };
  const idsOf = async (subject: string, token: string) =>
    (await pending(subject, token)).map(({ id }: { id: number }) => id);

  it('is known to whoever looks at it, with who has requested it', async () => {
    const { id } = await requestBets();
    const subject = `bets/${hub.alpina}/RIFUGIO/game_0`;
    const row = {
      id,
      kind: 'bets',
      title: {
        code: 'approvals.betsOf',
        values: { game: 'game 0', operator: 'Operator RIFUGIO', integration: 'Alpina' },
      },
      subject,
      requestedAt: '2026-11-20T12:00:00.000Z',
      requestedBy: { userId: idOf('anna'), username: 'anna' },
      isOwn: true,
      mayOpen: true,
    };
    expect(await pending(subject, hub.anna)).toEqual([row]);
    expect(await pending(subject, hub.bruno)).toEqual([{ ...row, isOwn: false }]);
    // A manager sees that it waits, and cannot open it.
    expect(await pending(subject, hub.dario)).toEqual([{ ...row, isOwn: false, mayOpen: false }]);
    for (const above of [`bets/${hub.alpina}/RIFUGIO`, `bets/${hub.alpina}`, 'bets'])
      expect(await idsOf(above, hub.bruno), above).toEqual([id]);
    for (const other of [`bets/${hub.alpina}/RIF`, `${subject}/x`, `bets/${hub.baltica}`, 'bets/%'])
      expect(await idsOf(other, hub.bruno), other).toEqual([]);

    await act(id, 'withdraw', hub.anna);
    expect(await pending(subject, hub.bruno)).toEqual([]);
  });

  it('is gone once it has expired, also before that is written down', async () => {
    await requestBets();
    hub.clock.advance(7 * 86_400_000);
    try {
      expect(await pending('bets', hub.bruno)).toEqual([]);
    } finally {
      hub.clock.advance(-7 * 86_400_000);
    }
  });

  it('is known to an integration where it concerns rights of its own people, and no other', async () => {
    await hub.reset({ bets: true, roles: true });
    await requestBets();
    const change = { clientRolesToAdd: ['integration_manager'], clientRolesToRemove: ['integration_guest'] };
    const { id } = await hub.held('PUT', `/user/kc/${idOf('gina')}`, change, hub.anna);
    const subject = `user/${idOf('gina')}`;
    expect(await pending(subject, hub.carla)).toMatchObject([{ id, isOwn: false, mayOpen: false }]);
    expect(await pending('bets', hub.carla)).toEqual([]);
    const stranger = await tokenFor('integration_admin', {
      userId: idOf('gina'),
      integration: 'Baltica',
      now: hub.clock.now(),
    });
    expect(await pending(subject, stranger)).toEqual([]);
  });

  it('needs a subject and a token with the right', async () => {
    expect((await get('/approvals/pending', hub.bruno)).status).toBe(422);
    expect((await get('/approvals/pending?subject=', hub.bruno)).status).toBe(422);
    expect((await hub.call('GET', '/approvals/pending?subject=bets')).status).toBe(401);
    const guest = await tokenFor('integration_guest', { integration: 'Alpina', now: hub.clock.now() });
    expect(await pending('bets', guest)).toBe(403);
  });
});

describe('the calls', () => {
  it('know no token, no wrong role and no request of someone else', async () => {
    const { id } = await requestBets();
    for (const path of ['/approvals', '/approvals/settings', `/approvals/${id}`])
      expect((await hub.call('GET', path)).status, path).toBe(401);
    for (const other of [hub.carla, hub.dario]) {
      expect((await get('/approvals', other)).body).toEqual({ rows: [], count: 0, waitingForMe: 0 });
      expect((await get(`/approvals/${id}`, other)).status).toBe(404);
      expect((await act(id, 'withdraw', other)).status).toBe(404);
      expect((await hub.decide(id, other)).status).toBe(403);
      expect((await get('/approvals/settings', other)).status).toBe(403);
    }
    expect((await get('/approvals/60000', hub.bruno)).status).toBe(404);
    expect((await get('/approvals?state=open', hub.bruno)).status).toBe(422);
    expect((await hub.decide(id, hub.bruno, { decision: 'maybe' })).status).toBe(422);
  });

  it('name the 202 in the description of the API', () => {
    const { paths } = buildOpenApi([saveBets]) as { paths: Record<string, { post: { responses: never } }> };
    const [operation] = Object.values(paths);
    const responses: Record<number, { content: Record<string, { schema: object }> }> =
      operation?.post.responses ?? {};
    expect(responses[202]?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/HeldChange',
    });
  });
});
