import { eurosFromCents, type Job } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  evening,
  type MailingHub,
  type SentMail,
  startMailingHub,
} from '../../../test/support/mailing-list/mailing-hub.ts';
import { type KnownRow, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { parsePeriod } from '../../infra/clock/index.ts';

let world: MailingHub;
beforeAll(async () => {
  world = await startMailingHub();
  const people = [
    { username: 'chief', email: 'chief@ludus.test', roles: ['ludus_admin'], integration: null },
    { username: 'staff', email: 'staff@ludus.test', roles: ['ludus_manager'], integration: null },
    { username: 'a.admin', email: 'admin@alpina.test', roles: ['integration_admin'], integration: 'Alpina' },
    { username: 'a.guest', email: 'guest@alpina.test', roles: ['integration_guest'], integration: 'ALPINA' },
    {
      username: 'b.admin',
      email: 'admin@baltica.test',
      roles: ['integration_admin'],
      integration: 'Baltica',
    },
    { username: 'left', email: 'left@ludus.test', roles: ['ludus_admin'], integration: null, enabled: false },
    { username: 'two.a', email: 'two@ludus.test', roles: ['integration_admin'], integration: 'Alpina' },
    { username: 'two.b', email: 'two@ludus.test', roles: ['integration_admin'], integration: 'Baltica' },
    { username: 'lost', email: 'lost@ludus.test', roles: ['integration_admin'], integration: 'Nowhere' },
  ];
  for (const person of people) await world.addPerson(person);
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.server.inbox.length = 0;
  world.server.refused.clear();
  world.server.busy.clear();
  await world.hub.stores.postgres.db.deleteFrom('mailing_list_entries').execute();
});

const paths = {
  daily: '/reports-email-daily',
  monthly: '/reports-email-monthly',
  'italy-games': '/reports-email-italy-games',
  custom: '/reports-email',
} as const;
type Type = keyof typeof paths;
const request = (type: Type, body: object, token = world.token) =>
  world.hub.call('POST', `${paths[type]}?socketId=abc`, { token, body });

async function sent(type: Type, body: object): Promise<Job> {
  const reply = await request(type, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await world.hub.infra.jobs.waitForCompletion(reply.body.jobId);
  return (await world.hub.get(`/jobs/${reply.body.jobId}`, world.token)).body;
}
const yesterday = { dateStart: '2027-03-27', dateEnd: '2027-03-27' };
const to = (address: string) => world.server.inbox.filter((one) => one.to === address);
const onlyMail = (address: string): SentMail => {
  const [mail, ...others] = to(address);
  if (mail === undefined || others.length > 0) throw new Error(`${to(address).length} mails to ${address}`);
  return mail;
};

/** The figures of the workbook's last row, which is the total, and the integrations above it. */
async function openWorkbook({ mail }: SentMail) {
  const [attachment] = mail.attachments;
  if (attachment === undefined) throw new Error('The mail carries no workbook.');
  const { sheets } = await openXlsx(Buffer.from(attachment.content as ArrayBuffer));
  const [heading = [], ...rows] = sheets[0]?.rows ?? [];
  const records = rows.map((row) =>
    Object.fromEntries(heading.map((title, index) => [String(title), row[index] ?? null])),
  );
  return {
    fileName: attachment.filename,
    sheets: sheets.map(({ name }) => name),
    total: records.at(-1),
    columns: heading.map(String),
    integrations: records.filter((row) => row.Level === 'Integration').map((row) => row.Integration),
  };
}

function expected(period: { from: string; to: string }, ids: readonly number[]) {
  const { from, to: end } = parsePeriod(period);
  const within = (row: KnownRow) =>
    row.sessionType === 1 &&
    row.createdAtMs >= from.getTime() &&
    row.createdAtMs < end.getTime() &&
    ids.includes(row.integrationId);
  const own = world.rows.filter(within);
  const sums = sumsOf(own);
  return {
    Bet: eurosFromCents(sums.bet),
    'Gross win': eurosFromCents(sums.bet - sums.win),
    Sessions: own.length,
  };
}
const march27 = { from: '2027-03-27', to: '2027-03-27' };
const february = { from: '2027-02-01', to: '2027-02-28' };

describe('a report by mail', () => {
  it('[API-061][OPEN-56][ENT-10] custom: is the chosen range, as the detailed report in a workbook, to each address once', async () => {
    const job = await sent('custom', {
      dateStart: '2027-02-01',
      dateEnd: '2027-03-27',
      to: ['chief@ludus.test', 'CHIEF@ludus.test', 'new@elsewhere.test'],
      integrationId: world.ids.alpina,
    });
    expect(job).toMatchObject({
      state: 'completed',
      queueQualifiedName: 'hub:reports',
      username: 'ludus_admin',
      summary: { recipients: 2, sent: 2, failed: 0, refused: 0 },
      progress: { percentage: 100, message: 'Addresses reached: 2 of 2' },
    });
    expect(job.data).toMatchObject({
      userId: 'user-ludus_admin',
      type: 'custom',
      dateStart: '2027-02-01',
      dateEnd: '2027-03-27',
      integrationId: world.ids.alpina,
    });
    const chief = onlyMail('chief@ludus.test');
    const workbook = await openWorkbook(chief);
    expect(workbook.fileName).toBe('report-2027-02-01-2027-03-27.xlsx');
    expect(workbook.sheets).toEqual(['Detailed Report', 'Stats Days', 'About']);
    expect(workbook.total).toMatchObject(
      expected({ from: '2027-02-01', to: '2027-03-27' }, [world.ids.alpina]),
    );
    expect(chief.mail.text).toContain('Period: 01/02/2027 00:00 to 28/03/2027 00:00 (end not included)');
    expect(chief.mail.text).toContain('Integrations: Alpina');
    expect(chief.mail.text).toContain('Sessions: real, open and closed');
    expect(chief.mail.text).toContain('Time zone: Europe/Rome');
    expect(chief.mail.text).toContain('Figures as of: 27/03/2027 19:50');
    expect(chief.mail.text).toContain('Not fetched yet: Alpina');
    expect(chief.mail.text).toContain('Period not over: figures change until 28/03/2027 00:00 and later');
  });

  it('names no address where the job is shown or told of', async () => {
    const job = await sent('custom', { ...yesterday, to: ['secret@elsewhere.test'] });
    expect(JSON.stringify(job)).not.toContain('secret@');
    const row = await world.hub.stores.postgres.db
      .selectFrom('jobs')
      .select('data')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.data)).not.toContain('secret@');
  });

  it.each([
    [
      'daily',
      { from: '2027-03-26', to: '2027-03-26' },
      'daily-report-2027-03-26.xlsx',
      '2027-03-26',
      '2027-03-26',
    ],
    ['monthly', february, 'monthly-report-2027-02-01-2027-02-28.xlsx', '2027-02-01', '2027-02-28'],
    ['italy-games', february, 'italy-games-report-2027-02-01-2027-02-28.xlsx', '2027-02-01', '2027-02-28'],
  ] as const)(
    '[API-058][API-059][API-060][OPEN-56] %s: is of its own period, whatever range is sent',
    async (type, period, fileName, first, last) => {
      const job = await sent(type, {
        dateStart: '2020-01-01',
        dateEnd: '2020-01-31',
        to: ['chief@ludus.test'],
      });
      expect(job.data).toMatchObject({ dateStart: first, dateEnd: last });
      const mail = onlyMail('chief@ludus.test');
      const workbook = await openWorkbook(mail);
      expect(workbook.fileName).toBe(fileName);
      const { alpina, baltica, cimone } = world.ids;
      expect(workbook.total).toMatchObject(
        expected(period, type === 'italy-games' ? [alpina, cimone] : [alpina, baltica, cimone]),
      );
    },
  );

  it('[OPEN-56] italy-games: holds integrations of version GAI2 alone', async () => {
    await sent('italy-games', { to: ['chief@ludus.test'] });
    const mail = onlyMail('chief@ludus.test');
    expect((await openWorkbook(mail)).integrations).toEqual(['Alpina', 'Cimone']);
    expect(mail.mail.text).toContain('Integrations: Alpina, Cimone (of version GAI2)');
    world.server.inbox.length = 0;
    await sent('italy-games', { to: ['chief@ludus.test'], integrationId: world.ids.baltica });
    const none = onlyMail('chief@ludus.test');
    expect(none.mail.subject).toContain('no activity');
    expect(none.mail.text).toContain('Integrations: none (of version GAI2)');
  });

  it('says that there was no activity rather than nothing', async () => {
    const range = { dateStart: '2027-01-10', dateEnd: '2027-01-11' };
    await sent('custom', { ...range, to: ['admin@alpina.test'] });
    const { mail } = onlyMail('admin@alpina.test');
    expect(mail.subject).toBe('Report, 2027-01-10 to 2027-01-11: no activity');
    expect(mail.text).toContain('No activity: no real session was created in this period.');
    expect(mail.text).toContain('Integrations: Alpina');
    expect(mail.attachments).toEqual([]);
  });

  it('[ERR-050][OPEN-55] custom needs an address and a range; nothing is queued otherwise', async () => {
    const before = (await world.jobs()).length;
    for (const addresses of [null, [], undefined]) {
      const { status, body } = await request('custom', { ...yesterday, to: addresses });
      expect([status, body.fields]).toEqual([422, { to: 'Please enter at least one email address' }]);
    }
    const fieldsOf = async (body: object) => {
      const reply = await request('custom', { to: ['a@b.it'], ...body });
      expect(reply.status).toBe(422);
      return Object.keys(reply.body.fields).toSorted();
    };
    expect(await fieldsOf({})).toEqual(['dateEnd', 'dateStart']);
    expect(await fieldsOf({ dateStart: '2027-03-02', dateEnd: '2027-03-01' })).toEqual(['dateEnd']);
    expect(await fieldsOf({ dateStart: 'x', dateEnd: '2027-03-01' })).toEqual(['dateStart']);
    expect((await request('custom', { ...yesterday, to: ['no-one'] })).status).toBe(422);
    expect((await request('daily', { to: null, from: 'x' })).status).toBe(422);
    expect((await request('daily', { to: null, integrationId: 999 })).status).toBe(404);
    expect((await world.jobs()).length).toBe(before);
  });

  it.each(Object.keys(paths) as Type[])('[ROLE-12] %s is for ludus_admin alone', async (type) => {
    const body = { ...yesterday, to: ['a@b.it'] };
    expect((await world.hub.call('POST', paths[type], { body })).status).toBe(401);
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      expect((await request(type, body, await world.tokens(role))).status).toBe(403);
    }
  });
});

