import type { Job } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letTimeCome } from '../../../test/jobs.ts';
import { evening, type MailingHub, startMailingHub } from '../../../test/support/mailing-list/mailing-hub.ts';

let world: MailingHub;
beforeAll(async () => {
  world = await startMailingHub();
  await world.addPerson({
    username: 'a.admin',
    email: 'admin@alpina.test',
    roles: ['integration_admin'],
    integration: 'Alpina',
  });
});
afterAll(() => world?.close());

const inbox = () => world.server.inbox.map(({ to, mail }) => [to, mail.subject]);
const ask = async (method: string, path: string) =>
  world.hub.call(method, path, { token: await world.tokens('ludus_admin') });
const board = async () => (await ask('GET', '/jobs/all/reports')).body;
const plan = () => world.module.start?.();

/** The delayed jobs of the board: type, when each is due by the hub's clock, and the days it is of. */
async function delayed(): Promise<[string, string, string, string][]> {
  return (await board()).delayed.map(({ data, delay }: Job) => [
    data.type,
    new Date(world.clock.now().getTime() + delay).toISOString(),
    data.dateStart,
    data.dateEnd,
  ]);
}
const delayedId = async (type: string): Promise<string> =>
  (await board()).delayed.find(({ data }: Job) => data.type === type).id;

/** As a hub that has just been set up, in the evening before the clocks go forward. */
async function forgetAll(now = evening): Promise<void> {
  const { db, pool } = world.hub.stores.postgres;
  world.clock.set(now);
  await db.deleteFrom('report_runs').execute();
  await db.deleteFrom('mailing_list_entries').execute();
  await pool.query(`DELETE FROM queue.job WHERE name = 'email-report'`);
  await db.deleteFrom('jobs').execute();
  world.server.inbox.length = 0;
  world.server.refused.clear();
  world.server.busy.clear();
  await plan();
}
beforeEach(() => forgetAll());

