import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { fixedClock } from '../src/infra/clock/index.ts';
import type { HubModule } from '../src/infra/module.ts';
import type { JobDefinition } from '../src/infra/queue/index.ts';
import { applyRetention, type RetentionRule, retentionRules } from '../src/infra/retention/index.ts';
import { silentLog } from './harness.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';

// PostgreSQL writes times of jobs with its own clock.
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

const retentionDays = { quarantinedRows: 40, notifications: 30, mails: 20, jobs: 10 };

const owner = 'retention test';

let hub: TestHub;
let modules: readonly HubModule[];
let job: JobDefinition;

beforeAll(async () => {
  hub = await startTestHub({
    clock: fixedClock(now.toISOString()),
    settings: { retentionDays },
    compose(infra, parts) {
      const composition = composeHub(infra, parts);
      modules = composition.modules.filter(({ name }) => name !== 'retention');
      const [found] = composition.modules.find(({ name }) => name === 'retention')?.jobs ?? [];
      if (found === undefined) throw new Error('There is no retention job.');
      job = found;
      return { ...composition, identity: testIdentity };
    },
  });
});
afterAll(() => hub?.close());

const query = (text: string, values: unknown[] = []) => hub.infra.postgres.pool.query(text, values);

beforeEach(async () => {
  await query('DELETE FROM jobs WHERE username = $1', [owner]);
  for (const table of [
    'mail_deliveries',
    'notifications',
    'topic_mails',
    'maintenances',
    'quarantined_rows',
    'counter_totals',
  ])
    await query(`DELETE FROM ${table}`);
});

/** Runs the nightly job to its end. */
async function runJob(): Promise<Record<string, string | number>> {
  const { state, summary } = await hub.infra.jobs.waitForCompletion(await hub.infra.jobs.enqueue(job, {}));
  expect(state).toBe('completed');
  return summary;
}

/** Applies the rules, as they are or changed, in batches of two rows. */
function apply(change: Partial<RetentionRule> = {}): Promise<Record<string, number>> {
  const { postgres, clock } = hub.infra;
  const rules = retentionRules({ retentionDays }, modules).map((rule) => ({ ...rule, ...change }));
  const signal = new AbortController().signal;
  return applyRetention({ postgres, clock, rules, log: silentLog, signal, batchSize: 2 });
}

