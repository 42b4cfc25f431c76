import { type StatementContent, type StatementDetail, statementDetail } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { october, reason } from '../../../test/support/period-close/period-hub.ts';
import {
  type StatementHub,
  september,
  settings,
  startStatementHub,
  terms,
} from '../../../test/support/statements/statement-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let hub: StatementHub;
let at: { alpina: number; baltica: number };

beforeAll(async () => {
  hub = await startStatementHub();
  at = hub;
  await hub.period.put(
    ...Array.from({ length: 9 }, (_, index) => september(300 + index)),
    ...Array.from({ length: 12 }, (_, index) => october(index + 1)),
    october(20, { gameSlug: 'comet_courier', bet: 250_000, win: 100_000, netWin: 112_500, due: 15_000 }),
  );
  await hub.ok('PUT', `/statements/recipients/${at.alpina}`, recipient);
  await hub.ok('PUT', `/statements/terms/${at.alpina}`, terms);
});
const recipient = { name: 'Alpina S.p.A.', address: 'Corso 2', vatId: 'IT1', email: 'cfo@alpina.example' };
afterAll(() => hub?.period.world.close());

const preview = (month: string, integrationId = at.alpina) =>
  hub.call('GET', `/statements/preview?integrationId=${integrationId}&month=${month}`);
const read = async (id: number, who: 'admin' | 'alpinaAdmin' = 'admin'): Promise<StatementDetail> =>
  statementDetail.parse(await hub.ok('GET', `/statements/${id}`, undefined, who));
const post = (path: string, body?: object, who: 'admin' | 'alpinaAdmin' = 'admin') =>
  hub.call('POST', `/statements/${path}`, body, who);
