/** What is due and on no statement, from the first session of a month to its statement and what changes after it. */
import { type UnstatedAmount, unstatedAmount } from '@ludus/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { october } from '../../../test/support/period-close/period-hub.ts';
import {
  type StatementHub,
  september,
  settings,
  startStatementHub,
} from '../../../test/support/statements/statement-hub.ts';

let hub: StatementHub;

beforeAll(async () => {
  hub = await startStatementHub();
  await hub.ok('PUT', '/statements/settings', settings);
  await hub.period.put(
    september(303, { due: 1_005 }),
    september(302, { due: 2_000 }),
    october(1, { due: 40_000 }),
    october(2, { due: -12_345 }),
    october(3, { due: 77, sessionType: 4 }),
    october(4, { createdAt: '2026-11-10T10:00:00.000Z', updatedAt: '2026-11-10T10:20:00.000Z', due: 333 }),
  );
});
afterAll(() => hub?.period.world.close());

async function unstated(who: 'admin' | 'alpinaAdmin' | 'balticaAdmin' = 'admin') {
  const { rows } = await hub.ok('GET', '/statements/unstated', undefined, who);
  return rows
    .map((row: unknown) => unstatedAmount.parse(row))
    .map(({ integration, month, reason, due }: UnstatedAmount) => [integration.name, month, reason, due]);
}

const running = ['Alpina', '2026-11', 'running', 3.33];
const open = [running, ['Alpina', '2026-10', 'ended', 276.55], ['Alpina', '2026-09', 'ended', 30.05]];

// One story: each part goes on where the one before it ended.
it('is the sum of real sessions of each month while it is not closed', async () => {
  expect(await unstated()).toEqual(open);
});

it('is for the provider and the integration itself', async () => {
  expect(await unstated('alpinaAdmin')).toEqual(open);
  expect(await unstated('balticaAdmin')).toEqual([]);
});

it('stays with a closed month until its statement is issued', async () => {
  await hub.period.close('2026-09');
  await hub.period.close('2026-10');
  expect(await unstated()).toEqual([
    running,
    ['Alpina', '2026-10', 'closed', 276.55],
    ['Alpina', '2026-09', 'closed', 30.05],
  ]);
  await hub.issue('2026-09');
  expect(await unstated()).toEqual([running, ['Alpina', '2026-10', 'closed', 276.55]]);
});

it('keeps what changes in a closed month apart, whether it has a statement or not', async () => {
  hub.period.world.clock.set('2026-12-02T12:00:00Z');
  await hub.period.put(
    september(302, { due: 2_500, updatedAt: '2026-12-02T10:00:00.000Z' }),
    october(2, { due: -12_355, updatedAt: '2026-12-02T10:00:00.000Z' }),
  );
  await hub.period.module.restating.restateAll();
  expect(await unstated()).toEqual([
    ['Alpina', '2026-11', 'ended', 3.33],
    ['Alpina', '2026-10', 'changed', -0.1],
    ['Alpina', '2026-10', 'closed', 276.55],
    ['Alpina', '2026-09', 'changed', 5],
  ]);
  // The statement of October takes up both differences.
  const { total } = (await hub.issue('2026-10')).content;
  expect([total.due, total.restated]).toEqual([276.55, 4.9]);
  expect(await unstated()).toEqual([['Alpina', '2026-11', 'ended', 3.33]]);
});
