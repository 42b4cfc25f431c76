import { conformanceReport } from '@ludus/contract/conformance';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagedHub, startManagedHub } from '../../../test/support/integrations/managed-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';

let managed: ManagedHub;
let alpina: number;
let baltica: number;

beforeAll(async () => {
  managed = await startManagedHub({ role: 'all' });
  alpina = await managed.create('Alpina Nord', {
    bookkeepingToken: 'secret-of-books',
    operatorToken: 'secret-of-operators',
  });
  baltica = await managed.create('Baltica');
});
afterAll(() => managed?.close());
beforeEach(() => {
  managed.platform.failing.clear();
  managed.platform.hold = undefined;
  managed.platform.calls.length = 0;
});

const admin = () => managed.token.ludus_admin;
const manager = () => managed.token.ludus_manager;
const address = (id: number) => `/integrations/${id}/conformance`;
const read = async (id: number, token = manager()) => (await managed.hub.get(address(id), token)).body;
const post = (path: string, body?: unknown, token = admin()) =>
  managed.hub.call('POST', path, { token, ...(body === undefined ? {} : { body }) });
const settled = (jobId: string) => managed.hub.infra.jobs.waitForCompletion(jobId);
const entries = () =>
  managed.hub.stores.postgres.db
    .selectFrom('logs')
    .select(['action', 'related_id', 'description', 'username'])
    .where('action', 'like', '%conformance')
    .orderBy('id')
    .execute();

async function start(id: number, withWrites = false): Promise<string> {
  const { status, body } = await post(address(id), { withWrites });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.jobId;
}

