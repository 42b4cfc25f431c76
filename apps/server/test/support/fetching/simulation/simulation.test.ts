import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { temporaryFolder } from '../../../folders.ts';
import { simulate } from './simulate.ts';
import { SimulatedStores } from './stores.ts';

/** A few in every run; `npm run test:fuzz` takes many. */
const seeds = Array.from({ length: Number(process.env.SIMULATED_SEEDS ?? 5) }, (_, index) => index + 1);
let dataDir: string;
let stores: SimulatedStores;

beforeAll(async () => {
  dataDir = await temporaryFolder('simulation');
  stores = await SimulatedStores.open(inject('postgres'), dataDir);
});

afterAll(async () => {
  await stores?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('two processes, two platforms and every fault', () => {
  it.each(seeds)('keep what must hold, seed %i', (seed) => simulate(seed, stores, { steps: 5 }));

  it('do the same again with the same seed', async () => {
    const run = async () => {
      const trail: string[] = [];
      await simulate(7, stores, { steps: 5, note: (line) => trail.push(line) });
      return trail;
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(50);
    expect(await run()).toEqual(first);
  });
});
