import {
  getDailyStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
  listCatalog,
} from '@ludus/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, setTokenSource } from './client.ts';
import { beginPreload, takePreload } from './preload.ts';

const staff = new Set(['catalog:read', 'integrations:manage'] as const);
const input = { query: { with: ['game_media'], mediaTypes: ['main', 'mini'] } } as const;
const asked: [string, RequestInit][] = [];

function answerWith(answer: () => Promise<Response>): void {
  asked.length = 0;
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => {
    asked.push([address, request]);
    return answer();
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('the first call of a screen', () => {
  it('is sent once, with the token, and answers the call of the screen', async () => {
    answerWith(async () => Response.json({ rows: [] }));
    beginPreload('/catalog', staff, 'token');
    expect(asked[0]?.[1].headers).toMatchObject({ authorization: 'Bearer token' });
    expect(await call(listCatalog, input)).toEqual({ rows: [] });
    expect(asked).toHaveLength(1);
    await call(listCatalog, input);
    expect(asked).toHaveLength(2);
  });

  it('are all begun together where it has several', async () => {
    answerWith(async () => Response.json({ message: 'No figures' }, { status: 503 }));
    beginPreload('/', new Set(['dashboard:read'] as const), 'token');
    expect(asked).toHaveLength(3);
    for (const endpoint of [getDailyStatistics, getYesterdayStatistics, getTrimesterStatistics]) {
      await expect(call(endpoint, {})).rejects.toMatchObject({ status: 503 });
    }
    expect(asked).toHaveLength(3);
  });

  it('that was refused renews the token and asks again, as any call does', async () => {
    const answers = [new Response('{}', { status: 401 }), Response.json({ rows: [] })];
    answerWith(async () => answers.shift() ?? Response.error());
    const renew = vi.fn(async () => 'renewed' as const);
    setTokenSource({ accessToken: () => 'newer', renew, signInAgain: () => {} });
    beginPreload('/catalog', staff, 'old');
    expect(await call(listCatalog, input)).toEqual({ rows: [] });
    expect(renew).toHaveBeenCalledOnce();
    expect(asked[1]?.[1].headers).toMatchObject({ authorization: 'Bearer newer' });
  });

  it('that got no answer fails like any call, and nothing is begun where none is known', async () => {
    answerWith(async () => {
      throw new TypeError('offline');
    });
    beginPreload('/catalog', staff, 'token');
    await expect(call(listCatalog, input)).rejects.toMatchObject({ status: 0 });
    beginPreload('/settings', staff, 'token');
    beginPreload('/catalog', new Set(['sessions:read'] as const), 'token');
    expect(asked).toHaveLength(1);
    expect(takePreload('/api/catalog')).toBeUndefined();
  });
});
