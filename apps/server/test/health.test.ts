/** Probes of real processes whose stores go away and come back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../src/infra/postgres/cluster.ts';
import { createGate, type Gate } from './gate.ts';
import { call } from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';

interface Probed {
  process: HubProcess;
  postgres: Gate;
  clickhouse: Gate;
  probe(path: string): Promise<{ status: number; body: unknown }>;
}

let world: HubProcesses;
const gates: Gate[] = [];

beforeAll(async () => {
  world = await openHubProcesses();
}, 60_000);

afterAll(async () => {
  await Promise.all(gates.map((gate) => gate.close()));
  await world?.close();
});

async function gateTo(address: string | undefined): Promise<{ gate: Gate; url: string }> {
  const url = new URL(address ?? '');
  const gate = await createGate({ host: url.hostname, port: Number(url.port) });
  gates.push(gate);
  url.host = `127.0.0.1:${gate.port}`;
  return { gate, url: url.href };
}

async function read(url: string) {
  const response = await fetch(url);
  return { status: response.status, body: await response.json() };
}

/** Starts a process; its probes are asked while its PostgreSQL does not respond yet. */
async function start(role: 'api' | 'worker', env: Record<string, string> = {}) {
  const shared = await world.envOf(role);
  const postgres = await gateTo(shared.DATABASE_URL);
  const clickhouse = await gateTo(shared.CLICKHOUSE_URL);
  clickhouse.gate.open();
  const port = await freePort();
  const starting = world.start(role, role, {
    ...env,
    HEALTH_PORT: String(port),
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickhouse.url,
  });
  const probe = (path: string) => read(`http://127.0.0.1:${port}${path}`);
  await Promise.race([postgres.gate.asked, starting]);
  const early = { live: await probe('/live'), ready: await probe('/ready') };
  postgres.gate.open();
  const process = await starting;
  const probed: Probed = { process, postgres: postgres.gate, clickhouse: clickhouse.gate, probe };
  return { probed, early };
}

const live = { status: 200, body: { status: 'live' } };
const whole = { postgres: 'ok', clickhouse: 'ok', jobs: 'ok', files: 'ok' };
const ready = { status: 200, body: { status: 'ready', parts: whole } };
const starting = { status: 503, body: { status: 'starting', parts: {} } };
const withoutPostgres = { ...whole, postgres: 'failing', jobs: 'failing' };

describe('an api process', () => {
  let api: Probed;
  let early: { live: unknown; ready: unknown };

  beforeAll(async () => {
    ({ probed: api, early } = await start('api', { DRAIN_SECONDS: '5' }));
  }, 120_000);

  const probeBoth = async (path: string) => [await api.probe(path), await read(`${api.process.url}${path}`)];

  it('is live and not ready before its stores are open', () => {
    expect(early).toEqual({ live, ready: starting });
  });

  it('is ready on both ports once it serves', async () => {
    expect(await probeBoth('/ready')).toEqual([ready, ready]);
    expect(await probeBoth('/live')).toEqual([live, live]);
  });

  it('stays ready without ClickHouse: figures are refused with a message of their own, everything else is served', async () => {
    api.clickhouse.shut();
    const parts = { ...whole, clickhouse: 'failing' };
    expect(await probeBoth('/ready')).toEqual(
      Array(2).fill({ status: 200, body: { status: 'ready', parts } }),
    );
    expect(await read(`${api.process.url}/api/health`)).toEqual({
      status: 503,
      body: { status: 'failing', parts },
    });
    const figures = '/bookkeeping/yesterday-stats';
    expect(await call(world, api.process, figures, 'reads')).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        detail: { code: 'refusals.sessionStoreUnavailable', values: {} },
        message:
          'Figures and sessions are temporarily unavailable. Everything else works; try again in a moment.',
      },
    });
    expect((await call(world, api.process, '/integrations', 'reads')).status).toBe(200);
    api.clickhouse.open();
    expect((await call(world, api.process, figures, 'reads')).status).toBe(200);
    expect(await api.probe('/ready')).toEqual(ready);
  });

  it('is not ready without PostgreSQL, and ready again with it', async () => {
    api.postgres.shut();
    expect(await probeBoth('/ready')).toEqual(
      Array(2).fill({ status: 503, body: { status: 'failing', parts: withoutPostgres } }),
    );
    expect(await probeBoth('/live')).toEqual([live, live]);
    api.postgres.open();
    expect(await api.probe('/ready')).toEqual(ready);
  });

  it('serves on for DRAIN_SECONDS while it is not ready any more, then stops with 0', async () => {
    const stopped = api.process.stop();
    const draining = { status: 503, body: { status: 'draining', parts: {} } };
    await api.process.logged('the hub is not ready any more and serves on before it stops');
    expect(await probeBoth('/ready')).toEqual([draining, draining]);
    expect((await call(world, api.process, '/integrations', 'drains')).status).toBe(200);
    expect(await stopped).toBe(0);
    expect(api.process.log.at(-1)).toContain('the hub has stopped');
  }, 60_000);
});

describe('a worker process', () => {
  it('has probes on a port of its own, and needs both stores to be ready', async () => {
    const { probed: worker, early } = await start('worker');
    expect(early).toEqual({ live, ready: starting });
    expect(await worker.probe('/ready')).toEqual(ready);
    worker.clickhouse.shut();
    expect(await worker.probe('/ready')).toEqual({
      status: 503,
      body: { status: 'failing', parts: { ...whole, clickhouse: 'failing' } },
    });
    worker.clickhouse.open();
    expect(await worker.probe('/ready')).toEqual(ready);
    worker.postgres.shut();
    expect(await worker.probe('/ready')).toEqual({
      status: 503,
      body: { status: 'failing', parts: withoutPostgres },
    });
    worker.postgres.open();
    expect(await worker.process.stop()).toBe(0);
  }, 120_000);
});