describe('each reader gets what they may see', () => {
  const all = () => Object.values(world.ids);
  const everyone = [
    'chief@ludus.test',
    'staff@ludus.test',
    'admin@alpina.test',
    'guest@alpina.test',
    'admin@baltica.test',
    'new@elsewhere.test',
  ];

  it('[OPEN-81][ROLE-15] people of an integration that alone, and net win and due by role', async () => {
    await sent('custom', { ...yesterday, to: everyone });
    const { alpina, baltica } = world.ids;
    const wanted: [string, number[], boolean][] = [
      ['chief@ludus.test', all(), true],
      ['staff@ludus.test', all(), false],
      ['admin@alpina.test', [alpina], true],
      ['guest@alpina.test', [alpina], false],
      ['admin@baltica.test', [baltica], true],
      ['new@elsewhere.test', all(), false],
    ];
    for (const [address, ids, withNet] of wanted) {
      const mail = onlyMail(address);
      const workbook = await openWorkbook(mail);
      expect(workbook.total).toMatchObject(expected(march27, ids));
      expect(workbook.integrations).toHaveLength(ids.length);
      expect([workbook.columns.includes('Net win'), workbook.columns.includes('Due')]).toEqual([
        withNet,
        withNet,
      ]);
      expect(mail.mail.text).toContain(`Net win and due: ${withNet ? 'included' : 'not included'}`);
      expect(mail.mail.to).toHaveLength(1);
    }
  });

  it('an entry with an integration gives that alone, also to those who see more', async () => {
    await world.addEntry('chief@ludus.test', 2, world.ids.baltica);
    await world.addEntry('new@elsewhere.test', 2, world.ids.alpina);
    await sent('monthly', { to: null });
    expect((await openWorkbook(onlyMail('chief@ludus.test'))).integrations).toEqual(['Baltica']);
    expect((await openWorkbook(onlyMail('new@elsewhere.test'))).integrations).toEqual(['Alpina']);
  });

  it('staff keep what they see where an integration gives their address to a user', async () => {
    await world.addPerson({
      username: 'as.staff',
      email: 'chief@ludus.test',
      roles: ['integration_guest'],
      integration: 'Alpina',
    });
    await sent('custom', { ...yesterday, to: ['chief@ludus.test'] });
    const workbook = await openWorkbook(onlyMail('chief@ludus.test'));
    expect(workbook.total).toMatchObject(expected(march27, all()));
    expect(workbook.columns).toContain('Due');
    await world.hub.stores.postgres.db.deleteFrom('users').where('username', '=', 'as.staff').execute();
  });

  it('rights are those of the moment of sending', async () => {
    const { db } = world.hub.stores.postgres;
    const holds = (roles: string[]) =>
      db.updateTable('users').set({ roles }).where('username', '=', 'a.admin').execute();
    await holds(['integration_manager']);
    await sent('custom', { ...yesterday, to: ['admin@alpina.test'] });
    expect((await openWorkbook(onlyMail('admin@alpina.test'))).columns).not.toContain('Due');
    await holds(['integration_admin']);
  });

  it('an ordered address whose people may not see it gets nothing; the others get theirs', async () => {
    const refused = ['left@ludus.test', 'two@ludus.test', 'lost@ludus.test', 'admin@alpina.test'];
    const job = await sent('monthly', {
      to: [...refused, 'admin@baltica.test'],
      integrationId: world.ids.baltica,
    });
    expect(job).toMatchObject({
      state: 'completed',
      summary: { recipients: 5, sent: 1, failed: 0, refused: 4 },
      progress: { message: 'Addresses reached: 1 of 5, 4 without access' },
    });
    expect(world.server.inbox.map((one) => one.to)).toEqual(['admin@baltica.test']);
    const deliveries = (await world.hub.get('/reports-email/deliveries', world.token)).body;
    const own = deliveries.find((one: { jobId: string }) => one.jobId === job.id).deliveries;
    expect(own.map((one: { reason: string | null }) => one.reason)).toEqual([
      'The account of this address has been removed or is disabled.',
      'People of several integrations have this address.',
      'The person at this address belongs to no integration.',
      'The person at this address has no access to the integrations of this report.',
      null,
    ]);
  });

  it('an entry for staff who are disabled gets nothing, and says why; the others get theirs', async () => {
    const reason = 'The account of this address has been removed or is disabled.';
    await world.addEntry('left@ludus.test', 2, null);
    await world.addEntry('admin@baltica.test', 2, null);
    const job = await sent('monthly', { to: null });
    expect(job).toMatchObject({ state: 'completed', summary: { recipients: 2, sent: 1, refused: 1 } });
    expect(world.server.inbox.map((one) => one.to)).toEqual(['admin@baltica.test']);
    const list = (await world.hub.get('/mailing-list-reports', world.token)).body;
    const entry = list.find((one: { email: string }) => one.email === 'left@ludus.test');
    expect(entry.lastDelivery).toEqual({
      at: new Date(evening).toISOString(),
      state: 'failed',
      reason,
      reasonDetail: { code: 'mail.noAccount', values: {} },
    });
  });
});

