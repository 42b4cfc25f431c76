import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';
import { temporaryFolder } from '../../../folders.ts';
import { simulate } from './simulate.ts';
import { openSimulatedSessionStore } from './stores.ts';

const seeds = Array.from({ length: 25 }, (_, index) => index + 1);
let dataDir: string;
let clickhouse: ClickHouse;

beforeAll(async () => {
  dataDir = await temporaryFolder('simulation');
  clickhouse = await openSimulatedSessionStore(dataDir);
});

afterAll(async () => {
  await clickhouse?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('two processes, two platforms and every fault', () => {
  it.each(seeds)('keep what must hold, seed %i', (seed) =>
    simulate(seed, inject('postgres'), clickhouse, { steps: 5 }),
  );

  it('do the same again with the same seed', async () => {
    const run = async () => {
      const trail: string[] = [];
      await simulate(7, inject('postgres'), clickhouse, { steps: 5, note: (line) => trail.push(line) });
      return trail;
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(50);
    expect(await run()).toEqual(first);
  });
});
