/** Who may do what with statements, who gets their documents, and by which names and terms they are issued. */
import { createHash } from 'node:crypto';
import { messageOf, type StatementDetail, statementDetail } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { october, reason } from '../../../test/support/period-close/period-hub.ts';
import {
  type StatementHub,
  settings,
  startStatementHub,
  terms,
} from '../../../test/support/statements/statement-hub.ts';
import { MailError } from '../../infra/mail/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let hub: StatementHub;
let statement: StatementDetail;

beforeAll(async () => {
  hub = await startStatementHub();
  await hub.period.put(...Array.from({ length: 5 }, (_, index) => october(index + 1)));
  await hub.period.close('2026-10');
});
afterAll(() => hub?.period.world.close());

const read = async (who: 'admin' | 'alpinaAdmin' | 'balticaAdmin' = 'admin') =>
  statementDetail.parse(await hub.ok('GET', `/statements/${statement.id}`, undefined, who));
const deliveries = async () =>
  (await read()).deliveries?.map(({ recipient, outcome, reason, reasonDetail }) => {
    expect(reasonDetail && renderMessage(reasonDetail)).toBe(reason ?? undefined);
    return [recipient, outcome, reason];
  });

describe('settings, recipients and terms', () => {
  it('are empty before anyone fills them in', async () => {
    const none = await hub.ok('GET', '/statements/settings');
    expect(none).toMatchObject({ issuer: { name: '' }, numberPrefix: 'LH-', footer: { en: '', it: '' } });
    expect(await hub.ok('GET', `/statements/terms/${hub.alpina}`)).toEqual({
      recipient: { name: 'Alpina', address: '', vatId: '', email: '' },
      terms: [],
    });
  });

  it('are kept, with what is wrong named', async () => {
    const recipient = {
      name: 'Alpina S.p.A.',
      address: 'Corso 2',
      vatId: 'IT1',
      email: 'cfo@alpina.example',
    };
    const saved = await hub.ok('PUT', `/statements/recipients/${hub.alpina}`, recipient);
    expect(saved.recipient).toEqual(recipient);
    const { body: bad } = await hub.call('PUT', `/statements/recipients/${hub.alpina}`, {
      ...recipient,
      email: 'nowhere',
    });
    expect(Object.keys(bad.fields)).toEqual(['email']);
    const wrong = await hub.call('PUT', '/statements/settings', { ...settings, numberPrefix: 'no space' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['numberPrefix']]);
    const path = `/statements/terms/${hub.alpina}`;
    const tiers = [
      { from: 10, rate: 1000 },
      { from: 10, rate: 1100 },
    ];
    const { body: unordered } = await hub.call('PUT', path, { ...terms, tiers });
    expect(unordered.fields).toEqual({
      'tiers.0.from': 'The first tier starts at 0.',
      'tiers.1.from': 'Each tier starts above the one before.',
    });
    await hub.ok('PUT', path, { ...terms, fromMonth: '2026-12' });
    const both = await hub.ok('PUT', path, terms);
    expect(both.terms.map((one: typeof terms) => one.fromMonth)).toEqual(['2026-12', '2026-10']);
    expect(both.terms[1]).toEqual({
      ...terms,
      isLocked: false,
      updatedAt: '2026-11-20T12:00:00.000Z',
      updatedBy: 'admin',
    });
    const own = await hub.ok('GET', path, undefined, 'alpinaAdmin');
    expect(own).toEqual(both);
    expect((await hub.ok('DELETE', `${path}/2026-12`)).terms).toHaveLength(1);
    expect((await hub.call('DELETE', `${path}/2026-12`)).status).toBe(404);
    expect((await hub.call('DELETE', `${path}/2026-13`)).status).toBe(404);
  });

  it('are not replaced by those that a demo begins with', async () => {
    const path = `/statements/terms/${hub.alpina}`;
    const before = await hub.ok('GET', path);
    const { postgres } = hub.period.world.hub.infra;
    const begun = { recipient: { name: 'Demo', address: '', vatId: '', email: '' }, terms };
    await postgres.transaction(async (tx) => {
      await hub.module.terms.enterTerms(tx, hub.alpina, begun);
      await hub.module.terms.enterTerms(tx, hub.baltica, begun);
    });
    expect(await hub.ok('GET', path)).toEqual(before);
    expect(await hub.ok('GET', `/statements/terms/${hub.baltica}`)).toMatchObject({
      recipient: { name: 'Demo' },
      terms: [{ fromMonth: '2026-10', updatedBy: 'system' }],
    });
    const { enterSettings } = hub.module.terms;
    await postgres.transaction((tx) => enterSettings(tx, settings));
    const other = { ...settings, issuer: { ...settings.issuer, name: 'Other' } };
    await postgres.transaction((tx) => enterSettings(tx, other));
    expect((await hub.ok('GET', '/statements/settings')).issuer.name).toBe('Ludus S.r.l.');
  });
});

