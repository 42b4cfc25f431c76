import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const stuck = {
  type: 'stuckSession',
  since: '2026-05-04T09:30:00.000Z',
  playerSees: 'The reels stand still.',
};
const bug = {
  type: 'reportBug',
  screen: 'Reports',
  address: '/reports?from=2026-05-01',
  expected: '10 sessions',
  found: '9 sessions',
};
const asset = { type: 'asset', asset: 'banner', format: 'PNG, 1920 × 600' };
const certificate = { type: 'certificate', jurisdiction: 'MT', language: 'en' };
const refusedFields = async (body: object, token?: string) => {
  const { status, body: reply } = await on.create(body, token);
  return [status, Object.keys(reply.fields ?? {})];
};

describe('the case of a ticket', () => {
  it('has the facts of its type, which both sides read, and needs no description', async () => {
    const sessionId = on.sessions.alpina;
    const win = { type: 'bigWin', amount: 12_500.75, question: 'Is it due at once?' };
    const cases: [object, object][] = [
      [{ case: stuck, sessionId }, stuck],
      [{ case: win, sessionId }, win],
      [{ case: bug }, bug],
      [{ case: asset, gameId: on.games.own }, asset],
      [{ case: certificate, gameId: on.games.own }, certificate],
    ];
    for (const [body, expected] of cases) {
      const made = await on.create({ ...body, description: '' });
      expect([made.status, made.body.case, made.body.description]).toEqual([200, expected, '']);
      for (const token of [on.tokens.admin, on.tokens.alan]) {
        expect((await on.hub.get(`/tickets/${made.body.id}`, token)).body.case).toEqual(expected);
      }
      expect((await on.hub.get(`/tickets/${made.body.id}`, on.tokens.boris)).status).toBe(404);
    }
  });

  it('is general where a call says nothing of it, with a description as ever', async () => {
    expect((await on.create()).body.case).toEqual({ type: 'general' });
    expect(await refusedFields({ description: '' })).toEqual([422, ['description']]);
    expect(await refusedFields({ description: undefined })).toEqual([422, ['description']]);
    expect(await refusedFields({ case: { type: 'general' }, description: '<p> </p>' })).toEqual([
      422,
      ['description'],
    ]);
  });

  it('needs the session or the game of its type, that the caller sees', async () => {
    expect(await refusedFields({ case: stuck })).toEqual([422, ['sessionId']]);
    expect(await refusedFields({ case: asset })).toEqual([422, ['gameId']]);
    expect(await refusedFields({ case: certificate }, on.tokens.admin)).toEqual([422, ['gameId']]);
    expect((await on.create({ case: stuck, sessionId: on.sessions.baltica })).status).toBe(404);
    expect(await refusedFields({ case: asset, gameId: on.games.foreign })).toEqual([422, ['gameId']]);
  });

  it.each([
    [{ type: 'stuckSession', since: stuck.since }, ['case.playerSees']],
    [{ ...stuck, since: '2026-05-04' }, ['case.since']],
    [{ ...stuck, playerSees: ' ' }, ['case.playerSees']],
    [{ type: 'bigWin', amount: 0, question: 'Why?' }, ['case.amount']],
    [{ type: 'bigWin', amount: 1.005, question: 'Why?' }, ['case.amount']],
    [{ ...bug, address: 'javascript:alert(1)' }, ['case.address']],
    [{ ...bug, address: '//evil.example' }, ['case.address']],
    [{ ...bug, found: 'x'.repeat(2_001) }, ['case.found']],
    [{ ...asset, asset: 'song' }, ['case.asset']],
    [{ ...certificate, jurisdiction: 'any' }, ['case.jurisdiction']],
    [{ ...certificate, language: 'xx' }, ['case.language']],
    [{ type: 'other' }, ['case.type']],
    [{ ...asset, since: stuck.since }, ['case.since']],
  ])('refuses %o', async (wrong, fields) => {
    const body = { case: wrong, sessionId: on.sessions.alpina };
    expect(await refusedFields(body)).toEqual([422, fields]);
  });

  it('is a filter of the list, beside the others', async () => {
    const { id } = (await on.create({ case: bug })).body;
    await on.create({ case: asset, gameId: on.games.own });
    await on.create();
    const idsOf = async (query: string, token = on.tokens.admin) =>
      (await on.hub.get(`/tickets?${query}`, token)).body.map((ticket: { id: number }) => ticket.id);
    expect(await idsOf('type=reportBug')).toEqual([id]);
    expect(await idsOf('type=reportBug&status=closed')).toEqual([]);
    expect(await idsOf('type=reportBug', on.tokens.boris)).toEqual([]);
    expect(await idsOf('type=general')).toHaveLength(1);
    expect((await on.hub.get('/tickets?type=other', on.tokens.admin)).status).toBe(422);
  });

  it('is named in the mail of a new ticket, in the language of who gets it', async () => {
    await on.create({ case: stuck, sessionId: on.sessions.alpina });
    const [english, italian] = await on.mailed();
    expect(english?.text).toContain('anna opened a ticket at Alpina: stuck session.');
    expect(italian?.text).toContain('anna ha aperto un ticket per Alpina: sessione bloccata.');
    await on.forget();
    await on.create({ case: certificate, gameId: on.games.own }, on.tokens.second);
    expect((await on.mailed())[0]?.text).toContain('second opened a ticket: certificate.');
  });
});