const inCents = (amount: number) => Math.round(amount * 100);
const euros = (amount: number) =>
  amount.toLocaleString('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: true });
const notice = () => {
  const last = hub.notified.at(-1);
  if (last === undefined) throw new Error('No one was notified');
  return last;
};
const said = () =>
  [notice().content.texts.title, notice().content.texts.description].map((one) => renderMessage(one));
const happened = ({ history }: StatementDetail) => history.map(({ action }) => action);
const refusal = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

// One story: each part goes on where the one before it ended.
describe('issuing', () => {
  let september9: StatementDetail;

  it('takes a closed month', async () => {
    const open = await preview('2026-09');
    expect(refusal(open)).toEqual([409, 'Only a closed month has a statement. Close the month first.']);
    hub.period.found.compared = { compared: 30, equal: 28 };
    await hub.period.close('2026-09');
    hub.period.found.compared = { compared: 31, equal: 31 };
    await hub.period.close('2026-10');
    const { rows } = await hub.ok('GET', '/statements/months');
    expect(rows).toEqual([
      {
        integration: { id: at.alpina, name: 'Alpina' },
        month: '2026-09',
        closedAt: '2026-11-20T12:00:00.000Z',
        due: expect.any(Number),
      },
      expect.objectContaining({ month: '2026-10' }),
    ]);
  });

  it('says which failed checks the month was closed with', async () => {
    const { exceptions }: StatementContent = (await preview('2026-09')).body;
    expect(exceptions).toEqual([
      {
        check: 'reconciled',
        detail: { code: 'periods.notReconciled', values: { compared: 30, days: 30, equal: 28 } },
      },
    ]);
    const other: StatementContent = (await preview('2026-10')).body;
    expect(other.exceptions).toEqual([]);
  });

  it('takes the name of the issuer, and the amount that was seen', async () => {
    const content: StatementContent = (await preview('2026-09')).body;
    const body = { integrationId: at.alpina, month: '2026-09', expectedTotal: content.total.total };
    const nameless = await hub.call('POST', '/statements', body);
    expect(refusal(nameless)).toEqual([409, 'Enter the name of the issuer before you issue statements.']);
    await hub.ok('PUT', '/statements/settings', settings);
    const other = await hub.call('POST', '/statements', {
      ...body,
      expectedTotal: content.total.total + 0.01,
    });
    expect([other.status, other.body.message]).toEqual([
      409,
      'The amount has changed in the meantime. Check it again before you issue the statement.',
    ]);
    for (const [part, field] of [
      [{ month: '2026-9' }, 'month'],
      [{ expectedTotal: 1.005 }, 'expectedTotal'],
      [{ integrationId: 0 }, 'integrationId'],
    ] as const) {
      const bad = await hub.call('POST', '/statements', { ...body, ...part });
      expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, [field]]);
    }
    expect((await hub.call('POST', '/statements', { ...body, integrationId: 9999 })).status).toBe(404);
  });

  it('freezes what the month says, by operator and game, and mails it', async () => {
    const { db } = hub.period.world.hub.infra.postgres;
    await db
      .insertInto('webhook_endpoints')
      .values({
        ...{ integration_id: at.alpina, name: 'Ledger', url: 'https://hooks.invalid', secret: 'none' },
        ...{ events: ['statement.issued'], off_reason: null, created_at: new Date(0) },
      })
      .execute();
    september9 = await hub.issue('2026-09');
    const told = await db.selectFrom('webhook_messages').select('body').executeTakeFirstOrThrow();
    expect(JSON.parse(told.body)).toEqual({
      type: 'statement.issued',
      timestamp: '2026-11-20T12:00:00.000Z',
      data: {
        ...{ integrationId: at.alpina, statementId: september9.id, number: 'LH-2026-0001', month: '2026-09' },
        ...{ total: september9.total, dueOn: '2026-12-20' },
      },
    });
    expect(september9).toMatchObject({
      number: 'LH-2026-0001',
      state: 'issued',
      payment: 'open',
      issuedAt: '2026-11-20T12:00:00.000Z',
      // Without terms: no tax, and thirty days.
      dueOn: '2026-12-20',
      termsDifference: null,
      adjusted: 0,
      paid: 0,
      dispute: null,
      disputeOutcome: null,
    });
    const { content, total, open } = september9;
    expect(content.issuer.name).toBe('Ludus S.r.l.');
    expect(content.recipient.name).toBe('Alpina S.p.A.');
    expect(content.terms).toBeNull();
    expect(content.restatements).toEqual([]);
    expect(content.total).toMatchObject({ restated: 0, vatRate: 0, vat: 0, total, net: total, due: total });
    expect(open).toBe(total);
    const sum = content.rows.reduce((all, row) => all + inCents(row.due), 0);
    expect(sum).toBe(inCents(content.monthTotal.due));
    expect(content.monthTotal.due).toBe(content.total.due);
    const month = await hub.period.get('2026-09', '?by=both');
    expect(content.monthTotal).toMatchObject({
      sessions: month.total.closed?.sessionsTotal,
      bet: month.total.closed?.bet,
      win: month.total.closed?.win,
      netwin: month.total.closed?.netwin,
      due: month.total.closed?.due,
    });
    expect(inCents(content.monthTotal.tax)).toBe(
      inCents(content.monthTotal.grosswin) - inCents(content.monthTotal.netwin),
    );
    expect(happened(september9)).toEqual(['issue']);
    const again = await preview('2026-09');
    expect(refusal(again)).toEqual([409, 'The month has the statement LH-2026-0001 already.']);
  });

  it('keeps the month closed, and its terms', async () => {
    const path = `/periods/${at.alpina}/2026-09/reopen`;
    const reopened = await hub.call('POST', path, { reason });
    expect(refusal(reopened)).toEqual([
      409,
      'The month has the statement LH-2026-0001. Void it before you reopen the month.',
    ]);
    const early = { ...terms, fromMonth: '2026-08' };
    const changed = await hub.call('PUT', `/statements/terms/${at.alpina}`, early);
    expect(refusal(changed)).toEqual([
      409,
      'Statement LH-2026-0001 was issued by these terms. They cannot change any more.',
    ]);
    const later = await hub.ok('PUT', `/statements/terms/${at.alpina}`, { ...terms, note: 'Later.' });
    expect(later.terms[0]).toMatchObject({ note: 'Later.', isLocked: false });
  });

  it('takes up what has changed in earlier months, once, with tax by the terms of the month', async () => {
    hub.period.world.clock.set('2026-11-21T09:00:00Z');
    await hub.period.put(
      september(302, {
        bet: 90_000,
        win: 10_000,
        netWin: 60_000,
        due: 9_999,
        updatedAt: '2026-11-20T18:00:00.000Z',
      }),
      september(351, { due: 777, updatedAt: '2026-11-20T18:00:00.000Z' }),
    );
    const statement = await hub.issue('2026-10');
    const { content } = statement;
    expect(content.restatements.map(({ month, reason: why, lines }) => [month, why, lines])).toEqual([
      ['2026-09', 'late', 1],
      ['2026-09', 'corrected', 1],
    ]);
    const restated = content.restatements.reduce((all, { due }) => all + inCents(due), 0);
    expect(restated).toBe(inCents(content.total.restated));
    const lines = await hub.period.lines('2026-09');
    expect(restated).toBe(lines.reduce((all, { amounts }) => all + inCents(amounts.due ?? 0), 0));
    const net = inCents(content.total.due) + restated;
    expect(content.total).toMatchObject({ net: net / 100, vatRate: 2200 });
    expect(inCents(content.total.vat)).toBe(Math.round((net * 22) / 100));
    expect(statement).toMatchObject({ number: 'LH-2026-0002', dueOn: '2026-12-06' });
    expect(content.balanceBefore).toBe(september9.total);
    expect(content.terms?.terms).toEqual({ ...terms, note: 'Later.' });
    expect(statement.termsDifference).toBe(content.terms?.difference);
    // The statement of September says what it said.
    expect((await read(september9.id)).content).toEqual(september9.content);
  });
});

