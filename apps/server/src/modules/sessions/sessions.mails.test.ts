import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { silentLog } from '../../../test/harness.ts';
import {
  type FetchHub,
  internationalSession,
  startFetchHub,
} from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { JobContext, JobRow } from '../../infra/queue/index.ts';
import { type MailPayload, mailPayload } from './sessions.mail-payload.ts';
import { checkedAddresses, type MailJob } from './sessions.mails.ts';

let world: FetchHub;
const tokens = { admin: '', alpina: '' };
const today = 'from=2026-11-20&to=2026-11-20';
const sessions = 3_000;

beforeAll(async () => {
  world = await startFetchHub();
  const now = world.clock.now();
  tokens.admin = await tokenFor('ludus_admin', { now });
  tokens.alpina = await tokenFor('integration_manager', { now });
  const times = { createdAt: '2026-11-20T08:00:00.000Z', updatedAt: '2026-11-20T08:30:00.000Z' };
  world.alpina.put(...Array.from({ length: sessions }, (_, index) => platformSession(index, times)));
  world.baltica.put(internationalSession(1, { ...times, sessionId: 'B-1' }));
  await world.settled(await world.fetching.requestInitialFetch());
});
afterAll(() => world?.close());

const account = (username: string, role: string, integrationName: string | null = null) => ({
  id: `user-${role}`,
  username,
  email: `${username}@hub.test`,
  roles: [role],
  integrationName,
  enabled: true,
});
const taken = () => world.mailServer.taken;
const recipients = () => taken().map(({ mail }) => mail.to[0]);
beforeEach(() => {
  taken().length = 0;
  world.mailServer.refuses = 0;
  world.accounts.isAway = false;
  world.accounts.clear();
  world.accounts.set('ludus_admin', account('ludus_admin', 'ludus_admin'));
  world.accounts.set('integration_manager', account('integration_manager', 'integration_manager', 'Alpina'));
});