describe('the mail of a statement', () => {
  beforeAll(async () => {
    await hub.ok('PUT', '/statements/settings', settings);
    statement = await hub.issue('2026-10');
    await hub.mailsSent();
  });

  it('goes to administrators of the integration in their language, and to the address on the statement', async () => {
    const taken = hub.mail.taken.map(({ to, subject }) => [to, subject]).toSorted();
    expect(taken).toEqual([
      [['alpinaAdmin@alpina.example'], 'Alpina: Rendiconto LH-2026-0001, ottobre 2026'],
      [['cfo@alpina.example'], 'Alpina: Statement LH-2026-0001, October 2026'],
    ]);
    const [{ attachments = [], text = '' } = {}] = hub.mail.taken;
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['LH-2026-0001-issued-it.pdf', 'application/pdf'],
      ['LH-2026-0001-issued-it.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ]);
    expect(attachments.map(({ content }) => (content as Buffer).subarray(0, 2).toString())).toEqual([
      '%P',
      'PK',
    ]);
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
      [
        'formerAdmin@alpina.example',
        'refused',
        'The account of this address has been removed or is disabled.',
      ],
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
      [
        'alpinaAdmin@alpina.example',
        'refused',
        'The person at this address has no access to this statement.',
      ],
      // The address that stands on the statement, whatever it is changed to later.
      ['cfo@alpina.example', 'failed', 'The mail server did not accept the email (SMTP 550).'],
    ]);
  });
});

describe('the list', () => {
  it('shows what each side may see', async () => {
    const { rows, count } = await hub.ok('GET', '/statements');
    expect(count).toBe(1);
    expect(rows.map(({ number }: StatementDetail) => number)).toEqual(['LH-2026-0001']);
    expect(await hub.ok('GET', '/statements', undefined, 'alpinaAdmin')).toEqual({ rows, count });
    for (const path of ['/statements', `/statements?integrationId=${hub.alpina}`, '/statements/balances'])
      expect((await hub.ok('GET', path, undefined, 'balticaAdmin')).rows).toEqual([]);
    expect((await hub.ok('GET', `/statements?integrationId=${hub.baltica}`)).count).toBe(0);
    expect((await hub.ok('GET', '/statements?states=disputed,void')).count).toBe(0);
    expect(await hub.ok('GET', '/statements?payments=settled,partPaid&states=issued')).toEqual({
      rows,
      count,
    });
    expect(await hub.ok('GET', '/statements?limit=1&page=2')).toEqual({ rows: [], count });
    for (const [query, field] of [
      ['states=lost', 'states.0'],
      ['payments=lost', 'payments.0'],
      ['limit=0', 'limit'],
      ['integrationId=none', 'integrationId'],
    ]) {
      const bad = await hub.call('GET', `/statements?${query}`);
      expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, [field]]);
    }
    const { id } = rows[0];
    expect((await hub.call('GET', `/statements/${id}`, undefined, 'balticaAdmin')).status).toBe(404);
    expect((await hub.call('GET', '/statements/9999')).status).toBe(404);
    expect(await read()).toHaveProperty('deliveries');
    expect(await read('alpinaAdmin')).not.toHaveProperty('deliveries');
  });
});

describe('the terms beside the due of the platform', () => {
  it('stand in the reconciliation of whoever may see due, for closed months with one of its days', async () => {
    const { content } = await read();
    const expected = {
      integrationId: hub.alpina,
      month: '2026-10',
      platformDue: content.monthTotal.due,
      termsDue: content.terms?.amount,
      difference: content.terms?.difference,
    };
    const termsOf = async (to: string, who: 'admin' | 'manager' | 'alpinaAdmin' | 'balticaAdmin') =>
      (await hub.ok('GET', `/reconciliation?to=${to}`, undefined, who)).terms;
    for (const to of ['2026-10-01', '2026-10-20', '2026-11-19'])
      expect(await termsOf(to, 'admin')).toEqual([expected]);
    expect(await termsOf('2026-09-30', 'admin')).toEqual([]);
    expect(await termsOf('2026-10-20', 'alpinaAdmin')).toEqual([expected]);
    expect(await termsOf('2026-10-20', 'balticaAdmin')).toEqual([]);
    expect(await termsOf('2026-10-20', 'manager')).toBeUndefined();
  });
});