describe('the list and the balance', () => {
  it('add up', async () => {
    const { rows: statements } = await hub.ok('GET', '/statements');
    const owed = statements.reduce((all: number, { total }: StatementDetail) => all + inCents(total), 0);
    const ledger = await hub.ok('GET', `/statements/balances/${at.alpina}`, undefined, 'alpinaAdmin');
    expect(ledger.balance).toEqual({
      integration: { id: at.alpina, name: 'Alpina' },
      balance: owed / 100,
      overdue: 0,
      ageing: { notDue: owed / 100, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0, credit: 0 },
      open: statements.filter(({ total }: StatementDetail) => total > 0).length,
      disputed: 0,
    });
    expect(
      ledger.rows.map(({ kind, balance }: { kind: string; balance: number }) => [kind, balance]),
    ).toEqual([
      ['statement', owed / 100],
      ['statement', statements[1].total],
    ]);
    const { rows: balances } = await hub.ok('GET', '/statements/balances');
    expect(balances).toEqual([ledger.balance]);
    const empty = await hub.ok('GET', `/statements/balances/${at.baltica}`, undefined, 'balticaAdmin');
    expect(empty).toMatchObject({ rows: [], count: 0, balance: { balance: 0, open: 0 } });
    const foreign = await hub.call('GET', `/statements/balances/${at.alpina}`, undefined, 'balticaAdmin');
    expect(foreign.status).toBe(404);
    expect((await hub.call('GET', '/statements/balances/9999')).status).toBe(404);
    const bad = await hub.call('GET', `/statements/balances/${at.alpina}?page=0`);
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['page']]);
  });
});

