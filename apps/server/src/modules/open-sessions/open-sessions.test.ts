import type { SessionRow } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  foreign,
  idsOf,
  known,
  type OpenHub,
  startOpenHub,
  type Who,
} from '../../../test/support/open-sessions/open-hub.ts';

const { young, ofToday, ofTodayToo, playing, old, oldest, fun } = known;
let hub: OpenHub;
let world: OpenHub['world'];
const open = '/bookkeeping/sessions/open';
const get: OpenHub['get'] = (path, who) => hub.get(path, who);
async function list(query = '', who: Who = 'admin'): Promise<{ rows: SessionRow[]; count: number }> {
  const { status, body } = await get(`${open}?${query}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

beforeAll(async () => {
  hub = await startOpenHub();
  ({ world } = hub);
});
afterAll(() => world?.close());

describe('GET /bookkeeping/sessions/open/counts', () => {
  const count = async (query = '', who: Who = 'admin') => (await get(`${open}/counts?${query}`, who)).body;

  it('has the open sessions of each integration by age, and the bet in them', async () => {
    expect(await count('sessionTypeId=1')).toEqual({
      at: '2026-11-20T12:00:00.000Z',
      rows: [
        {
          integration: { id: world.ids.alpina, name: 'Alpina' },
          cells: [
            { age: 'under10m', count: 1, bet: 10 },
            { age: 'under24h', count: 3, bet: 45.5 },
            { age: 'under30d', count: 1, bet: 10 },
            { age: 'over30d', count: 1, bet: 10 },
          ],
        },
        {
          integration: { id: world.ids.baltica, name: 'Baltica' },
          cells: [{ age: 'under21d', count: 1, bet: 7 }],
        },
      ],
    });
    expect((await count('sessionTypeId=4')).rows).toEqual([
      {
        integration: { id: world.ids.alpina, name: 'Alpina' },
        cells: [{ age: 'under24h', count: 1, bet: 99.99 }],
      },
    ]);
  });

  it('[ROLE-16] has those of the own integration alone for its people', async () => {
    const names = async (who: Who) =>
      (await count('', who)).rows.map((row: { integration: { name: string } }) => row.integration.name);
    expect(await names('alpinaManager')).toEqual(['Alpina']);
    expect(await names('balticaAdmin')).toEqual(['Baltica']);
    expect(await names('manager')).toEqual(['Alpina', 'Baltica']);
  });

  it('is refused without a token, to guests, and with what it does not know', async () => {
    expect((await world.hub.get(`${open}/counts`)).status).toBe(401);
    expect((await get(`${open}/counts`, 'guest')).status).toBe(403);
    for (const query of ['sessionTypeId=2', 'ages=under10m'])
      expect((await get(`${open}/counts?${query}`)).status, query).toBe(422);
  });
});

describe('GET /bookkeeping/sessions/open', () => {
  it('lists oldest first, whole rows, by age, integration and type', async () => {
    expect(idsOf((await list('sessionTypeId=1')).rows)).toEqual(
      idsOf([oldest, old, foreign, playing, ofTodayToo, ofToday, young]),
    );
    const chosen = await list(`ages=under24h,over30d&integrationId=${world.ids.alpina}&sessionTypeId=1`);
    expect(idsOf(chosen.rows)).toEqual(idsOf([oldest, playing, ofTodayToo, ofToday]));
    expect(chosen.count).toBe(4);
    expect(idsOf((await list('sort=bet&direction=desc&limit=1')).rows)).toEqual([fun.sessionId]);
    const second = await list('sessionTypeId=1&limit=3&page=2');
    expect(idsOf(second.rows)).toEqual(idsOf([playing, ofTodayToo, ofToday]));
    expect(second.count).toBe(7);
    expect(second.rows[0]).toMatchObject({
      id: hub.idOf(playing),
      integration: { name: 'Alpina' },
      operator: { name: 'Operator VIVA' },
      isOpen: true,
      bet: 10,
      createdAt: playing.createdAt,
      externalUpdatedAt: playing.updatedAt,
    });
  });

  it('[ROLE-16][OPEN-81] shows people of an integration their own rows, and due to those who may see it', async () => {
    const own = await list('', 'alpinaManager');
    expect(new Set(own.rows.map(({ integration }) => integration.name))).toEqual(new Set(['Alpina']));
    expect(own.rows[0]).not.toHaveProperty('due');
    expect((await list('', 'alpinaAdmin')).rows[0]).toHaveProperty('due');
    expect(await list(`integrationId=${world.ids.baltica}`, 'alpinaAdmin')).toMatchObject({
      rows: [],
      count: 0,
    });
  });

  it('is refused without a token, to guests, and with what it does not know', async () => {
    expect((await world.hub.get(open)).status).toBe(401);
    expect((await get(open, 'guest')).status).toBe(403);
    for (const query of ['ages=old', 'sort=due', 'direction=up', 'limit=501', 'page=0', 'integrationId=x'])
      expect((await get(`${open}?${query}`)).status, query).toBe(422);
  });
});