describe('the files of a statement', () => {
  const open = async (url: string) => {
    const response = await fetch(new URL(url, hub.period.world.hub.url));
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
      body: await response.bytes(),
    };
  };

  it('open in each format and language for whoever was given the address', async () => {
    const { files } = await read('alpinaAdmin');
    expect(files.map(({ format, language }) => `${format} ${language}`)).toEqual([
      'pdf en',
      'pdf it',
      'xlsx en',
      'xlsx it',
    ]);
    for (const { format, language, url } of files) {
      const { status, type, name, body } = await open(url);
      expect(status).toBe(200);
      expect(name).toBe(`LH-2026-0001-issued-${language}.${format}`);
      expect(url).toContain(`/${name}?`);
      expect(type).toContain(format === 'pdf' ? 'pdf' : 'spreadsheetml');
      expect(Buffer.from(body).subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
    }
    const [first] = files;
    const other = first?.url.replace('-pdf-en', '-pdf-it') ?? '';
    expect((await open(other)).status).toBe(404);
  });

  it('are those that were issued, byte by byte, whatever was decided since', async () => {
    const issued = async () =>
      (await read('alpinaAdmin')).files.filter(({ edition }) => edition === 'issued');
    const bytes = async () => Promise.all((await issued()).map(async ({ url }) => (await open(url)).body));
    const before = await bytes();
    const sums = (await issued()).map(({ sha256 }) => sha256);
    expect(before.map((body) => createHash('sha256').update(body).digest('hex'))).toEqual(sums);
    const { id } = await read('alpinaAdmin');
    const { db } = hub.period.world.hub.infra.postgres;
    await hub.call('POST', `/statements/${id}/dispute`, { reason }, 'alpinaAdmin');
    await hub.call('POST', `/statements/${id}/resolve`, {
      outcome: 'accepted',
      note: reason,
      adjustment: -1,
    });
    const after = await read('alpinaAdmin');
    expect(after.files.map(({ edition }) => edition)).toEqual([
      ...['issued', 'issued', 'issued', 'issued'],
      ...['now', 'now', 'now', 'now'],
    ]);
    expect((await issued()).map(({ sha256 }) => sha256)).toEqual(sums);
    expect((await bytes()).map((body, index) => Buffer.from(body).equals(before[index] ?? body))).toEqual([
      ...[true, true, true, true],
    ]);
    const now = after.files.find(({ edition }) => edition === 'now');
    expect((await open(now?.url ?? '')).name).toBe('LH-2026-0001-2026-11-20-en.pdf');
    expect(Buffer.from((await open(now?.url ?? '')).body).equals(before[0] ?? Buffer.of())).toBe(false);
    const [adjustment] = after.adjustments;
    const document = await open(adjustment?.files[0]?.url ?? '');
    expect([document.status, document.name]).toEqual([200, 'LH-2026-0001-A1-en.pdf']);
    await db
      .updateTable('statement_files')
      .set({ bytes: Buffer.from('%PDF') })
      .where('statement_id', '=', id)
      .execute();
    expect((await open((await issued())[0]?.url ?? '')).status).toBe(500);
    await db.deleteFrom('statement_files').where('statement_id', '=', id).execute();
    expect((await read('alpinaAdmin')).files.map(({ edition }) => edition)).toEqual([
      'now',
      'now',
      'now',
      'now',
    ]);
  });

  it('of an adjustment open only by their own address, signed for a person of its integration', async () => {
    const url = (await read('alpinaAdmin')).adjustments[0]?.files[0]?.url ?? '';
    expect((await open(url)).status).toBe(200);
    const [address = '', signature] = url.split('?');
    expect((await open(address)).status).toBe(404);
    // Another adjustment, another statement, and the provider's edition by the same signature.
    for (const other of [
      url.replace('-en-A1', '-en-A2'),
      url.replace(/\/(\d+)-pdf/, (_all, id) => `/${Number(id) + 1}-pdf`),
      url.replace('-en-A1', '-it-A1'),
    ]) {
      expect(other).not.toBe(url);
      expect((await open(other)).status, other).toBe(404);
    }
    expect(signature).toBeTruthy();
    // People of another integration are given no address, and those without statements neither.
    const { id } = await read();
    expect((await hub.call('GET', `/statements/${id}`, undefined, 'balticaAdmin')).status).toBe(404);
    expect((await hub.call('GET', `/statements/${id}`, undefined, 'alpinaManager')).status).toBe(403);
  });

  it('stay closed once the rights of that person have ended', async () => {
    const { files, adjustments } = await read('alpinaAdmin');
    const urls = [files[0]?.url ?? '', adjustments[0]?.files[0]?.url ?? ''];
    const account = hub.period.world.accounts.get('alpinaAdmin');
    if (account === undefined) throw new Error('There is no account');
    for (const change of [
      { roles: ['integration_manager'] },
      { integrationName: 'Baltica' },
      { enabled: false },
    ]) {
      const before = { ...account };
      Object.assign(account, change);
      for (const url of urls) expect((await open(url)).status, `${url} ${JSON.stringify(change)}`).toBe(404);
      Object.assign(account, before);
    }
    for (const url of urls) expect((await open(url)).status).toBe(200);
  });
});