describe('how the mails of a report went', () => {
  const path = '/reports-email/deliveries';

  it('[JOBS-16] each address with its outcome: sent, not reached, or kept back, each with the reason', async () => {
    world.server.refused.add('bounces@elsewhere.test');
    const addresses = ['chief@ludus.test', 'admin@baltica.test', 'bounces@elsewhere.test'];
    const job = await sent('custom', { ...yesterday, to: addresses, integrationId: world.ids.alpina });
    expect(job).toMatchObject({
      state: 'completed',
      summary: { recipients: 3, sent: 1, failed: 1, refused: 1 },
      progress: {
        message: 'Addresses reached: 1 of 3, delivery failed for 1, 1 without access',
        detail: { code: 'jobs.mailedFailedRefused', values: { sent: 1, all: 3, failed: 1, refused: 1 } },
      },
    });
    const { status, body } = await world.hub.get(path, world.token);
    expect(status).toBe(200);
    expect(body.find((one: { jobId: string }) => one.jobId === job.id).deliveries).toEqual([
      { recipient: 'chief@ludus.test', outcome: 'sent', reason: null },
      {
        recipient: 'admin@baltica.test',
        outcome: 'refused',
        reason: 'The person at this address has no access to the integrations of this report.',
        reasonDetail: { code: 'mail.otherIntegrations', values: {} },
      },
      {
        recipient: 'bounces@elsewhere.test',
        outcome: 'failed',
        reason: expect.stringContaining('SMTP 550'),
        reasonDetail: { code: 'mail.notTakenStatus', values: { status: 550 } },
      },
    ]);
  });

  it('[OPEN-61] names addresses to those who manage jobs alone', async () => {
    expect((await world.hub.call('GET', path)).status).toBe(401);
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      expect((await world.hub.get(path, await world.tokens(role))).status).toBe(403);
    }
    expect((await world.hub.get(`${path}?jobId=1`, world.token)).status).toBe(422);
  });
});