describe('reports by the clock', () => {
  it('[OPEN-56][JOBS-20] stand among the delayed jobs until 06:00 in Rome, the night of the change of clocks too', async () => {
    expect(await delayed()).toEqual([
      ['daily', '2027-03-28T04:00:00.000Z', '2027-03-27', '2027-03-27'],
      ['monthly', '2027-04-01T04:00:00.000Z', '2027-03-01', '2027-03-31'],
      ['italy-games', '2027-04-01T04:00:00.000Z', '2027-03-01', '2027-03-31'],
    ]);
    await forgetAll('2027-10-30T20:00:00Z');
    expect(await delayed()).toEqual([
      ['daily', '2027-10-31T05:00:00.000Z', '2027-10-30', '2027-10-30'],
      ['monthly', '2027-11-01T05:00:00.000Z', '2027-10-01', '2027-10-31'],
      ['italy-games', '2027-11-01T05:00:00.000Z', '2027-10-01', '2027-10-31'],
    ]);
  });

  it('are planned once, however many processes start', async () => {
    await Promise.all([plan(), plan(), plan()]);
    expect(await delayed()).toHaveLength(3);
  });

  it('go at their time to each entry once, with a mail about nothing too, and the next one is planned', async () => {
    await world.addEntry('chief@ludus.test', 1, null);
    await world.addEntry('admin@alpina.test', 1, world.ids.alpina);
    await world.addEntry('monthly@ludus.test', 2, null);
    const first = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    expect(await world.arrive(first)).toMatchObject({ state: 'completed', userId: 'system' });
    expect(inbox().toSorted()).toEqual([
      ['admin@alpina.test', 'Daily report, 2027-03-27'],
      ['chief@ludus.test', 'Daily report, 2027-03-27'],
    ]);
    expect((await delayed())[0]).toEqual(['daily', '2027-03-29T04:00:00.000Z', '2027-03-28', '2027-03-28']);
    const second = await delayedId('daily');
    world.clock.set('2027-03-29T04:00:01Z');
    world.server.inbox.length = 0;
    await world.arrive(second);
    expect(inbox().toSorted()).toEqual([
      ['admin@alpina.test', 'Daily report, 2027-03-28: no activity'],
      ['chief@ludus.test', 'Daily report, 2027-03-28: no activity'],
    ]);
  });

  it('the monthly ones go on the first, of the month before', async () => {
    await forgetAll('2027-02-28T20:00:00Z');
    await world.addEntry('chief@ludus.test', 2, null);
    await world.addEntry('chief@ludus.test', 3, null);
    const ids = [await delayedId('monthly'), await delayedId('italy-games')];
    world.clock.set('2027-03-01T05:00:01Z');
    for (const id of ids) await world.arrive(id);
    expect(inbox().toSorted()).toEqual([
      ['chief@ludus.test', 'Italy games report, 2027-02-01 to 2027-02-28'],
      ['chief@ludus.test', 'Monthly report, 2027-02-01 to 2027-02-28'],
    ]);
  });

  it('a hub that was down at 06:00 sends what it missed once it is back, of the day that was due, and never twice', async () => {
    await world.addEntry('chief@ludus.test', 1, null);
    world.clock.set('2027-03-30T10:00:00Z');
    for (const day of ['2027-03-27', '2027-03-28', '2027-03-29']) {
      await Promise.all([plan(), plan()]);
      await world.arrive(await idOfDaily(day));
    }
    expect((await delayed())[0]?.[1]).toBe('2027-03-31T04:00:00.000Z');
    expect(inbox()).toEqual([
      ['chief@ludus.test', 'Daily report, 2027-03-27'],
      ['chief@ludus.test', 'Daily report, 2027-03-28: no activity'],
      ['chief@ludus.test', 'Daily report, 2027-03-29: no activity'],
    ]);
    await Promise.all([plan(), plan()]);
    expect(await delayed()).toHaveLength(3);
  });

  it('what was missed longer than a week ago is left out', async () => {
    await world.hub.infra.jobs.cancel(await delayedId('daily'));
    world.clock.set('2027-05-10T10:00:00Z');
    await plan();
    const { rows } = await world.hub.stores.postgres.pool.query(
      `SELECT due_at FROM report_runs WHERE report_type = 'daily' ORDER BY due_at`,
    );
    expect(rows.map(({ due_at }) => due_at.toISOString())).toEqual([
      '2027-03-28T04:00:00.000Z',
      '2027-05-04T04:00:00.000Z',
    ]);
  });

  it('one that an administrator has removed is not sent, and the next one is planned', async () => {
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    const reply = await ask('POST', `/jobs/clear/hub:reports/${id}`);
    expect(reply.status).toBe(200);
    await plan();
    expect((await delayed())[0]?.[1]).toBe('2027-03-29T04:00:00.000Z');
  });
});

