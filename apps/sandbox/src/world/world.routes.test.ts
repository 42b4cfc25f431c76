import { storageGamesSchema } from '@ludus/contract/operator-api';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../../test/harness.ts';

describe('the world', () => {
  it('has 64 games with pictures that can be fetched, and 14 that only the storage knows', async () => {
    const { world } = await runSandbox();
    expect(world.games).toHaveLength(64);
    expect(world.storageGames).toHaveLength(14);
    for (const { slug, media } of world.games) {
      expect(media.cover, slug).not.toBeNull();
      expect(media.banner, slug).not.toBeNull();
      expect(media.mini, slug).not.toBeNull();
      expect(media.gallery.length, slug).toBeGreaterThan(0);
    }
    const media = world.games[0]?.media;
    for (const url of [media?.cover, media?.banner, media?.mini, ...(media?.gallery ?? [])]) {
      const answer = await fetch(url ?? '');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^(image\/webp|video\/mp4)$/);
    }
  });

  it('offers games in each state: played, shown only, asked for; and none that is in development', async () => {
    const { world } = await runSandbox();
    const inDevelopment = new Set(world.games.filter((game) => game.isDev).map((game) => game.slug));
    for (const platform of world.platforms) {
      const states = new Set(platform.games.map((game) => game.state));
      expect(states).toEqual(new Set(['active', 'visible', 'requested']));
      for (const game of platform.games) expect(inDevelopment.has(game.slug)).toBe(false);
    }
  });

  it('has a game storage with every game once', async () => {
    const { world } = await runSandbox();
    const { games } = storageGamesSchema.parse(
      await fetch(`${world.storageUrl}/v1/games`).then((one) => one.json()),
    );
    expect(games).toHaveLength(78);
    expect(new Set(games.map((game) => game.id)).size).toBe(78);
  });

  it('serves nothing but media below the media address', async () => {
    const { url } = await runSandbox();
    for (const path of [
      'games.json',
      '../package.json',
      '%2e%2e/package.json',
      'frostjarl/',
      'frostjarl/none.webp',
    ]) {
      expect((await fetch(`${url}/media/${path}`)).status, path).toBe(404);
    }
  });

  it('shows its platforms and switches on the first page', async () => {
    const { url } = await runSandbox();
    const text = await (await fetch(url)).text();
    for (const name of ['Alpina', 'Baltica', 'Meridiana', 'Castello', 'Nordwind', 'cutStreamAfter']) {
      expect(text).toContain(name);
    }
  });
});
