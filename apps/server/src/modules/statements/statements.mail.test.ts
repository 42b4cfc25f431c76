/** The documents of a statement: by mail, once to each address that may have them, and as files. */
import { messageOf, type StatementDetail, statementDetail } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { october } from '../../../test/support/period-close/period-hub.ts';
import {
  settings,
  type StatementHub,
  startStatementHub,
} from '../../../test/support/statements/statement-hub.ts';
import { MailError } from '../../infra/mail/index.ts';

let hub: StatementHub;
let statement: StatementDetail;

beforeAll(async () => {
  hub = await startStatementHub();
  await hub.period.put(...Array.from({ length: 5 }, (_, index) => october(index + 1)));
  await hub.period.close('2026-10');
  await hub.ok('PUT', '/statements/settings', settings);
  await hub.ok('PUT', `/statements/recipients/${hub.alpina}`, {
    name: 'Alpina S.p.A.',
    address: '',
    vatId: '',
    email: 'cfo@alpina.example',
  });
  statement = await hub.issue('2026-10');
  await hub.mailsSent();
});
afterAll(() => hub?.period.world.close());

const read = async (who: 'admin' | 'alpinaAdmin' | 'balticaAdmin' = 'admin') =>
  statementDetail.parse(await hub.ok('GET', `/statements/${statement.id}`, undefined, who));
const deliveries = async () =>
  (await read()).deliveries?.map(({ recipient, outcome, reason }) => [recipient, outcome, reason]);

describe('the mail of a statement', () => {
  it('goes to administrators of the integration in their language, and to the address on the statement', async () => {
    const taken = hub.mail.taken.map(({ to, subject }) => [to, subject]).toSorted();
    expect(taken).toEqual([
      [['alpinaAdmin@alpina.example'], 'Alpina: Rendiconto LH-2026-0001, ottobre 2026'],
      [['cfo@alpina.example'], 'Alpina: Statement LH-2026-0001, October 2026'],
    ]);
    const [{ attachments = [], text = '' } = {}] = hub.mail.taken;
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['LH-2026-0001.pdf', 'application/pdf'],
      ['LH-2026-0001.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ]);
    expect(attachments.map(({ content }) => (content as Buffer).subarray(0, 2).toString())).toEqual(['%P', 'PK']);
    expect(text).toContain(`/statements?id=${statement.id}`);
    expect(hub.notified.at(-1)).toMatchObject({
      to: { administratorsOf: [hub.alpina] },
      content: { path: `/statements?id=${statement.id}`, mail: false },
    });
  });

  it('is not sent to someone who may not have it by then', async () => {
    // This one had an account when the statement was issued.
    expect(await deliveries()).toEqual([
      ['alpinaAdmin@alpina.example', 'sent', null],
      ['cfo@alpina.example', 'sent', null],
      ['formerAdmin@alpina.example', 'refused', 'The account of this address has been removed or is disabled.'],
    ]);
  });

  it('is sent once more when that is asked for, and says why it failed', async () => {
    hub.mail.taken.length = 0;
    await hub.ok('PUT', `/statements/recipients/${hub.alpina}`, {
      name: '',
      address: '',
      vatId: '',
      email: 'other@alpina.example',
    });
    const account = hub.period.world.accounts.get('alpinaAdmin');
    if (account) account.roles = ['integration_manager'];
    hub.mail.refuses = new MailError(messageOf('mail.notTakenStatus', { status: 550 }), 'refused');
    const { history } = await hub.ok('POST', `/statements/${statement.id}/send`);
    expect(history[0]).toMatchObject({ action: 'send', username: 'admin' });
    await hub.mailsSent();
    if (account) account.roles = ['integration_admin'];
    expect(hub.mail.taken).toEqual([]);
    expect((await deliveries())?.slice(0, 2)).toEqual([
      ['alpinaAdmin@alpina.example', 'refused', 'The person at this address has no access to this statement.'],
      // The address that stands on the statement, whatever it is changed to later.
      ['cfo@alpina.example', 'failed', 'The mail server did not accept the email (SMTP 550).'],
    ]);
  });
});

describe('the files of a statement', () => {
  const open = async (url: string) => {
    const response = await fetch(new URL(url, hub.period.world.hub.url));
    return { status: response.status, type: response.headers.get('content-type'), body: await response.bytes() };
  };

  it('open in each format and language for whoever was given the address', async () => {
    const { files } = await read('alpinaAdmin');
    expect(files.map(({ format, language }) => `${format} ${language}`)).toEqual([
      'pdf en',
      'pdf it',
      'xlsx en',
      'xlsx it',
    ]);
    for (const { format, url } of files) {
      const { status, type, body } = await open(url);
      expect(status).toBe(200);
      expect(type).toContain(format === 'pdf' ? 'pdf' : 'spreadsheetml');
      expect(Buffer.from(body).subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
    }
    const [first] = files;
    const other = first?.url.replace('-pdf-en', '-pdf-it') ?? '';
    expect((await open(other)).status).toBe(404);
  });

  it('stay closed once the rights of that person have ended', async () => {
    const { files } = await read('alpinaAdmin');
    const url = files[0]?.url ?? '';
    const account = hub.period.world.accounts.get('alpinaAdmin');
    if (account === undefined) throw new Error('There is no account');
    for (const change of [
      { roles: ['integration_manager'] },
      { integrationName: 'Baltica' },
      { enabled: false },
    ]) {
      const before = { ...account };
      Object.assign(account, change);
      expect((await open(url)).status, JSON.stringify(change)).toBe(404);
      Object.assign(account, before);
    }
    expect((await open(url)).status).toBe(200);
  });
});
