import escapeHtml from 'escape-html';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A browser module without types; its two functions are plain.
import { drawSymbol, symbolsOf } from '../../public/demo/symbols.js';
import { runSandbox } from '../../test/harness.ts';

describe('the demo-game host', () => {
  it('serves a page that may be framed for each game with a demo, and 404 for one without', async () => {
    const { world } = await runSandbox();
    expect(world.games.some((game) => !game.isDemo)).toBe(true);
    for (const game of [...world.games, ...world.storageGames]) {
      const answer = await fetch(`${world.demoHostUrl}/${game.slug}?fullBtn=false`);
      expect(answer.status, game.slug).toBe(game.isDemo ? 200 : 404);
      const text = await answer.text();
      if (!game.isDemo) continue;
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(text).toContain(`<title>${escapeHtml(game.name)}</title>`);
      expect(text).toContain(game.type === 'ROULETTE' ? 'roulette.js' : 'slot.js');
      expect(text).not.toContain('id="full"');
    }
  });

  it('has the button for the full screen unless it is refused', async () => {
    const { world } = await runSandbox();
    const text = await (await fetch(`${world.demoHostUrl}/sugar_cascade`)).text();
    expect(text).toContain('id="full"');
    expect((await fetch(`${world.demoHostUrl}/no_such_game`)).status).toBe(404);
  });

  it('speaks the language of its address, else that of the browser', async () => {
    const { world } = await runSandbox();
    const read = async (query: string, accepted: string) => {
      const init = { headers: { 'accept-language': accepted } };
      return (await fetch(`${world.demoHostUrl}/sugar_cascade${query}`, init)).text();
    };
    expect(await read('', 'it-IT,it;q=0.9,en;q=0.8')).toContain('<html lang="it"');
    expect(await read('', 'de-DE,en;q=0.8')).toContain('<html lang="en"');
    const english = await read('?lang=en&currency=GBP', 'it-IT');
    expect(english).toContain('>Balance</span>');
    expect(english).toContain('"currency":"GBP"');
    expect((await fetch(`${world.demoHostUrl}/sugar_cascade?currency=XXX`)).status).toBe(422);
  });

  it('brings its own fonts', async () => {
    const { url } = await runSandbox();
    for (const font of ['rubik-latin-wght-normal', 'instrument-sans-latin-wdth-normal']) {
      const answer = await fetch(`${url}/fonts/${font}.woff2`);
      expect(answer.headers.get('content-type')).toBe('font/woff2');
    }
    expect((await fetch(`${url}/fonts/rubik-latin-wght-italic.woff2`)).status).toBe(404);
  });

  it('can draw every symbol of every theme', async () => {
    const { world } = await runSandbox();
    for (const theme of new Set(world.games.map((game) => game.theme))) {
      for (const symbol of symbolsOf(theme)) {
        expect(drawSymbol(symbol), `${theme}/${symbol}`).toMatch(/^<svg .*<\/svg>$/s);
        expect(drawSymbol(symbol)).not.toMatch(/undefined|NaN|url\(#g\)/);
      }
    }
  });
});