describe('a mail server', () => {
  const fail = async (id: string, times: number) => {
    await letTimeCome(world.hub.stores.postgres, id);
    await world.failed(id, times);
  };
  const deliveries = async () =>
    (
      await world.hub.stores.postgres.db
        .selectFrom('report_deliveries')
        .select(['recipient', 'state', 'reason'])
        .orderBy('recipient')
        .execute()
    ).map(({ recipient, state, reason }) => [recipient, state, reason]);

  it('that is away at 06:00 gets each mail once when it is back', async () => {
    await world.addEntry('chief@ludus.test', 1, null);
    await world.addEntry('other@ludus.test', 1, null);
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    await world.server.stop();
    try {
      await fail(id, 1);
      expect(await deliveries()).toEqual([
        ['chief@ludus.test', 'waiting', null],
        ['other@ludus.test', 'waiting', null],
      ]);
    } finally {
      await world.server.start();
    }
    expect((await world.arrive(id)).state).toBe('completed');
    expect(inbox().toSorted()).toEqual([
      ['chief@ludus.test', 'Daily report, 2027-03-27'],
      ['other@ludus.test', 'Daily report, 2027-03-27'],
    ]);
  });

  it('that refuses an address holds up no one else, and the entry says how it went', async () => {
    for (const name of ['a', 'bounces', 'c']) await world.addEntry(`${name}@ludus.test`, 1, null);
    world.server.refused.add('bounces@ludus.test');
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    const job = await world.arrive(id);
    expect(job).toMatchObject({ state: 'completed', summary: { recipients: 3, sent: 2, failed: 1 } });
    expect(inbox().map(([to]) => to)).toEqual(['a@ludus.test', 'c@ludus.test']);
    const reason = 'The mail server did not accept the email (SMTP 550).';
    const reasonDetail = { code: 'mail.notTakenStatus', values: { status: 550 } };
    const list = (await ask('GET', '/mailing-list-reports')).body;
    expect(list.map((one: { lastDelivery: object }) => one.lastDelivery)).toEqual([
      { at: '2027-03-28T04:00:01.000Z', state: 'sent', reason: null },
      { at: '2027-03-28T04:00:01.000Z', state: 'failed', reason, reasonDetail },
      { at: '2027-03-28T04:00:01.000Z', state: 'sent', reason: null },
    ]);
  });

  it('that asks one address to wait is tried again with that one alone', async () => {
    for (const name of ['a', 'busy', 'c']) await world.addEntry(`${name}@ludus.test`, 1, null);
    world.server.busy.add('busy@ludus.test');
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    await fail(id, 1);
    expect(inbox().map(([to]) => to)).toEqual(['a@ludus.test', 'c@ludus.test']);
    world.server.busy.clear();
    expect((await world.arrive(id)).state).toBe('completed');
    expect(inbox().map(([to]) => to)).toEqual(['a@ludus.test', 'c@ludus.test', 'busy@ludus.test']);
  });

  it('that stays away: the job fails in words, its addresses too, and run again it sends what is missing once', async () => {
    for (const name of ['a', 'b']) await world.addEntry(`${name}@ludus.test`, 1, null);
    world.server.busy.add('b@ludus.test');
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    for (const times of [1, 2]) await fail(id, times);
    expect(await world.arrive(id)).toMatchObject({
      state: 'failed',
      error: 'The mail server did not accept the email (SMTP 451).',
    });
    await world.failed(id, 3);
    expect(await deliveries()).toEqual([
      ['a@ludus.test', 'sent', null],
      ['b@ludus.test', 'failed', { code: 'mail.notTakenStatus', values: { status: 451 } }],
    ]);
    world.server.busy.clear();
    const { body } = await ask('POST', `/jobs/retry/reports/${id}`);
    expect(await world.hub.infra.jobs.waitForCompletion(body.id)).toMatchObject({ state: 'completed' });
    expect(inbox().map(([to]) => to)).toEqual(['a@ludus.test', 'b@ludus.test']);
    expect((await deliveries()).map(([, state]) => state)).toEqual(['sent', 'sent']);
  });

  it('that refuses every address: the job fails at once with the reason', async () => {
    await world.addEntry('bounces@ludus.test', 1, null);
    world.server.refused.add('bounces@ludus.test');
    const id = await delayedId('daily');
    world.clock.set('2027-03-28T04:00:01Z');
    expect(await world.arrive(id)).toMatchObject({
      state: 'failed',
      error: 'The report reached no address. The mail server did not accept the email (SMTP 550).',
    });
    await world.failed(id, 1);
  });
});

async function idOfDaily(dateStart: string): Promise<string> {
  const { rows } = await world.hub.stores.postgres.pool.query<{ id: string }>(
    `SELECT id FROM jobs WHERE name = 'email-report' AND data->>'type' = 'daily' AND data->>'dateStart' = $1`,
    [dateStart],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`No daily report of ${dateStart} is planned.`);
  return row.id;
}
