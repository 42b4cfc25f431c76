import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buildOperatorOpenApi,
  demoGameSchema,
  platformSessionSchema,
  platformUrls,
  sessionFeedQuerySchema,
} from './index.ts';

const session = {
  sessionId: 'ALP-000000001',
  externalSessionId: null,
  externalTicketId: null,
  userId: 'p-1',
  operatorCode: 'VIVA',
  gameSlug: 'sugar_cascade',
  sessionType: 1,
  isOpen: false,
  bet: 1000,
  win: 950,
  netWin: 38,
  due: -3,
  rounds: 10,
  isMobile: true,
  createdAt: '2026-03-29T00:59:59.999Z',
  updatedAt: '2026-03-29T01:10:00.000Z',
};

describe('the operator API', () => {
  it('accepts a session and refuses euros, unknown fields, other types and instants without milliseconds', () => {
    expect(platformSessionSchema.safeParse(session).success).toBe(true);
    const refused = [
      { bet: 10.5 },
      { bet: -1 },
      { grossWin: 50 },
      { sessionType: 2 },
      { createdAt: '2026-03-29T00:59:59Z' },
      { createdAt: '2026-02-30T00:59:59.000Z' },
      { sessionId: 'with space' },
      { userId: null },
    ];
    for (const change of refused) {
      expect(platformSessionSchema.safeParse({ ...session, ...change }).success, JSON.stringify(change)).toBe(
        false,
      );
    }
  });

  it('reads the limit of a page from text and holds it to 50,000', () => {
    const period = { changedFrom: session.createdAt, changedTo: session.updatedAt };
    expect(sessionFeedQuerySchema.parse({ ...period, limit: '50000' }).limit).toBe(50_000);
    expect(sessionFeedQuerySchema.safeParse({ ...period, limit: '50001' }).success).toBe(false);
  });

  it('builds addresses that escape what they are given', () => {
    expect(platformUrls.session('https://x/data/', 'a/b?c')).toBe('https://x/data/v1/sessions/a%2Fb%3Fc');
    expect(platformUrls.transactionsFeedLink('https://x', 's1')).toBe(
      'https://x/transactions/feed/s1?link=true',
    );
  });

  it('describes every call as OpenAPI 3.1 with the token it needs', () => {
    const document = buildOperatorOpenApi() as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map((one) => one.operationId)).toContain('closeSession');
    for (const one of operations) expect(one.security).toHaveLength(1);
    expect(document.paths['/v1/sessions']?.get?.security).toEqual([{ bookkeepingToken: [] }]);
  });

  it('knows the form of every game that the sandbox ships', () => {
    const file = new URL('../../../../apps/sandbox/demo-games/games.json', import.meta.url);
    const { games, storage } = JSON.parse(readFileSync(file, 'utf8')) as {
      games: unknown[];
      storage: unknown[];
    };
    for (const game of [...games, ...storage])
      expect(demoGameSchema.safeParse(game).error?.issues).toBeUndefined();
  });
});