describe('answers', () => {
  const id = 2;

  it('accept a statement once', async () => {
    const { body } = await post(`${id}/acknowledge`, { note: 'Agreed.' }, 'alpinaAdmin');
    expect(statementDetail.parse(body)).toMatchObject({ state: 'acknowledged' });
    expect(body.history[0]).toMatchObject({
      action: 'acknowledge',
      side: 'integration',
      username: 'alpinaAdmin',
      note: 'Agreed.',
      amount: null,
    });
    expect(hub.notified.at(-1)).toMatchObject({
      to: { admins: true },
      content: { path: '/statements?id=2' },
    });
    const again = await post(`${id}/acknowledge`, {}, 'alpinaAdmin');
    expect(refusal(again)).toEqual([409, 'Statement LH-2026-0002 has been answered already.']);
  });

  it('dispute it later all the same, once', async () => {
    const bad = await post(`${id}/dispute`, { reason: 'no', amount: 0.001 }, 'alpinaAdmin');
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['reason', 'amount']]);
    const { total } = await read(id);
    const tooMuch = await post(
      `${id}/dispute`,
      { reason, amount: (inCents(total) + 1) / 100 },
      'alpinaAdmin',
    );
    expect([tooMuch.status, tooMuch.body.fields]).toEqual([
      422,
      { amount: `At most ${euros(total)}\u00a0€, VAT included: the statement asks for no more.` },
    ]);
    for (const amount of [0, -5]) {
      const nothing = await post(`${id}/dispute`, { reason, amount }, 'alpinaAdmin');
      expect([nothing.status, nothing.body.fields]).toEqual([422, { amount: 'Enter an amount above 0.' }]);
    }
    const dispute = { reason: 'Too many late sessions.', amount: 10 };
    const { body } = await post(`${id}/dispute`, dispute, 'alpinaAdmin');
    expect(statementDetail.parse(body)).toMatchObject({
      state: 'disputed',
      dispute: { ...dispute, username: 'alpinaAdmin', at: '2026-11-21T09:00:00.000Z' },
    });
    expect(hub.notified.at(-1)).toMatchObject({ to: { admins: true }, content: { severity: 3, mail: true } });
    expect(renderMessage(notice().content.texts.description)).toBe(
      'Disputed: 10,00\u00a0€, VAT included. alpinaAdmin: Too many late sessions.',
    );
    const again = await post(`${id}/dispute`, dispute, 'alpinaAdmin');
    expect(refusal(again)).toEqual([409, 'Statement LH-2026-0002 is disputed already.']);
    expect((await post(`${id}/acknowledge`, {}, 'alpinaAdmin')).status).toBe(409);
    expect((await hub.ok('GET', '/statements/balances')).rows[0].disputed).toBe(1);
  });

  it('withdraw a dispute that was not answered, which the provider is told', async () => {
    expect((await post(`${id}/dispute/withdraw`)).status).toBe(403);
    const { body } = await post(`${id}/dispute/withdraw`, undefined, 'alpinaAdmin');
    expect(statementDetail.parse(body)).toMatchObject({
      ...{ state: 'issued', dispute: null, disputeOutcome: null },
      history: expect.arrayContaining([expect.objectContaining({ action: 'withdraw', amount: null })]),
    });
    expect(notice()).toMatchObject({ to: { admins: true } });
    expect(said()).toEqual([
      'Alpina withdrew its dispute of the statement LH-2026-0002',
      'alpinaAdmin withdrew the dispute of the statement of 10/2026.',
    ]);
    const { description } = await hub.period.world.hub.infra.postgres.db
      .selectFrom('logs')
      .select('description')
      .where('action', '=', 'withdraw')
      .executeTakeFirstOrThrow();
    expect(description).toBe('Withdrew the dispute of the statement LH-2026-0002 of Alpina');
    expect(refusal(await post(`${id}/dispute/withdraw`, undefined, 'alpinaAdmin'))).toEqual([
      409,
      'Statement LH-2026-0002 is not disputed.',
    ]);
    await post(`${id}/dispute`, { reason: 'Too many late sessions.', amount: 10 }, 'alpinaAdmin');
  });

  it('end a dispute with an amount, or with the reason', async () => {
    const note = 'They stand in November.';
    const missing = await post(`${id}/resolve`, { outcome: 'accepted', note });
    expect(missing.body.fields).toEqual({ adjustment: 'Enter the amount that is taken off or put on.' });
    const surplus = await post(`${id}/resolve`, { outcome: 'rejected', note, adjustment: -1 });
    expect(surplus.body.fields).toEqual({ adjustment: 'A rejected dispute changes no amount.' });
    const before = await read(id);
    const accepted = await post(`${id}/resolve`, { outcome: 'accepted', note, adjustment: -7.77 });
    expect(statementDetail.parse(accepted.body)).toMatchObject({
      state: 'issued',
      adjusted: -7.77,
      total: before.total,
      open: (inCents(before.open) - 777) / 100,
      dispute: null,
      disputeOutcome: 'accepted',
    });
    expect(accepted.body.adjustments).toEqual([
      {
        number: 'LH-2026-0002-A1',
        at: expect.any(String),
        username: 'admin',
        note,
        net: -6.37,
        vatRate: 2200,
        vat: -1.4,
        amount: -7.77,
        files: [
          { language: 'en', url: expect.stringContaining('LH-2026-0002-A1-en.pdf') },
          { language: 'it', url: expect.stringContaining('LH-2026-0002-A1-it.pdf') },
        ],
      },
    ]);
    const { to, content } = notice();
    expect(to).toEqual({ administratorsOf: [at.alpina] });
    const left = euros((inCents(before.open) - 777) / 100);
    expect(renderMessage(content.texts.description)).toBe(
      `7,77\u00a0€ taken off, VAT included. Now to pay: ${left}\u00a0€ by 06/12/2026. admin: ${note}`,
    );
    expect(refusal(await post(`${id}/resolve`, { outcome: 'rejected', note }))).toEqual([
      409,
      'Statement LH-2026-0002 is not disputed.',
    ]);
    // Less than was disputed.
    expect(renderMessage(content.texts.title)).toBe('Dispute partly accepted: statement LH-2026-0002');
    await post(`${id}/dispute`, { reason }, 'alpinaAdmin');
    const rejected = await post(`${id}/resolve`, { outcome: 'rejected', note });
    expect(rejected.body).toMatchObject({ state: 'issued', adjusted: -7.77, disputeOutcome: 'rejected' });
    expect(renderMessage(notice().content.texts.description)).toBe(
      `Now to pay: ${left}\u00a0€ by 06/12/2026. admin: ${note}`,
    );
    expect(happened(rejected.body)).toEqual([
      'reject',
      'dispute',
      'accept',
      'dispute',
      'withdraw',
      'dispute',
      'acknowledge',
      'issue',
    ]);
  });
});

