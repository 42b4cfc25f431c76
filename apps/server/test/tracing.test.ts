/** Traces of real processes, from the call of a browser to the platform that its job calls. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame } from './catalogue.ts';
import type { FakePlatform } from './fake-platform.ts';
import { temporaryFolder } from './folders.ts';
import { type Collector, type ReceivedSpan, startCollector } from './support/processes/collector.ts';
import { enterPlatform, yesterday } from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = '00f067aa0ba902b7';
const [server, client, consumer] = [2, 3, 5];

let world: HubProcesses;
let collector: Collector;
let folder: string;
let platform: FakePlatform;
let jobId: string;
let spans: ReceivedSpan[];

beforeAll(async () => {
  folder = await temporaryFolder('tracing');
  collector = await startCollector(folder);
  world = await openHubProcesses();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const api = await world.start('api', 'api', env);
  const worker = await world.start('worker', 'worker', env);
  await addGame(world.postgres.db, 'sugar_cascade');
  const entered = await enterPlatform(world, api, 'Alpina', { sessions: 3 });
  platform = entered.platform;
  jobId = await fetchSessions(api, entered.integrationId);
  await worker.logged(jobId, '"msg":"job completed"');
  await worker.stop();
  await api.stop();
  await collector.drain();
  spans = collector.spans.filter((span) => span.traceId === traceId);
}, 300_000);

afterAll(async () => {
  await world?.close();
  await platform?.stop();
  await collector?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A call as the browser makes it while tracing is on. */
async function fetchSessions(api: HubProcess, integrationId: number): Promise<string> {
  const day = yesterday.toISOString().slice(0, 10);
  const query = `dateStart=${day}&dateEnd=${day}&integrationIds=${integrationId}&forceUpdate=false`;
  const response = await fetch(`${api.url}/api/bookkeeping/sessions/fetch?${query}`, {
    headers: {
      authorization: `Bearer ${await world.tokenOf('person-7')}`,
      traceparent: `00-${traceId}-${browserSpan}-01`,
      'x-request-id': 'edge-7f3a2b91',
    },
  });
  return ((await response.json()) as { jobId: string }).jobId;
}

const named = (start: string) => spans.filter(({ name }) => name.startsWith(start));
const only = (name: string): ReceivedSpan => {
  const [found, ...others] = spans.filter((span) => span.name === name);
  if (found === undefined || others.length > 0)
    throw new Error(`There are ${others.length} other spans ${name}`);
  return found;
};

describe('a trace', () => {
  it('begins at the call of the browser and holds its route, status and request', () => {
    const call = only('GET /api/bookkeeping/sessions/fetch');
    expect(call).toMatchObject({ kind: server, parentSpanId: browserSpan });
    expect(call.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/bookkeeping/sessions/fetch',
      'http.response.status_code': 200,
      'hub.request_id': 'edge-7f3a2b91',
    });
    expect(BigInt(call.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.startTimeUnixNano));
  });

  it('holds queries of PostgreSQL with placeholders for their values', () => {
    const call = only('GET /api/bookkeeping/sessions/fetch');
    const insert = named('postgresql insert').find(({ parentSpanId }) => parentSpanId === call.spanId);
    expect(insert?.kind).toBe(client);
    expect(insert?.attributes['db.query.text']).toMatch(/^insert into "jobs" .* values \(\$1, \$2, /);
  });

  it('goes on in the job, in another process, and in what the job asks', () => {
    const job = only('job fetch-sessions');
    expect(job).toMatchObject({
      kind: consumer,
      parentSpanId: only('GET /api/bookkeeping/sessions/fetch').spanId,
    });
    expect(job.attributes).toEqual({ 'hub.job.name': 'fetch-sessions', 'hub.request_id': 'edge-7f3a2b91' });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === job.spanId);
    const platformCalls = below.filter(({ name }) => name === 'GET 127.0.0.1');
    expect(platformCalls.length).toBeGreaterThan(0);
    expect(platformCalls[0]?.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
    const writes = below.filter(({ attributes }) => attributes['db.operation.name'] === 'write');
    expect(writes.length).toBeGreaterThan(0);
    for (const { name, attributes } of writes)
      expect([attributes['db.system.name'], name]).toEqual([
        'clickhouse',
        `clickhouse ${attributes['db.query.summary']}`,
      ]);
  });

  it('does not leave the hub with calls to platforms', () => {
    expect(platform.headerNames).toContain('authorization');
    expect([...platform.headerNames].filter((name) => /trace|request-id|baggage/.test(name))).toEqual([]);
  });

  it('holds no person, no token, no address of a call and no session', () => {
    const [first] = platform.sessions.values();
    const all = collector.received.join('\n');
    expect(collector.spans.length).toBeGreaterThan(20);
    for (const secret of [
      'person-7',
      platform.token,
      'dateStart',
      first?.sessionId ?? '',
      first?.userId ?? '',
    ])
      expect(all).not.toContain(secret);
  });
});
