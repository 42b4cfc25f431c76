import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api, type Job } from '../support/api.ts';
import { addDays, today } from '../support/days.ts';
import { type HubProcess, startHubProcess } from '../support/hub-process.ts';
import { until } from '../support/poll.ts';
import { processesOf } from '../support/processes.ts';
import { Sandbox, someSession } from '../support/sandbox.ts';
import { signIn } from '../support/sign-in.ts';
import { add, sumOfRows, sumOfTotals } from '../support/sums.ts';

test.describe.configure({ mode: 'serial' });

/** A hub of its own, so that its deaths disturb no one. */
test.describe('a hub that is killed in the middle of a fetch', () => {
  let hub: HubProcess;
  let api: Api;
  let sandbox: Sandbox;
  let hanging: { jobId: string; api: Api };

  /** Days whose sessions do not change by themselves any more. */
  const settled = { from: addDays(today(), -50), to: addDays(today(), -21) };

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    hanging = await startHanging();
    hub = await startHubProcess();
    api = await Api.signIn('admin', hub.origin);
    sandbox = await Sandbox.of(hub.origin);
  });

  test.afterAll(async () => {
    await (await (await Sandbox.of()).platform('Meridiana')).behave();
    await hub?.stop();
  });

  /** On the shared hub: a platform that hangs takes longest to be given up, so it is asked while other things happen. */
  async function startHanging() {
    const shared = await Api.signIn('admin');
    await (await (await Sandbox.of()).platform('Meridiana')).misbehave({ hang: true });
    const ids = await Promise.all(
      ['Meridiana', 'Castello'].map(async (name) => (await shared.integration(name)).id),
    );
    return { jobId: await shared.startFetch(settled.to, settled.to, ids), api: shared };
  }

  /** A fetch that is under way: a first page has arrived, and the largest platform, which takes its time, has more. */
  async function underWay(): Promise<string> {
    const integrations = await Promise.all(['Alpina', 'Castello'].map((name) => api.integration(name)));
    for (const { name } of integrations) await (await sandbox.platform(name)).misbehave({ slowMs: 5000 });
    const ids = integrations.map(({ id }) => id);
    const query = {
      dateStart: settled.from,
      dateEnd: settled.to,
      integrationIds: ids.join(','),
      forceUpdate: true,
    };
    const { jobId } = await api.get<{ jobId: string }>('/bookkeeping/sessions/fetch', query);
    await until('the first page of the fetch', async () => {
      const job = await api.job(jobId);
      return job.state === 'active' && job.integrations.some(({ received }) => received > 0);
    });
    return jobId;
  }

  async function calm(): Promise<void> {
    for (const { name } of await api.integrations()) await (await sandbox.platform(name)).behave();
  }

  const hubProcess = async () => (await processesOf(hub.dataDir, 'apps/server/src/cli.ts'))[0];

  async function killHub(): Promise<void> {
    const before = await hubProcess();
    if (before === undefined) throw new Error('The process of the hub was not found');
    process.kill(before, 'SIGKILL');
    await until('another process of the hub', async () => {
      const now = await hubProcess();
      return now !== undefined && now !== before;
    });
  }

  const healthy = () =>
    until('the hub to be healthy again', async () => {
      const answer = await fetch(`${hub.origin}/api/health`).catch(() => undefined);
      return answer?.ok;
    });

  /** The job by a hub that may be gone for a moment. */
  async function outcome(jobId: string): Promise<Job> {
    return until(
      'the end of the fetch',
      async () => {
        const job = await api.job(jobId).catch(() => undefined);
        return job !== undefined && ['completed', 'failed', 'cancelled'].includes(job.state) && job;
      },
      150_000,
    );
  }

  async function expectPlatformTotals(): Promise<void> {
    for (const { id, name } of await api.integrations()) {
      const totals = await (await sandbox.platform(name)).totals(settled.from, settled.to);
      const wanted = add(totals.map((day) => ({ ...day, grossWin: day.bet - day.win })));
      const request = { ...settled, integrations: [id], datasetTotals: true, key: 'day' };
      const answer = await api.statistics(request);
      expect(sumOfTotals(answer.grandTotals), name).toEqual(wanted);
      expect(answer.coverage.openSessions).toBe(totals.reduce((sum, { open }) => sum + open, 0));
    }
    const castello = await api.integration('Castello');
    const rows = await api.list({ ...settled, 'filter[integrationId]': castello.id });
    expect(new Set(rows.map(({ id }) => id)).size, 'nothing twice').toBe(rows.length);
    const totals = await (await sandbox.platform('Castello')).totals(settled.from, settled.to);
    expect(sumOfRows(rows)).toEqual(add(totals.map((day) => ({ ...day, grossWin: day.bet - day.win }))));
  }

  test('[SESS-11] kill -9 while the very first fetch runs: the supervisor starts it again and the fetch is finished', async () => {
    test.setTimeout(240_000);
    const { dateTime } = await api.get<{ dateTime: string | null }>('/integrations/last-fetch');
    expect(dateTime, 'nothing has been fetched to its end').toBeNull();
    await killHub();
    await healthy();
    await api.firstFetch();
    await expectPlatformTotals();
    expect(hub.output()).toContain('starting it again');
  });

  test('[SESS-11][JOBS-07][RT-06][ERR-006][OPEN-69] kill -9 of the hub while a fetch runs: it comes back, the job resumes, the widget follows, no cent is lost or doubled', async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const platform = await sandbox.platform('Castello');
    const createdAt = `${settled.from}T12:00:00.000Z`;
    await platform.put(
      [1, 2, 3].map((n) => someSession(platform, { createdAt, bet: n * 1_000_001, win: n * 333 })),
    );
    await signIn(page, 'admin', `${hub.origin}/settings`);
    const widget = page.getByRole('complementary', { name: 'Background job' });
    const jobId = await underWay();
    await expect(widget).toContainText('Fetch sessions');
    // What the widget says until the hub is back is noted by the page itself.
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const text = document.querySelector('aside[aria-label="Background job"]')?.textContent;
        if (text && said.at(-1) !== text) said.push(text);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await killHub();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n')))
      .toMatch(/Lost connection to jobs server.*Trying to reconnect/);
    await healthy();
    await calm();
    const job = await outcome(jobId);
    await expect(widget).toContainText('Last job: Fetch sessions', { timeout: 30_000 });
    expect(job.state).toBe('completed');
    expect(job.integrations.map(({ error }) => error)).toEqual(job.integrations.map(() => null));
    await expectPlatformTotals();
  });

  test('[SESS-11] kill -9 of PostgreSQL while a fetch runs: the hub starts it again, the job resumes, no cent is lost or doubled', async () => {
    test.setTimeout(240_000);
    const jobId = await underWay();
    const pidFile = join(hub.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const postmaster = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    const before = await postmaster();
    const hubBefore = await hubProcess();
    process.kill(before, 'SIGKILL');
    await until('another PostgreSQL', async () => (await postmaster().catch(() => before)) !== before);
    await healthy();
    await calm();
    const job = await outcome(jobId);
    expect(job.state).toBe('completed');
    await expectPlatformTotals();
    expect(await hubProcess(), 'the hub itself has lived on').toBe(hubBefore);
    const again = await api.fetchAndWait(settled.from, settled.to, [(await api.integration('Castello')).id]);
    // Beside today's play, which goes on, there is nothing left to take in.
    expect(again.integrations[0]).toMatchObject({ error: null });
    expect(again.integrations[0]?.unchanged).toBeGreaterThan(1000);
    await expectPlatformTotals();
  });

  test('[SESS-11] a platform that hangs is given up with a clear message, and the others have long been done', async () => {
    test.setTimeout(240_000);
    const job = await hanging.api.settled(hanging.jobId, 150_000);
    const part = (name: string) => job.integrations.find(({ integrationName }) => integrationName === name);
    expect(job.state).toBe('completed');
    expect(part('Meridiana')?.error).toBe('The data service did not answer in time. Called 4 times.');
    expect(part('Castello')).toMatchObject({ error: null });
    expect(part('Castello')?.received).toBeGreaterThan(0);
  });
});