describe('conformance checks of an integration', () => {
  it('run as a job, and keep their result for those who manage integrations, without a token', async () => {
    expect(await read(alpina)).toEqual({ runs: [], last: null, before: null });
    const job = await settled(await start(alpina));
    expect(job).toMatchObject({ name: 'check-conformance', state: 'completed', percentage: 100 });
    const { runs, last, before } = await read(alpina);
    const report = conformanceReport.parse(last.report);
    expect(report.results).toHaveLength(43);
    expect(job.summary).toEqual({
      passed: report.passed,
      notPassed: report.failed,
      skipped: report.skipped,
    });
    expect(job.message).toMatch(/^Alpina Nord: \d+ passed, \d+ failed, \d+ skipped$/);
    expect(last.run).toMatchObject({
      state: 'completed',
      username: 'ludus_admin',
      withWrites: false,
      passed: report.passed,
      failed: report.failed,
      error: null,
    });
    expect(runs).toEqual([last.run]);
    expect(before).toBeNull();
    const states = new Map(report.results.map(({ id, state }) => [id, state]));
    expect([states.get('health'), states.get('feed-pages'), states.get('write-bets')]).toEqual([
      'passed',
      'failed',
      'skipped',
    ]);
    expect(JSON.stringify(last)).not.toContain('secret-of');
    expect(managed.platform.calls.map(({ token }) => token)).toContain('secret-of-books');
    expect(await entries()).toEqual([
      {
        action: 'check-conformance',
        related_id: String(alpina),
        description: 'Started the conformance checks of Alpina Nord',
        username: 'ludus_admin',
      },
    ]);
  });

  it('show the result before the last one, and say in the log that checks write', async () => {
    managed.platform.failing.set('/gaming/health', 500);
    const [earlier] = (await read(alpina)).runs;
    await settled(await start(alpina, true));
    const { runs, last, before } = await read(alpina);
    expect(before.run).toEqual(earlier);
    expect(runs.map(({ id }: { id: string }) => id)).toEqual([last.run.id, earlier.id]);
    expect(last.run.withWrites).toBe(true);
    const stateOf = ({ report }: typeof last, check: string) =>
      report.results.find(({ id }: { id: string }) => id === check).state;
    expect([stateOf(before, 'health'), stateOf(last, 'health')]).toEqual(['passed', 'failed']);
    expect((await entries()).at(-1)?.description).toBe(
      'Started the conformance checks of Alpina Nord, those that write included',
    );
  });

  it('run one at a time for an integration, and are cancelled while they wait for a response', async () => {
    const held = Promise.withResolvers<void>();
    managed.platform.hold = held.promise;
    const jobId = await start(baltica);
    await expect.poll(() => managed.platform.calls.length).toBeGreaterThan(0);
    const [running] = (await read(baltica)).runs;
    expect(running).toMatchObject({ jobId, state: 'running', finishedAt: null, passed: null });
    const second = await post(address(baltica), { withWrites: false });
    expect([second.status, second.body.message]).toEqual([
      409,
      'Checks of this integration are running already.',
    ]);
    expect((await post(`${address(baltica)}/cancel`)).status).toBe(200);
    expect(await settled(jobId)).toMatchObject({
      state: 'completed',
      message: 'Baltica: cancelled, nothing was kept',
    });
    held.resolve();
    managed.platform.hold = undefined;
    const after = await read(baltica);
    expect(after).toMatchObject({ last: null, runs: [{ state: 'cancelled', passed: null }] });
    expect(after.runs[0].finishedAt).not.toBeNull();
    expect((await entries()).at(-1)?.description).toBe('Cancelled the conformance checks of Baltica');
    const none = await post(`${address(baltica)}/cancel`);
    expect([none.status, none.body.message]).toEqual([409, 'No checks of this integration are running.']);
    expect((await settled(await start(baltica))).state).toBe('completed');
    expect((await read(baltica)).last).not.toBeNull();
  });

  it('keep the last result and the latest runs', async () => {
    const { last } = await read(alpina);
    const later = new Date(Date.parse(last.run.requestedAt) + 1);
    const values = Array.from({ length: 25 }, (_, n) => ({
      id: crypto.randomUUID(),
      integration_id: alpina,
      job_id: crypto.randomUUID(),
      requested_by: 'someone',
      requested_at: new Date(later.getTime() + n),
      with_writes: false,
      report: null,
    }));
    await managed.hub.stores.postgres.db.insertInto('conformance_runs').values(values).execute();
    const { runs, last: shown } = await read(alpina);
    expect(runs).toHaveLength(22);
    // Their jobs are gone: they ended without a result.
    expect(runs[0]).toMatchObject({ state: 'failed', username: 'someone', error: expect.any(String) });
    // More than twenty runs without a result later, the last result is still shown.
    expect(shown).toEqual(last);
    await settled(await start(alpina));
    const { count } = await managed.hub.stores.postgres.db
      .selectFrom('conformance_runs')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('integration_id', '=', alpina)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(21);
    expect((await read(alpina)).before.run).toEqual(last.run);
  });

  it('are downloaded as the command line writes them', async () => {
    const { last } = await read(alpina);
    const file = async (format: string, id = alpina, runId = last.run.id) =>
      managed.hub.get(`${address(id)}/${runId}/file?format=${format}`, manager());
    const html = (await file('html')).body;
    expect(html).toMatchObject({ mediaType: 'text/html' });
    expect(html.name).toMatch(/^conformance-alpina-nord-\d{4}-\d\d-\d\d\.html$/);
    expect(html.text).toContain('<h1>Conformance of the operator API</h1>');
    expect((await file('markdown')).body.text).toMatch(/^# Conformance of the operator API/);
    const json = (await file('json')).body;
    expect(JSON.parse(json.text)).toEqual(last.report);
    expect((await file('pdf')).status).toBe(422);
    expect((await file('html', baltica)).status).toBe(404);
    expect((await file('html', alpina, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('[OPEN-02] are read by administrators of the integration, of their own platform only', async () => {
    const token = await tokenFor('integration_admin', { integration: 'Alpina Nord' });
    const { last, ...rest } = await read(alpina, token);
    expect({ last, ...rest }).toEqual(await read(alpina));
    const file = (id: number) => managed.hub.get(`${address(id)}/${last.run.id}/file?format=markdown`, token);
    expect((await file(alpina)).status).toBe(200);
    expect((await file(baltica)).status).toBe(404);
    expect((await managed.hub.get(address(baltica), token)).status).toBe(404);
    expect((await post(address(alpina), { withWrites: false }, token)).status).toBe(403);
    expect((await post(`${address(alpina)}/cancel`, undefined, token)).status).toBe(403);
  });

  it('are refused to everyone else, without a token, for unknown integrations and strange bodies', async () => {
    const { integration_admin, integration_manager, integration_guest } = managed.token;
    for (const token of [integration_admin, integration_manager, integration_guest]) {
      expect((await post(address(alpina), { withWrites: false }, token)).status).toBe(403);
    }
    for (const token of [integration_manager, integration_guest])
      expect((await managed.hub.get(address(alpina), token)).status).toBe(403);
    expect((await post(address(alpina), { withWrites: false }, manager())).status).toBe(403);
    expect((await post(`${address(alpina)}/cancel`, undefined, manager())).status).toBe(403);
    expect((await managed.hub.get(address(alpina))).status).toBe(401);
    expect((await managed.hub.get(address(60_000), manager())).status).toBe(404);
    expect((await post(address(60_000), { withWrites: false })).status).toBe(404);
    expect((await post(`${address(60_000)}/cancel`)).status).toBe(404);
    for (const body of [{}, { withWrites: 'yes' }, { withWrites: false, only: ['health'] }]) {
      const { status, body: refusal } = await post(address(alpina), body);
      expect(status, JSON.stringify(refusal)).toBe(422);
    }
  });
});
