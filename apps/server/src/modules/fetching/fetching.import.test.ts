import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';

let world: FetchHub;

beforeAll(async () => {
  world = await startFetchHub();
});

afterAll(() => world?.close());

const day = '2026-11-03';
const sessions = Array.from({ length: 300 }, (_, index) =>
  platformSession(7_000_000 + index, {
    createdAt: `${day}T10:00:00.000Z`,
    updatedAt: `${day}T10:20:00.000Z`,
  }),
);

/** The lines in chunks that end anywhere, as a file is read. */
async function* chunks(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

const importLines = (lines: readonly string[]) =>
  world.fetching.importSessions(world.ids.alpina, chunks(lines), () => {});

describe('sessions from a file', () => {
  it('stand in the session store as if they had been fetched, and twice is once', async () => {
    world.alpina.put(...sessions);
    const lines = sessions.map((session) => JSON.stringify(session));
    expect(await importLines(lines)).toMatchObject({ received: 300, new: 300, quarantined: 0 });
    expect(await importLines(lines)).toMatchObject({ received: 300, new: 0, changed: 0, unchanged: 300 });
    const integrationIds = [world.ids.alpina];
    const [report] = await world.fetching.reconcile({ from: day, to: day }, { integrationIds });
    expect(report).toMatchObject({ error: null, differences: [] });
  });

  it('are quarantined with the reason where they are no sessions, and the rest is stored', async () => {
    const good = platformSession(7_100_000, {
      createdAt: `${day}T11:00:00.000Z`,
      updatedAt: `${day}T11:00:00.000Z`,
    });
    const summary = await importLines([
      'not json',
      JSON.stringify({ ...good, bet: 'much' }),
      JSON.stringify({ ...good, operatorCode: 'no-one-knows' }),
      JSON.stringify(good),
    ]);
    expect(summary).toMatchObject({ received: 4, new: 1, quarantined: 3 });
  });

  it('of an integration that does not exist are refused', async () => {
    await expect(world.fetching.importSessions(60_000, chunks([]), () => {})).rejects.toMatchObject({
      status: 404,
    });
  });
});