describe('payments', () => {
  const id = 2;
  const pay = (amount: number, reference = 'Bank 1', receivedOn = '2026-11-20') =>
    post(`${id}/payments`, { amount, receivedOn, reference });

  it('settle a statement in parts, are overdue by the clock, and can be taken back', async () => {
    const { open } = await read(id);
    const part = await pay(1);
    expect(part.body).toMatchObject({ payment: 'partPaid', paid: 1, open: (inCents(open) - 100) / 100 });
    expect(notice()).toMatchObject({ to: { administratorsOf: [at.alpina] }, content: { mail: true } });
    expect(said()).toEqual([
      'Payment recorded: statement LH-2026-0002',
      `1,00\u00a0€ received on 20/11/2026. Now to pay: ${euros(open - 1)}\u00a0€ by 06/12/2026.`,
    ]);
    hub.period.world.clock.set('2026-12-06T22:30:00Z');
    expect((await read(id)).payment).toBe('partPaid');
    // Midnight in Rome after the day it was due.
    hub.period.world.clock.set('2026-12-06T23:30:00Z');
    expect((await read(id)).payment).toBe('overdue');
    expect((await hub.ok('GET', '/statements?payments=overdue')).count).toBe(1);
    const late = (inCents(open) - 100) / 100;
    expect((await read(id)).daysLate).toBe(1);
    expect((await hub.ok('GET', '/statements/balances')).rows[0]).toMatchObject({
      overdue: late,
      ageing: { upTo30: late, upTo60: 0 },
    });
    const rest = await pay((inCents(open) - 100) / 100, 'Bank 2');
    expect(rest.body).toMatchObject({ payment: 'settled', open: 0 });
    expect(said()[1]).toContain('Nothing is left to pay.');
    // Nothing is in its favour that could be paid out.
    const out = await pay(-5);
    expect([out.status, out.body.fields]).toEqual([422, { amount: 'Enter an amount above 0.' }]);
    const more = await pay(5, 'Booked twice');
    expect(more.body).toMatchObject({ payment: 'settled', open: -5 });
    const back = await pay(-5, 'Paid out');
    expect(back.body).toMatchObject({ payment: 'settled', open: 0 });
    const { payments } = back.body as StatementDetail;
    expect(payments.map(({ amount, reference }) => [amount, reference])).toEqual([
      [1, 'Bank 1'],
      [(inCents(open) - 100) / 100, 'Bank 2'],
      [5, 'Booked twice'],
      [-5, 'Paid out'],
    ]);
    await post(`payments/${payments[3]?.id}/reverse`, { reason });
    const reversed = await post(`payments/${payments[2]?.id}/reverse`, { reason: 'Booked twice.' });
    expect(reversed.body).toMatchObject({ payment: 'settled', open: 0 });
    expect(said()).toEqual([
      'Payment taken back: statement LH-2026-0002',
      '5,00\u00a0€ of 20/11/2026 taken back. Nothing is left to pay. admin: Booked twice.',
    ]);
    expect(reversed.body.payments[2].reversal).toEqual({
      at: '2026-12-06T23:30:00.000Z',
      by: 'admin',
      reason: 'Booked twice.',
    });
    const again = await post(`payments/${payments[2]?.id}/reverse`, { reason: 'Booked twice.' });
    expect(refusal(again)).toEqual([409, 'The payment has been taken back already.']);
    expect((await post('payments/9999/reverse', { reason })).status).toBe(404);
  });

  it('stand in the running balance, which ends with what is owed', async () => {
    const { rows, balance, count } = await hub.ok('GET', `/statements/balances/${at.alpina}`);
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'reversal',
      'reversal',
      'payment',
      'payment',
      'payment',
      'payment',
      'adjustment',
      'statement',
      'statement',
    ]);
    const payments = rows.filter(({ kind }: { kind: string }) => kind === 'payment');
    expect(payments.map(({ receivedOn }: { receivedOn: string }) => receivedOn)).toEqual(
      payments.map(() => '2026-11-20'),
    );
    expect(rows.at(-1).receivedOn).toBeNull();
    expect(rows[0].balance).toBe(balance.balance);
    let running = 0;
    for (const row of rows.toReversed()) {
      running += inCents(row.amount);
      expect(inCents(row.balance)).toBe(running);
    }
    const page = await hub.ok('GET', `/statements/balances/${at.alpina}?page=2&limit=3`);
    expect(page).toMatchObject({ count, rows: rows.slice(3, 6) });
  });

  it('say what is wrong with them', async () => {
    for (const [payment, field] of [
      [pay(0), 'amount'],
      [pay(1, 'x'.repeat(141)), 'reference'],
      [pay(1, '', '2026-12-08'), 'receivedOn'],
      [pay(1, '', 'yesterday'), 'receivedOn'],
    ] as const) {
      const { status, body } = await payment;
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
  });
});

