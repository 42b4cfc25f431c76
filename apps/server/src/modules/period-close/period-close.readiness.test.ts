import type { getPeriodReadiness, ResponseOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internationalSession } from '../../../test/support/fetching/fetch-hub.ts';
import {
  october,
  type PeriodHub,
  startPeriodHub,
  type Who,
} from '../../../test/support/period-close/period-hub.ts';

let hub: PeriodHub;
let alpina: number;
let baltica: number;

beforeAll(async () => {
  hub = await startPeriodHub();
  ({ alpina, baltica } = hub.world.ids);
  await hub.put(
    ...[1, 2, 3].map((number) => october(number)),
    october(110, { isOpen: true, bet: 1_234, win: 0 }),
    october(201, { createdAt: '2026-11-02T10:00:00.000Z', updatedAt: '2026-11-02T10:20:00.000Z' }),
  );
  // It has played in September only.
  hub.world.baltica.put(
    internationalSession(501, {
      createdAt: '2026-09-10T10:00:00.000Z',
      updatedAt: '2026-09-10T10:20:00.000Z',
    }),
  );
  await hub.world.settled(await hub.world.fetching.requestInitialFetch([baltica]));
});
afterAll(() => hub?.world.close());

type Readiness = ResponseOf<typeof getPeriodReadiness>;

async function read(month: string, who: Who = 'admin'): Promise<Readiness> {
  const { status, body } = await hub.call('GET', `/periods/readiness?month=${month}`, undefined, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const resultsOf = ({ rows }: Readiness) =>
  rows.map(({ integration, state, checks }) => [
    integration.name,
    state,
    checks.map(({ id, result }) => `${id} ${result}`),
  ]);

describe('the readiness of a month', () => {
  it('has the checklist of every integration, asked about at once, and of one that has not played in it', async () => {
    hub.found.asked.length = 0;
    const readiness = await read('2026-10');
    expect(readiness).toMatchObject({ month: '2026-10', isEnded: true });
    expect(resultsOf(readiness)).toEqual([
      [
        'Alpina',
        'open',
        [
          'complete passed',
          'reconciled passed',
          'quarantine passed',
          'openSessions attention',
          'incidents passed',
          'alerts passed',
        ],
      ],
      [
        'Baltica',
        'open',
        [
          'complete passed',
          'reconciled failed',
          'quarantine passed',
          'openSessions passed',
          'incidents passed',
          'alerts passed',
        ],
      ],
    ]);
    expect(hub.found.asked).toEqual([[alpina, baltica]]);
    const [complete, compared] = readiness.rows[1]?.checks ?? [];
    expect(complete?.text).toBe('Fetched up to 20/11/2026 13:00, past the end of the month.');
    expect(compared).toMatchObject({
      text: '0 of 31 days compared with the platform, 0 of them equal.',
      detail: { code: 'periods.notReconciled', values: { compared: 0, equal: 0, days: 31 } },
    });
  });

  it('says of each integration what its own month says', async () => {
    const { rows } = await read('2026-10');
    expect(rows[0]?.checks).toEqual((await hub.get('2026-10')).checks);
    const other = await hub.call('GET', `/periods/${baltica}/2026-10`);
    expect(rows[1]?.checks).toEqual(other.body.checks);
  });

  it('counts quarantined rows where they belong', async () => {
    hub.world.baltica.junk.push('{"createdAt":"2026-10-05T10:00:00.000Z","broken":true}');
    await hub.world.settled(await hub.world.fetching.requestInitialFetch([baltica]));
    hub.world.baltica.junk.length = 0;
    const found = (readiness: Readiness) =>
      readiness.rows.map(({ checks }) => checks.find(({ id }) => id === 'quarantine')?.text);
    const none = 'No quarantined rows of these days.';
    expect(found(await read('2026-10'))).toEqual([none, '1 quarantined row of these days.']);
    expect(found(await read('2026-09'))).toEqual([none]);
  });

  it('is of integrations that had played by then', async () => {
    expect((await read('2026-09')).rows.map(({ integration }) => integration.name)).toEqual(['Baltica']);
    expect((await read('2026-08')).rows).toEqual([]);
    const running = await read('2026-11');
    expect(running.isEnded).toBe(false);
    expect(running.rows.map(({ checks }) => checks[0]?.result)).toEqual(['failed', 'failed']);
  });

  it('stays what it was when a month is closed, and is not asked about again', async () => {
    await hub.close('2026-10');
    hub.found.asked.length = 0;
    hub.found.alerts = 3;
    const { rows } = await read('2026-10');
    hub.found.alerts = 0;
    expect(rows.map(({ state }) => state)).toEqual(['closed', 'open']);
    expect(rows[0]?.checks.map(({ id, decision }) => [id, decision?.kind ?? null])).toEqual([
      ['complete', null],
      ['reconciled', null],
      ['quarantine', null],
      ['openSessions', 'acknowledged'],
      ['incidents', null],
      ['alerts', null],
    ]);
    expect(rows[1]?.checks.at(-1)?.result).toBe('attention');
    expect(hub.found.asked).toEqual([[baltica]]);
  });

  it('is read by everyone of the provider, and by no one else', async () => {
    expect((await read('2026-10', 'manager')).rows).toHaveLength(2);
    const path = '/periods/readiness?month=2026-10';
    expect((await hub.call('GET', path, undefined, 'alpinaAdmin')).status).toBe(403);
    expect((await hub.world.hub.get(path)).status).toBe(401);
    for (const query of ['', '?month=2026-13', '?month=2026-10-01'])
      expect((await hub.call('GET', `/periods/readiness${query}`)).status, query).toBe(422);
  });
});