async function mailed(query: string, token = tokens.admin): Promise<JobRow> {
  const { status, body } = await world.hub.get(`/range-mail?${today}&${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return world.settled(body.jobId);
}
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n');

describe('GET /range-mail', () => {
  it('[LIST-04][API-082][OPEN-84] sends all pages of the filtered list as CSV to each address', async () => {
    const job = await mailed('emails=anna@example.com,bruno@example.com&sessionTypeId=1&limit=14&page=3');
    expect(job).toMatchObject({ state: 'completed', queue: 'reports', percentage: 100 });
    const list = await world.hub.get(
      `/bookkeeping/sessions/range?${today}&sessionTypeId=1&limit=1`,
      tokens.admin,
    );
    expect(taken().map(({ mail }) => mail.to)).toEqual([['anna@example.com'], ['bruno@example.com']]);
    for (const { mail, attachment } of taken()) {
      const [heading, ...rows] = rowsOf(attachment);
      expect(heading).toBe(
        'Integration,Game,External ticket ID,Bet,Win,Gross win,Net win,Due,Rounds,Last update,Operator,Session ID,User ID,State,Created at,Type',
      );
      expect(rows).toHaveLength(list.body.count);
      expect(mail.text).toContain(
        `Sessions: ${list.body.count.toLocaleString('it-IT', { useGrouping: 'always' })}`,
      );
      expect(mail.text).toContain('Time zone: Europe/Rome');
      expect(mail.text).toContain('Type: real');
      expect(mail.html).toContain('Europe/Rome');
      expect(mail.attachments?.[0]).toMatchObject({ filename: 'sessions-2026-11-20-2026-11-20.csv' });
    }
    expect(job.summary).toEqual({ rows: list.body.count, recipients: 2, sent: 2 });
  });

  it('[OPEN-84] the rows are those of the list, in its order', async () => {
    await mailed('emails=a@b.it&order[bet]=desc&betRange=900,');
    const { body } = await world.hub.get(
      `/bookkeeping/sessions/range?${today}&order[bet]=desc&betRange=900,&limit=500`,
      tokens.admin,
    );
    const column = (number: number) =>
      rowsOf(taken()[0]?.attachment ?? '')
        .slice(1)
        .map((row) => row.split(',')[number]);
    expect(column(2)).toEqual(
      body.rows.map((row: { aamsTicketId: string | null }) => row.aamsTicketId ?? ''),
    );
    expect(column(3).map(Number)).toEqual(body.rows.map((row: { bet: number }) => row.bet));
  });

  it("[OPEN-02][OPEN-81] holds the requester's own integration and columns, whatever is asked for", async () => {
    await mailed(`emails=a@b.it&integrationId=${world.ids.alpina},${world.ids.baltica}`, tokens.alpina);
    const [heading, ...rows] = rowsOf(taken()[0]?.attachment ?? '');
    expect(heading).toMatch(/^Operator,Game,/);
    expect(heading).not.toContain('Due');
    expect(rows).toHaveLength(sessions);
    await mailed(`emails=a@b.it&integrationId=${world.ids.baltica}`, tokens.alpina);
    expect(rowsOf(taken()[1]?.attachment ?? '')).toHaveLength(1);
    expect(taken()[1]?.mail.text).toContain('No session matches these filters');
  });

  it('makes no link of what the caller has sent', async () => {
    const evil = 'https://evil.example/login';
    await mailed(`emails=a@b.it&userId=${encodeURIComponent(evil)}`);
    const { mail } = taken()[0] ?? {};
    expect(mail?.text).toContain('User ID: https[:]//evil[.]example/login');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/href|https:\/\/evil|evil\.example/);
  });

  it('is refused beyond the quota of the person, whose mails and recipients count, and is in the log', async () => {
    const { db } = world.hub.stores.postgres;
    const now = world.clock.now();
    await db.deleteFrom('mail_quota_uses').execute();
    await db
      .insertInto('mail_quota_uses')
      .values({ user_id: 'user-ludus_admin', recipients: 299, used_at: new Date(now.getTime() - 600_000) })
      .execute();
    const jobs = async () => (await db.selectFrom('jobs').select('id').execute()).length;
    const before = await jobs();
    const refused = await world.hub.get(`/range-mail?${today}&emails=a@b.it,c@d.it`, tokens.admin);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000']);
    expect(await jobs()).toBe(before);
    const job = await mailed('emails=a@b.it');
    const entries = await db
      .selectFrom('logs')
      .select('description')
      .where('related_id', '=', job.id)
      .execute();
    expect(entries).toEqual([
      { description: 'Sent the sessions list of 2026-11-20 to 2026-11-20 by email to 1 address' },
    ]);
    await db.deleteFrom('mail_quota_uses').execute();
  });

  it('[ERR-084][ERR-085][LIST-24] malformed, repeated and missing addresses are refused in the words of the documents', async () => {
    for (const [emails, message] of [
      ['no-one', 'Please enter a valid email address.'],
      ['a@b', 'Please enter a valid email address.'],
      ['a%20b@c.it', 'Please enter a valid email address.'],
      ['a@b.it,c@d.it,A@b.it', 'Email already added'],
      ['', 'Enter at least one email address.'],
    ] as const) {
      const { status, body } = await world.hub.get(`/range-mail?${today}&emails=${emails}`, tokens.admin);
      expect(status).toBe(422);
      expect(body).toMatchObject({ message, fields: { emails: message } });
    }
    const reversed = await world.hub.get(
      '/range-mail?from=2026-11-21&to=2026-11-20&emails=a@b.it',
      tokens.admin,
    );
    expect(reversed.status).toBe(422);
    expect(() => checkedAddresses(['a@b.it', 'b@b.it'])).not.toThrow();
  });
});

/** A job row that outlives attempts. */
function attempts(payload: MailPayload) {
  const id = randomUUID();
  return async () => {
    const context: JobContext<MailPayload> = {
      payload: mailPayload.parse(JSON.parse(JSON.stringify(payload))),
      job: { id, name: 'email-sessions', attempt: 1, userId: 'user-integration_manager', username: 'x' },
      log: silentLog,
      signal: new AbortController().signal,
      progress: () => {},
      summarise: () => {},
      summariseIntegrations: () => {},
      checkpoint: async () => {},
      readCheckpoint: async () => null,
    };
    const [job] = (world.sessionMails.jobs ?? []) as MailJob[];
    await job?.run(context);
  };
}

describe('the mail job', () => {
  const filter = { from: '2026-11-20', to: '2026-11-20' };
  const emails = ['one@b.it', 'two@b.it', 'three@b.it'];

  it('goes on after the mail server was down, and sends no one the same mail twice', async () => {
    const run = attempts({ filter, emails });
    world.mailServer.refuses = 1;
    await expect(run()).rejects.toThrow('The mail server is down.');
    expect(recipients()).toEqual(['two@b.it', 'three@b.it']);
    world.mailServer.refuses = 3;
    await expect(run()).rejects.toThrow('The mail server is down.');
    world.mailServer.refuses = 0;
    await run();
    await run();
    expect(recipients()).toEqual(['two@b.it', 'three@b.it', 'one@b.it']);
  });

  it('[OPEN-81] takes the rights of the requester as they are when it runs', async () => {
    world.accounts.set(
      'integration_manager',
      account('integration_manager', 'integration_manager', 'Baltica'),
    );
    await attempts({ filter, emails: ['a@b.it'] })();
    expect(rowsOf(taken()[0]?.attachment ?? '')).toHaveLength(2);
    const admin = {
      ...account('integration_manager', 'integration_admin', 'Alpina'),
      id: 'user-integration_manager',
    };
    world.accounts.set('integration_manager', admin);
    await attempts({ filter, emails: ['a@b.it'] })();
    expect(rowsOf(taken()[1]?.attachment ?? '')[0]).toContain('Due');
  });

  it('waits for an identity provider that is away, and sends nothing meanwhile', async () => {
    const run = attempts({ filter, emails: ['a@b.it'] });
    world.accounts.isAway = true;
    await expect(run()).rejects.toMatchObject({ status: 502 });
    expect(taken()).toEqual([]);
    world.accounts.isAway = false;
    await run();
    expect(recipients()).toEqual(['a@b.it']);
  });

  it('takes jobs that a former version has queued, without the rights they carry', async () => {
    const requester = { userId: 'someone', username: 'x', email: null, roles: [], integrationName: null };
    await attempts({ filter, emails: ['a@b.it'], requester } as MailPayload)();
    expect(recipients()).toEqual(['a@b.it']);
  });

  it('[OPEN-01][API-099] sends nothing for someone who has lost the right or the account', async () => {
    const guest = {
      ...account('integration_manager', 'integration_guest', 'Alpina'),
      id: 'user-integration_manager',
    };
    const disabled = { ...account('integration_manager', 'integration_manager', 'Alpina'), enabled: false };
    const homeless = account('integration_manager', 'integration_manager');
    for (const now of [guest, disabled, homeless, { ...homeless, id: 'another person' }]) {
      world.accounts.set('integration_manager', now);
      await expect(attempts({ filter, emails })()).rejects.toThrow(expect.objectContaining({ status: 403 }));
    }
    world.accounts.clear();
    await expect(attempts({ filter, emails })()).rejects.toThrow('can no longer sign in');
    expect(taken()).toEqual([]);
  });
});