describe('withdrawing', () => {
  it('is refused once anything is paid, or where a later statement stands on it', async () => {
    expect((await post('2/void', { reason: '  ' })).body.fields).toHaveProperty('reason');
    expect(refusal(await post('2/void', { reason }))).toEqual([
      409,
      'Statement LH-2026-0002 has payments. Take them back before you void it.',
    ]);
    expect(refusal(await post('1/void', { reason }))).toEqual([
      409,
      'Statement LH-2026-0002 has restatements of this month. Void it before you void LH-2026-0001.',
    ]);
  });

  it('frees the month and its restatements, and keeps the number', async () => {
    for (const { id, reversal } of (await read(2)).payments)
      if (reversal === null) await post(`payments/${id}/reverse`, { reason });
    const { body } = await post('2/void', { reason: 'Wrong terms.' });
    expect(body).toMatchObject({ state: 'void', open: 0, payment: 'settled', number: 'LH-2026-0002' });
    expect(hub.notified.at(-1)).toMatchObject({ to: { administratorsOf: [at.alpina] } });
    const september9 = await read(1);
    expect((await hub.ok('GET', '/statements/balances')).rows[0].balance).toBe(september9.total);
    for (const [path, given] of [
      ['2/send', undefined],
      ['2/void', { reason }],
      ['2/payments', { amount: 1, receivedOn: '2026-12-01', reference: '' }],
    ] as const)
      expect(refusal(await post(path, given))).toEqual([409, 'Statement LH-2026-0002 is void.']);
    for (const [path, given] of [
      ['2/acknowledge', {}],
      ['2/dispute', { reason }],
    ] as const)
      expect((await post(path, given, 'alpinaAdmin')).status).toBe(409);
    const again = await hub.issue('2026-10');
    expect(again.number).toBe('LH-2026-0003');
    expect(again.content.restatements).toEqual((await read(2)).content.restatements);
    expect(again.content.balanceBefore).toBe(september9.total);
  });

  it('lets the month be reopened and stated anew', async () => {
    await post('3/void', { reason });
    await post('1/void', { reason });
    expect(await hub.ok('POST', `/periods/${at.alpina}/2026-09/reopen`, { reason })).toEqual({
      state: 'open',
    });
    await hub.period.close('2026-09');
    const { content } = await hub.issue('2026-09');
    // What had changed is part of the figures now.
    expect(content.restatements).toEqual([]);
    expect(content.monthTotal.sessions).toBe((await read(1)).content.monthTotal.sessions + 1);
  });

  it('and what changed it before is mailed to the address on it, with the documents as they are then', async () => {
    const sent = async () => {
      await hub.mailsSent();
      return hub.mail.taken.splice(0).map(({ to, subject, text = '' }) => ({ to, subject, text }));
    };
    const { id, number, open } = (await hub.ok('GET', '/statements?states=issued')).rows[0];
    await sent();
    const to = [recipient.email];
    const updated = expect.stringMatching(new RegExp(`Statement ${number}, .* 2026 · updated$`));
    await post(`${id}/payments`, { amount: 1, receivedOn: '2026-12-01', reference: 'Bank 9' });
    expect(await sent()).toEqual([
      { to, subject: updated, text: expect.stringMatching(/Paid: €?\s?1[.,]00/) },
    ]);
    await post(`payments/${(await read(id)).payments[0]?.id}/reverse`, { reason });
    expect((await sent()).map((mail) => mail.to)).toEqual([to]);
    await post(`${id}/dispute`, { reason, amount: 1 }, 'alpinaAdmin');
    await post(`${id}/resolve`, { outcome: 'rejected', note: reason });
    // Nothing that the documents say has changed.
    expect(await sent()).toEqual([]);
    await post(`${id}/dispute`, { reason, amount: 1 }, 'alpinaAdmin');
    await post(`${id}/resolve`, { outcome: 'accepted', note: reason, adjustment: -1 });
    expect(await sent()).toEqual([
      { to, subject: updated, text: expect.stringContaining('After a dispute') },
    ]);
    expect((await read(id)).open).toBe((inCents(open) - 100) / 100);
    await post(`${id}/void`, { reason });
    expect(await sent()).toEqual([
      {
        to,
        subject: expect.stringMatching(/ · withdrawn$/),
        text: expect.stringContaining('This statement has been withdrawn.'),
      },
    ]);
  });
});
