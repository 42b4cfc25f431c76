import {
  bearer,
  type DemoPlatform,
  PLATFORM_SERVICES,
  platformBetsSchema,
  platformGamesSchema,
  platformOperatorsSchema,
  platformUrls,
  platformUsersSchema,
} from '@ludus/contract/operator-api';
import { describe, expect, it } from 'vitest';
import { getJson, readAll, runSandbox, send } from '../../test/harness.ts';

async function get(url: string, token: string): Promise<unknown> {
  const answer = await fetch(url, { headers: bearer(token) });
  expect(answer.status).toBe(200);
  return answer.json();
}

const betsUrl = (platform: DemoPlatform, operator: string, game: string) =>
  platformUrls.bets(platform.services.gaming.url, operator, game);

describe('the services of a platform', () => {
  it('tell their health, at their base address too, to everyone who has the token of the service', async () => {
    const sandbox = await runSandbox();
    for (const platform of sandbox.world.platforms) {
      for (const name of PLATFORM_SERVICES) {
        const { url, token } = platform.services[name];
        expect(await get(platformUrls.health(url), token)).toEqual({ status: 'ok' });
        expect(await get(url, token)).toEqual({ status: 'ok' });
        expect((await fetch(platformUrls.health(url), { headers: bearer(`${token}x`) })).status).toBe(401);
      }
    }
  });

  it('name operators, games and staff, and play only what they name', async () => {
    const sandbox = await runSandbox();
    expect(sandbox.world.platforms.length).toBeGreaterThanOrEqual(4);
    expect(sandbox.world.platforms.flatMap((platform) => platform.operators).length).toBeGreaterThanOrEqual(
      16,
    );
    for (const platform of sandbox.world.platforms) {
      const play = platform.services.play.url;
      const { operators } = platformOperatorsSchema.parse(
        await get(platformUrls.operators(play), platform.operatorToken),
      );
      expect(operators).toEqual(platform.operators);
      const { games } = platformGamesSchema.parse(
        await get(platformUrls.games(play), platform.operatorToken),
      );
      const active = platform.games.filter((game) => game.state === 'active');
      expect(games).toEqual(active.map((game) => ({ slug: game.slug, activeSince: game.since })));
      const { users } = platformUsersSchema.parse(
        await get(platformUrls.users(play), platform.operatorToken),
      );
      expect(users).toEqual(platform.users);
      const since = new Map(games.map((game) => [game.slug, game.activeSince]));
      for (const session of await readAll(platform)) {
        expect(operators.some((operator) => operator.code === session.operatorCode)).toBe(true);
        expect((since.get(session.gameSlug) ?? '9') <= session.createdAt).toBe(true);
      }
    }
  });

  it('let the bets of some games be changed, and hold changes to the rules', async () => {
    const sandbox = await runSandbox();
    const alpina = sandbox.platform('alpina');
    const { token } = alpina.services.gaming;
    const all: { url: string; bets: ReturnType<typeof platformBetsSchema.parse> }[] = [];
    for (const { slug } of alpina.games.filter((game) => game.state === 'active').slice(0, 12)) {
      const url = betsUrl(alpina, 'RIFUGIO', slug);
      all.push({ url, bets: platformBetsSchema.parse(await get(url, token)) });
    }
    const free = all.find(({ bets }) => bets.canChangeBets);
    const fixed = all.find(({ bets }) => !bets.canChangeBets);
    if (!free || !fixed) throw new Error('both kinds are needed');
    for (const { bets } of all) for (const bet of bets.bets) expect(bet % bets.minFactor).toBe(0);

    const put = (url: string, bets: number[]) => send('PUT', url, { bets }, bearer(token));
    const { minFactor } = free.bets;
    expect((await put(fixed.url, [minFactor])).status).toBe(409);
    expect((await put(free.url, [minFactor + 1])).status).toBe(422);
    expect((await put(free.url, [minFactor, minFactor])).status).toBe(422);
    expect((await put(free.url, [])).status).toBe(422);
    const changed = { bets: [minFactor, minFactor * 4], minFactor, canChangeBets: true };
    expect(await put(free.url, [minFactor * 4, minFactor])).toEqual({ status: 200, body: changed });
    await sandbox.close();
    const again = await runSandbox({ dataDir: sandbox.dataDir });
    const path = new URL(free.url).pathname;
    expect(await get(again.url + path, token)).toEqual(changed);
  });

  it('answer 404 for bets of an operator or game they do not have', async () => {
    const sandbox = await runSandbox();
    const alpina = sandbox.platform('alpina');
    const headers = bearer(alpina.services.gaming.token);
    expect((await fetch(betsUrl(alpina, 'UNKNOWN', 'sugar_cascade'), { headers })).status).toBe(404);
    expect((await fetch(betsUrl(alpina, 'RIFUGIO', 'no_game'), { headers })).status).toBe(404);
  });

  it('take a maintenance notice once, however often it is sent', async () => {
    const sandbox = await runSandbox();
    const { services, maintenanceToken } = sandbox.platform('meridiana');
    const notice = {
      id: 'm-1',
      description: 'New release',
      severity: 'high',
      startsAt: '2026-12-10T02:00:00.000Z',
    };
    const url = platformUrls.maintenances(services.play.url);
    expect((await send('POST', url, notice, bearer(services.play.token))).status).toBe(401);
    for (let n = 0; n < 2; n++)
      expect((await send('POST', url, notice, bearer(maintenanceToken))).status).toBe(200);
    const held = await getJson(`${sandbox.url}/p/meridiana/maintenances`);
    expect(held.maintenances).toMatchObject([notice]);
  });
});
