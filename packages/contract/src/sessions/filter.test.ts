import { describe, expect, it } from 'vitest';
import { fetchQuery, sessionListQuery, sessionSearchQuery } from './filter.ts';

const period = { from: '2026-11-01', to: '2026-11-20' };

function parse(query: Record<string, unknown>) {
  return sessionListQuery.parse({ ...period, ...query });
}

function refusal(query: Record<string, unknown>) {
  return sessionListQuery.safeParse({ ...period, ...query }).error?.issues[0];
}

describe('the filter of the sessions list', () => {
  it('[API-081] reads lists as repeated or comma-separated values, and an empty list as no filter', () => {
    expect(parse({ gameIds: '3,5' }).gameIds).toEqual([3, 5]);
    expect(parse({ gameIds: ['3', '5,7'] }).gameIds).toEqual([3, 5, 7]);
    expect(parse({ gameIds: '' }).gameIds).toBeUndefined();
    expect(parse({ filter: { integrationId: '1,2', operatorId: ['4'] } }).filter).toEqual({
      integrationId: [1, 2],
      operatorId: [4],
    });
  });

  it('[LIST-03] reads isOpen as closed false, open true and all null', () => {
    expect(parse({ isOpen: 'false' }).isOpen).toBe(false);
    expect(parse({ isOpen: 'true' }).isOpen).toBe(true);
    expect(parse({ isOpen: 'null' }).isOpen).toBeNull();
    expect(parse({}).isOpen).toBeUndefined();
    expect(refusal({ isOpen: 'maybe' })?.path).toEqual(['isOpen']);
  });

  it('[LIST-12] reads the session type as real, fun or both', () => {
    expect(parse({ sessionTypeId: '1' }).sessionTypeId).toBe(1);
    expect(parse({ sessionTypeId: 'null' }).sessionTypeId).toBeNull();
    expect(refusal({ sessionTypeId: '2' })?.path).toEqual(['sessionTypeId']);
  });

  it('[LIST-20][ERR-082] refuses a bet range whose min is above its max', () => {
    expect(parse({ betRange: '1.50,3000' }).betRange).toEqual({ min: 1.5, max: 3000 });
    expect(parse({ betRange: ',20' }).betRange).toEqual({ min: null, max: 20 });
    expect(refusal({ betRange: '20,10' })?.message).toBe('fields.invalidBetRange');
    expect(refusal({ betRange: 'a,b' })?.message).toBe('fields.invalidBetRange');
  });

  it('[LIST-21][OPEN-80] checks the win range the same way, with its own text', () => {
    expect(refusal({ winRange: '2,1' })?.message).toBe('fields.invalidWinRange');
    expect(parse({ winRange: ',' }).winRange).toEqual({ min: null, max: null });
  });

  it('[LIST-22][ERR-083][OPEN-79] refuses a gross win range with both ends empty; negative values are fine', () => {
    expect(parse({ grossWinRange: '-500,-0.10' }).grossWinRange).toEqual({ min: -500, max: -0.1 });
    expect(refusal({ grossWinRange: ',' })?.message).toBe('fields.invalidGrossWinRange');
    expect(refusal({ grossWinRange: '5,-5' })?.message).toBe('fields.invalidGrossWinRange');
  });

  it('[OPEN-83] orders by one known field', () => {
    expect(parse({ order: { bet: 'asc' } }).order).toEqual({ field: 'bet', direction: 'asc' });
    expect(refusal({ order: { id: 'asc' } })).toBeDefined();
    expect(refusal({ order: { bet: 'asc', win: 'asc' } })).toBeDefined();
    expect(refusal({ order: { bet: 'upwards' } })).toBeDefined();
  });

  it('takes at most 500 rows a page, from page 1 on, and no unknown key', () => {
    expect(parse({ page: '2', limit: '500' })).toMatchObject({ page: 2, limit: 500 });
    expect(refusal({ limit: '501' })?.path).toEqual(['limit']);
    expect(refusal({ page: '0' })?.path).toEqual(['page']);
    expect(refusal({ gameId: '3' })?.code).toBe('unrecognized_keys');
  });

  it('wants both ends of the period as instants with an offset or as plain days', () => {
    expect(sessionListQuery.safeParse({ from: '2026-11-01' }).success).toBe(false);
    expect(refusal({ from: '2026-11-01T00:00:00' })?.path).toEqual(['from']);
    expect(parse({ from: '2026-11-01T00:00:00+01:00' }).from).toBe('2026-11-01T00:00:00+01:00');
  });
});

describe('search and fetch', () => {
  it('[SRCH-03][API-078] need something to search for', () => {
    expect(sessionSearchQuery.safeParse({ relatedId: '   ', searchType: 'userId' }).success).toBe(false);
    expect(sessionSearchQuery.parse({ relatedId: ' NA28 ', searchType: 'sessionId' }).relatedId).toBe('NA28');
    expect(sessionSearchQuery.safeParse({ relatedId: 'x', searchType: 'ticket' }).success).toBe(false);
  });

  it('[API-083] take a period, integrations and the force flag', () => {
    const query = {
      dateStart: '2026-11-01',
      dateEnd: '2026-11-02',
      integrationIds: '1,2',
      forceUpdate: 'true',
    };
    expect(fetchQuery.parse(query)).toEqual({ ...query, integrationIds: [1, 2], forceUpdate: true });
  });
});