describe('without addresses', () => {
  it('[OPEN-55] goes to the entries of the type and integration, ALL included, and to no other', async () => {
    await world.addEntry('chief@ludus.test', 2, null);
    await world.addEntry('admin@alpina.test', 2, world.ids.alpina);
    await world.addEntry('admin@baltica.test', 2, world.ids.baltica);
    await world.addEntry('staff@ludus.test', 1, null);
    await sent('monthly', { to: null, integrationId: world.ids.alpina });
    expect(world.server.inbox.map((one) => one.to).toSorted()).toEqual([
      'admin@alpina.test',
      'chief@ludus.test',
    ]);
    expect((await openWorkbook(onlyMail('chief@ludus.test'))).integrations).toEqual(['Alpina']);
    const list = (await world.hub.get('/mailing-list-reports', world.token)).body;
    const states = list.map((one: { email: string; lastDelivery: { state: string } | null }) => [
      one.email,
      one.lastDelivery?.state ?? null,
    ]);
    expect(states).toEqual([
      ['admin@alpina.test', 'sent'],
      ['admin@baltica.test', null],
      ['chief@ludus.test', 'sent'],
      ['staff@ludus.test', null],
    ]);
  });

  it('says so when no one is on the list', async () => {
    expect(await sent('italy-games', {})).toMatchObject({
      state: 'completed',
      progress: { message: 'No one is on the mailing list for this report' },
    });
  });
});
