import type { ChangedSession, SessionRow } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import { startPlayedHub, type Who } from '../../../test/support/sessions/played-hub.ts';
import { formatChangesCursor } from './sessions.changes.ts';

let world: FetchHub;
let tokens: Record<Who, string>;

const get = (query: string, who: Who = 'admin') =>
  world.hub.get(`/bookkeeping/sessions/changes${query}`, tokens[who]);
const allOf = async (query: string, who: Who = 'admin') =>
  (await world.hub.get(`/bookkeeping/sessions/range?from=2026-11-20&to=2026-11-20${query}`, tokens[who])).body
    .rows as SessionRow[];
const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
/** As lists show them, but for the pictures of the games. */
const withoutPictures = (rows: readonly SessionRow[]) =>
  byId(rows).map(({ game: { game_media: _pictures, ...game }, ...row }) => ({ ...row, game }));

beforeAll(async () => {
  ({ world, tokens } = await startPlayedHub());
});
afterAll(() => world?.close());

describe('GET /bookkeeping/sessions/changes', () => {
  it('returns every session of an integration in pages, as lists show them without the pictures of games, and then a cursor to come back with', async () => {
    const { alpina } = world.ids;
    const rows: ChangedSession[] = [];
    let cursor = '';
    for (let hasMore = true; hasMore; ) {
      const { status, body } = await get(`?integrationId=${alpina}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status, JSON.stringify(body)).toBe(200);
      rows.push(...body.rows);
      ({ cursor, hasMore } = body);
    }
    expect(rows.length).toBeGreaterThan(2);
    expect(byId(rows)).toEqual(withoutPictures(await allOf(`&integrationId=${alpina}`)));
    expect((await get(`?integrationId=${alpina}&cursor=${cursor}`)).body).toEqual({
      rows: [],
      cursor,
      hasMore: false,
    });
  });

  it('is of the own integration for its people, without due where they may not see it', async () => {
    const rows = (await get('', 'alpinaManager')).body.rows as ChangedSession[];
    expect(byId(rows)).toEqual(withoutPictures(await allOf('', 'alpinaManager')));
    expect(rows.every((row) => row.due === undefined)).toBe(true);
    expect((await get(`?integrationId=${world.ids.baltica}`, 'alpinaManager')).status).toBe(404);
  });

  it('begins at a day or an instant, which the cursor keeps', async () => {
    const { alpina } = world.ids;
    const all = (await get(`?integrationId=${alpina}`)).body.rows as ChangedSession[];
    const none = (await get(`?integrationId=${alpina}&from=2026-11-21`)).body;
    expect(none).toMatchObject({ rows: [], hasMore: false });
    // Midnight in Rome.
    const kept = JSON.parse(Buffer.from(none.cursor, 'base64url').toString());
    expect(kept.at(-1)).toBe(Date.parse('2026-11-20T23:00:00Z'));
    expect((await get(`?integrationId=${alpina}&cursor=${none.cursor}`)).body.cursor).toBe(none.cursor);
    expect((await get(`?integrationId=${alpina}&from=2026-11-20`)).body.rows).toHaveLength(all.length);
    const both = await get(`?integrationId=${alpina}&from=2026-11-20&cursor=${none.cursor}`);
    expect([both.status, both.body.fields]).toEqual([
      422,
      { from: 'Send it without a cursor: the cursor keeps the day.' },
    ]);
    expect((await get(`?integrationId=${alpina}&from=yesterday`)).status).toBe(422);
  });

  it('asks staff of the provider for an integration that there is', async () => {
    const { status, body } = await get('');
    expect([status, body.fields]).toEqual([
      422,
      { integrationId: 'Name the integration whose sessions you read.' },
    ]);
    expect((await get('?integrationId=60000')).status).toBe(404);
  });

  it('refuses cursors of other integrations, of no one, and beyond the store', async () => {
    const { alpina, baltica } = world.ids;
    const id = '00000000-0000-0000-0000-000000000000';
    const foreign = formatChangesCursor(baltica, { write: 0, id });
    const statusOf = async (cursor: string) =>
      (await get(`?integrationId=${alpina}&cursor=${cursor}`)).status;
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of [foreign, 'x', text({}), text([1, alpina, -1, id]), text([1, alpina, 1, `${id}'`])])
      expect(await statusOf(cursor), cursor).toBe(422);
    expect(await statusOf(formatChangesCursor(alpina, { write: 1e12, id }))).toBe(409);
    expect((await get(`?integrationId=${alpina}&limit=5001`)).body.fields).toEqual({
      limit: 'At most 5.000.',
    });
  });
});