async function addJob(name: string, state: string, finishedAt: string | null): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO jobs (id, queue, name, state, user_id, username, data, created_at, finished_at)
     VALUES ($1, 'system', $2, $3, $4, $4, '{}', $5, $6)`,
    [id, name, state, owner, daysAgo(1_000), finishedAt],
  );
  return id;
}

async function addNotification(
  title: string,
  createdAt: string,
  { userId = 'anna', seen = false, maintenanceId = null as number | null } = {},
): Promise<void> {
  await query(
    `INSERT INTO notifications (user_id, title, description, severity, seen, created_at, maintenance_id)
     VALUES ($1, $2, '', 1, $3, $4, $5)`,
    [userId, title, seen, createdAt, maintenanceId],
  );
}

async function addQuarantinedRow(text: string, jobId: string, receivedAt: string): Promise<void> {
  await query(
    `INSERT INTO quarantined_rows
       (integration_id, row_hash, job_id, reason, row_text, times, first_received_at, received_at)
     VALUES (1, sha256(convert_to($1, 'UTF8')), $2, '{"code":"quarantine.notJson","values":{}}', $1, 1, $3, $4)`,
    [text, jobId, daysAgo(1_000), receivedAt],
  );
}

/** The jobs of these tests: the hub has some of its own. */
const namesOfJobs = () => texts('name', `jobs WHERE username = '${owner}'`);

async function texts(column: string, table: string): Promise<string[]> {
  const { rows } = await query(`SELECT ${column} AS text FROM ${table} ORDER BY 1`);
  return rows.map(({ text }) => text);
}

async function addDelivery(jobId: string, recipient: string, triedAt: string, isSent = true): Promise<void> {
  await query(
    `INSERT INTO mail_deliveries (job_id, recipient, tried_at, sent_at, error) VALUES ($1, $2, $3, $4, $5)`,
    [jobId, recipient, triedAt, isSent ? triedAt : null, isSent ? null : 'The server is away.'],
  );
}

describe('retention', () => {
  it('deletes finished jobs that are older than the setting, and no other', async () => {
    await addJob('old completed', 'completed', daysAgo(10.1));
    await addJob('old failed', 'failed', daysAgo(11));
    await addJob('old cancelled', 'cancelled', daysAgo(12));
    await addJob('young', 'completed', daysAgo(9.9));
    for (const state of ['waiting', 'delayed', 'active']) await addJob(state, state, null);
    expect(await runJob()).toMatchObject({ jobs: 3 });
    expect(await namesOfJobs()).toEqual(['active', 'delayed', 'waiting', 'young']);
  });

  it('keeps quarantined rows longer than the job that they came with', async () => {
    const jobId = await addJob('fetch-sessions', 'completed', daysAgo(15));
    await addQuarantinedRow('old', jobId, daysAgo(40.1));
    await addQuarantinedRow('young', jobId, daysAgo(39.9));
    expect(await runJob()).toMatchObject({ jobs: 1, quarantined_rows: 1 });
    expect(await texts("row_text || ' of ' || job_id", 'quarantined_rows')).toEqual([`young of ${jobId}`]);
  });

  it('deletes deliveries, but not while their job may send again', async () => {
    const done = await addJob('done', 'completed', daysAgo(5));
    const open = await addJob('open', 'active', null);
    await addDelivery(done, 'old@a.test', daysAgo(20.1));
    await addDelivery(done, 'old.failed@a.test', daysAgo(20.1), false);
    await addDelivery(randomUUID(), 'old.of.deleted.job@a.test', daysAgo(20.1));
    await addDelivery(done, 'young@a.test', daysAgo(19.9));
    await addDelivery(open, 'sent.of.open@a.test', daysAgo(20.1));
    await addDelivery(open, 'unsent.of.open@a.test', daysAgo(20.1), false);
    expect(await runJob()).toMatchObject({ mail_deliveries: 3 });
    expect(await texts('recipient', 'mail_deliveries')).toEqual([
      'sent.of.open@a.test',
      'unsent.of.open@a.test',
      'young@a.test',
    ]);
  });

  it('deletes counted mails of a topic, and none that waits for a digest', async () => {
    for (const [title, isCollected, at] of [
      ['old', false, daysAgo(20.1)],
      ['young', false, daysAgo(19.9)],
      ['waiting', true, daysAgo(20.1)],
    ])
      await query(
        `INSERT INTO topic_mails (topic, address, language, title, url, is_collected, created_at)
         VALUES ('tickets', 'a@b.test', 'en', $1, '/', $2, $3)`,
        [title, isCollected, at],
      );
    expect(await runJob()).toMatchObject({ topic_mails: 1 });
    expect(await texts('title', 'topic_mails')).toEqual(['waiting', 'young']);
  });

  it('[NOTIF-01] deletes notifications that were seen, and unseen ones that are not shown any more', async () => {
    const { rows } = await query(
      `INSERT INTO maintenances (starts_at, description, severity, created_at)
       VALUES ($1, 'past', 1, now()), ($2, 'coming', 1, now()) RETURNING id`,
      [daysAgo(1), daysAgo(-1)],
    );
    const [past, coming] = rows.map(({ id }) => id);
    await addNotification('old seen', daysAgo(30.1), { seen: true });
    await addNotification('old unseen', daysAgo(30.1));
    await addNotification('young seen', daysAgo(29.9), { seen: true });
    await addNotification('of a past maintenance', daysAgo(40), { seen: true, maintenanceId: past });
    await addNotification('of a coming maintenance', daysAgo(40), { seen: true, maintenanceId: coming });
    await addNotification('the 501st of bruno', daysAgo(33), { userId: 'bruno' });
    await addNotification('the 500th of bruno', daysAgo(32), { userId: 'bruno' });
    await query(
      `INSERT INTO notifications (user_id, title, description, severity, created_at)
       SELECT 'bruno', 'newer', '', 1, $1 FROM generate_series(1, 499)`,
      [daysAgo(31)],
    );
    expect(await runJob()).toMatchObject({ notifications: 3 });
    expect(await texts('DISTINCT title', 'notifications')).toEqual([
      'newer',
      'of a coming maintenance',
      'old unseen',
      'the 500th of bruno',
      'young seen',
    ]);
  });

  it('goes on in batches until nothing is left, and counts what it deleted for all processes', async () => {
    for (let n = 1; n <= 5; n++) await addQuarantinedRow(`row ${n}`, 'import', daysAgo(41));
    expect(await apply()).toEqual({
      alert_deliveries: 0,
      api_tokens: 0,
      webhook_messages: 0,
      change_requests: 0,
      game_imports: 0,
      bet_imports: 0,
      statement_deliveries: 0,
      jobs: 0,
      mail_deliveries: 0,
      notifications: 0,
      outages: 0,
      service_days: 0,
      topic_mails: 0,
      quarantined_rows: 5,
    });
    await addQuarantinedRow('one more', 'import', daysAgo(41));
    await apply();
    const { body } = await hub.fetch('/metrics');
    expect(body).toContain('hub_retention_deleted_rows_total{table="quarantined_rows",scope="hub"} 6');
  });

  it('of 0 days keeps rows for ever', async () => {
    await addJob('old', 'completed', daysAgo(5_000));
    expect(await apply({ days: 0 })).toEqual({});
    expect(await namesOfJobs()).toEqual(['old']);
  });

  it('of one table fails without the others, and the job with it', async () => {
    await addQuarantinedRow('old', 'import', daysAgo(41));
    const { postgres, clock } = hub.infra;
    const failing: RetentionRule = {
      table: 'broken',
      days: 1,
      deleteBatch: () => Promise.reject(new Error('No such table.')),
    };
    const rules = [failing, ...retentionRules({ retentionDays }, modules)];
    const signal = new AbortController().signal;
    const applied = applyRetention({ postgres, clock, rules, log: silentLog, signal });
    await expect(applied).rejects.toThrow('No such table.');
    expect(await texts('row_text', 'quarantined_rows')).toEqual([]);
  });
});