describe('the calls', () => {
  const statement = { reason };
  const calls: [
    method: string,
    path: string,
    answered: 'provider' | 'integration' | 'both',
    body?: object,
  ][] = [
    ['GET', '/statements', 'both'],
    ['GET', '/statements/months', 'provider'],
    ['GET', '/statements/unstated', 'both'],
    ['GET', '/statements/balances', 'both'],
    ['GET', '/statements/balances/1', 'both'],
    ['GET', '/statements/preview?integrationId=1&month=2026-10', 'provider'],
    ['POST', '/statements', 'provider', { integrationId: 1, month: '2026-10', expectedTotal: 1 }],
    ['GET', '/statements/settings', 'provider'],
    ['PUT', '/statements/settings', 'provider', settings],
    ['GET', '/statements/terms/1', 'both'],
    ['PUT', '/statements/terms/1', 'provider', terms],
    ['DELETE', '/statements/terms/1/2026-10', 'provider'],
    ['PUT', '/statements/recipients/1', 'provider', { name: '', address: '', vatId: '', email: '' }],
    ['GET', '/statements/1', 'both'],
    ['POST', '/statements/1/send', 'provider'],
    ['POST', '/statements/1/acknowledge', 'integration', {}],
    ['POST', '/statements/1/dispute', 'integration', statement],
    ['POST', '/statements/1/resolve', 'provider', { outcome: 'rejected', note: reason }],
    ['POST', '/statements/1/void', 'provider', statement],
    ['POST', '/statements/1/payments', 'provider', { amount: 1, receivedOn: '2026-11-01', reference: '' }],
    ['POST', '/statements/payments/1/reverse', 'provider', statement],
  ];

  it.each(calls)('%s %s are for the side that they are meant for', async (method, path, answered, body) => {
    expect((await hub.period.world.hub.call(method, path, body === undefined ? {} : { body })).status).toBe(
      401,
    );
    for (const who of ['manager', 'alpinaManager', 'alpinaGuest'] as const)
      expect((await hub.call(method, path, body, who)).status, who).toBe(403);
    if (answered !== 'both') {
      const other = answered === 'provider' ? 'alpinaAdmin' : 'admin';
      expect((await hub.call(method, path, body, other)).status).toBe(403);
    }
  });

  it('know nothing of statements of another integration, nor of those that do not exist', async () => {
    for (const [method, path, answered, body] of calls) {
      if (
        answered === 'provider' ||
        ['/statements', '/statements/balances', '/statements/unstated'].includes(path)
      )
        continue;
      const named = path.replace(
        /\b1\b/,
        path.includes('balances') || path.includes('terms') ? `${hub.alpina}` : '1',
      );
      expect((await hub.call(method, named, body, 'balticaAdmin')).status, path).toBe(404);
    }
    for (const [method, path, answered, body] of calls) {
      if (!/\/1\b/.test(path)) continue;
      const who = answered === 'integration' ? 'alpinaAdmin' : 'admin';
      expect((await hub.call(method, path.replace('/1', '/9999'), body, who)).status, path).toBe(404);
    }
  });
});

describe('the log', () => {
  it('says what was done without amounts, as managers read it', async () => {
    const entries = await hub.period.world.hub.infra.postgres.db
      .selectFrom('logs')
      .select(['action', 'description', 'updates'])
      .where('log_type_id', '=', 15)
      .execute();
    expect(entries.map(({ description }) => description)).toEqual(
      expect.arrayContaining([
        'Issued the statement LH-2026-0001 of Alpina',
        'Mailed the statement LH-2026-0001 of Alpina again',
        'Downloaded LH-2026-0001-2026-11-20-en.pdf, a document of a statement of Alpina',
        'Set the terms of settlement of Alpina from 10/2026 on',
      ]),
    );
    for (const { action, updates } of entries)
      if (!['update-settings', 'save-recipient'].includes(action)) expect(updates).toEqual({});
  });
});
