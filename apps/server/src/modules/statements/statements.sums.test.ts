/** Every cent of closed months and of what changes in them stands on exactly one statement, whatever happens in which order. */
import { centsFromEuros, eurosFromCents } from '@ludus/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { openTestPostgres } from '../../../test/harness.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { References } from '../integrations/index.ts';
import { createAnswers } from './statements.answers.ts';
import { createStatementChanges } from './statements.changes.ts';
import { createIssuing } from './statements.issuing.ts';
import { findBalances, findLedger } from './statements.ledger.repo.ts';
import { toBalance } from './statements.mapper.ts';
import { findNumberInForce, findStatement } from './statements.repo.ts';
import { createTermsService } from './statements.terms.ts';

let postgres: Postgres;
let services: ReturnType<typeof open>;
const admin = actorOf('ludus_admin');
const clock = fixedClock('2026-11-20T12:00:00Z');

beforeAll(async () => {
  postgres = await openTestPostgres();
  services = open();
  const party = { name: 'Ludus', address: '', vatId: '', email: '' };
  await services.terms.saveSettings(admin, {
    issuer: { ...party, iban: '', bic: '', bank: '' },
    numberPrefix: '',
    footer: { en: '', it: '' },
  });
});
afterAll(() => postgres?.close());

/** Printing them would only take time: what a statement says is stored beside. */
const documents = { keep: async () => {} };

function open() {
  const none = new Map();
  const names = { operators: none, platforms: none, games: none, gameIdBySlug: none };
  const integrations = { has: () => true, get: () => undefined };
  const referenceData = { read: async () => ({ ...names, integrations }) as unknown as References };
  const changes = createStatementChanges({
    postgres,
    clock,
    realtime: { publish() {} },
    referenceData,
    urlSigner: async () => () => '/file',
  });
  const quiet = async () => {};
  const notices = {
    issued: quiet,
    mail: quiet,
    voided: quiet,
    acknowledged: quiet,
    disputed: quiet,
    withdrawn: quiet,
    resolved: quiet,
    paid: quiet,
    reversed: quiet,
  };
  const restating = { restateAll: async () => 0 };
  return {
    issuing: createIssuing({ postgres, clock, referenceData, restating, changes, notices, documents }),
    answers: createAnswers({ postgres, changes, notices }),
    terms: createTermsService({ postgres, clock, changes }),
  };
}

const months = ['2026-07', '2026-08', '2026-09', '2026-10'] as const;
const month = fc.constantFrom(...months);
const cents = fc.integer({ min: -500_000, max: 500_000 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('close' as const), month, due: cents }),
  fc.record({ kind: fc.constant('restate' as const), month, due: cents }),
  fc.record({ kind: fc.constant('issue' as const), month }),
  fc.record({ kind: fc.constant('issue' as const), month }),
  fc.record({ kind: fc.constant('void' as const), month }),
  fc.record({ kind: fc.constant('pay' as const), month, due: cents.filter((due) => due !== 0) }),
  fc.record({ kind: fc.constant('reverse' as const), month }),
  fc.record({ kind: fc.constant('terms' as const), month, rate: fc.integer({ min: 0, max: 10_000 }) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What the platform has reported of a closed month: its figures, and what has changed since. */
interface Closed {
  closingId: number;
  due: bigint;
  lines: bigint[];
}

let lastIntegration = 0;

it('states each of them once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      lastIntegration += 1;
      const known = new Map<string, Closed>();
      for (const one of steps) await take(lastIntegration, known, one);
      await expectExact(lastIntegration, known);
      // A last month takes up what is left of all the others.
      for (const left of months) await take(lastIntegration, known, { kind: 'close', month: left, due: 100 });
      for (const left of months) await take(lastIntegration, known, { kind: 'issue', month: left });
      const closedLast = { integration: lastIntegration, month: '2026-11', due: 1n };
      await close(known, closedLast);
      await issue(lastIntegration, '2026-11');
      const { unstated } = await expectExact(lastIntegration, known);
      expect(unstated).toBe(0n);
    }),
    { numRuns: 8, seed: 11 },
  );
  await expectNoGaps();
});

/** Numbers of a year follow each other, those of void statements included. */
async function expectNoGaps(): Promise<void> {
  const { rows } = await sql<{ year: number; sequence: number }>`
    SELECT year, sequence FROM statements ORDER BY year, sequence`.execute(postgres.db);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
}

it('numbers statements that are issued at the same time one after the other, and a month once', async () => {
  const integrations = [9001, 9002, 9003];
  const known = new Map<string, Closed>();
  for (const integration of integrations) await close(known, { integration, month: '2026-10', due: 500n });
  const attempts = [...integrations, ...integrations].map((integrationId) =>
    services.issuing.issue(admin, { integrationId, month: '2026-10', expectedTotal: 5 }).then(
      ({ integration }) => integration.id,
      (error: { status?: number }) => error.status,
    ),
  );
  expect((await Promise.all(attempts)).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    409,
    409,
    409,
    ...integrations,
  ]);
  await expectNoGaps();
});

it('can be deleted or changed by no one, the hub itself included', async () => {
  const { db } = postgres;
  for (const table of ['statements', 'statement_events', 'statement_payments'])
    await expect(sql`DELETE FROM ${sql.table(table)}`.execute(db)).rejects.toThrow('permission denied');
  await expect(sql`UPDATE statement_events SET change = 0`.execute(db)).rejects.toThrow('permission denied');
});

async function take(integration: number, known: Map<string, Closed>, given: Step): Promise<void> {
  const closed = known.get(given.month);
  const number = await findNumberInForce(postgres.db, {
    integrationId: integration,
    month: `${given.month}-01`,
  });
  const id = number === undefined ? undefined : await idOf(number);
  switch (given.kind) {
    case 'close': {
      if (closed === undefined)
        return close(known, {
          integration,
          month: given.month,
          due: BigInt(given.due),
        });
      if (id !== undefined) return undefined;
      // Closed anew, with all that is known by then.
      await postgres.db
        .updateTable('period_closings')
        .set({ reopened_at: clock.now() })
        .where('id', '=', closed.closingId)
        .execute();
      const due = closed.lines.reduce((all, line) => all + line, closed.due);
      return close(known, { integration, month: given.month, due });
    }
    case 'restate':
      return closed && restate(closed, BigInt(given.due));
    case 'issue':
      return closed === undefined || id !== undefined ? undefined : issue(integration, given.month);
    case 'terms': {
      const terms = {
        fromMonth: given.month,
        base: 'netwin' as const,
        tiers: [{ from: 0, rate: given.rate }],
        minimum: 0,
        vatRate: given.rate,
        paymentDays: 10,
        note: '',
      };
      return unlessRefused(services.terms.saveTerms(admin, integration, terms));
    }
    case 'pay':
      if (id === undefined) return undefined;
      await services.answers.pay(admin, id, {
        amount: eurosFromCents(given.due),
        receivedOn: '2026-11-20',
        reference: '',
      });
      return undefined;
    case 'reverse': {
      if (id === undefined) return undefined;
      const payment = await postgres.db
        .selectFrom('statement_payments')
        .select('id')
        .where('statement_id', '=', id)
        .where('reversal_id', 'is', null)
        .executeTakeFirst();
      if (payment) await services.answers.reverse(admin, payment.id, 'Wrong.');
      return undefined;
    }
    case 'void':
      return id === undefined ? undefined : unlessRefused(services.issuing.void(admin, id, 'Wrong.'));
  }
}

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { status?: number }) => {
    if (error.status !== 409) throw error;
  });
}

async function idOf(number: string): Promise<number> {
  const { id } = await postgres.db
    .selectFrom('statements')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return id;
}

async function close(
  known: Map<string, Closed>,
  { integration, month: named, due }: { integration: number; month: string; due: bigint },
): Promise<void> {
  const at = clock.now();
  const { id } = await postgres.db
    .insertInto('period_closings')
    .values({
      integration_id: integration,
      month: `${named}-01`,
      zone: 'Europe/Rome',
      data_version: '1',
      as_of: at,
      closed_at: at,
      user_id: 'a',
      username: 'a',
      checklist: '[]',
      checked_write: '0',
      checked_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sums = {
    sessions: '1',
    open: '0',
    bet: '0',
    win: '0',
    net_win: String(due * 3n),
    rounds: '0',
    players: 1,
  };
  await postgres.db
    .insertInto('period_figures')
    .values([
      { closing_id: id, operator_id: 0, game_id: 0, ...sums, due: String(due) },
      { closing_id: id, operator_id: 1, game_id: 1, ...sums, due: String(due) },
      { closing_id: id, operator_id: 1, game_id: 0, ...sums, due: String(due) },
    ])
    .execute();
  known.set(named, { closingId: id, due, lines: [] });
}

async function restate(closed: Closed, due: bigint): Promise<void> {
  const at = clock.now();
  await postgres.db
    .insertInto('period_restatements')
    .values({
      closing_id: closed.closingId,
      session_id: '00000000-0000-4000-8000-000000000000',
      platform_session_id: 'S',
      operator_id: 1,
      game_id: 1,
      reason: due % 2n === 0n ? 'late' : 'corrected',
      sessions: 0,
      open: 0,
      bet: '0',
      win: '0',
      net_win: '0',
      rounds: '0',
      due: String(due),
      changed_at: at,
      fetched_at: at,
      recorded_at: at,
      recorded_month: '2026-11-01',
    })
    .execute();
  closed.lines.push(due);
}

async function issue(integrationId: number, named: string): Promise<void> {
  const { total } = await services.issuing.preview(admin, { integrationId, month: named });
  const body = { integrationId, month: named, expectedTotal: total.total };
  await services.issuing.issue(admin, body);
}

/** Compares the statements with what was closed and restated, and the ledger with the statements. */
async function expectExact(integration: number, known: Map<string, Closed>): Promise<{ unstated: bigint }> {
  const { db } = postgres;
  const inForce = await db
    .selectFrom('statements')
    .selectAll()
    .where('integration_id', '=', integration)
    .where('state', '<>', 'void')
    .execute();
  const stated = inForce.reduce((all, { due, restated }) => all + BigInt(due) + BigInt(restated), 0n);
  const statedMonths = new Set(inForce.map((row) => row.month.slice(0, 7)));
  const taken = await sql<{ closing_id: number; due: string; lines: number }>`
    SELECT r.closing_id, sum(r.due) AS due, count(*)::integer AS lines FROM statement_restatements t
    JOIN period_restatements r ON r.id = t.restatement_id
    JOIN statements s ON s.id = t.statement_id AND s.state <> 'void'
    WHERE s.integration_id = ${integration} GROUP BY r.closing_id`.execute(db);
  const takenOf = new Map(taken.rows.map((row) => [row.closing_id, BigInt(row.due)]));
  const closings = [...known.entries()];
  // Nothing of a month that was opened again is left on a statement.
  const inForceIds = closings.map(([, { closingId }]) => closingId);
  expect(taken.rows.filter(({ closing_id }) => !inForceIds.includes(closing_id))).toEqual([]);
  let all = 0n;
  let unstated = 0n;
  for (const [named, { closingId, due, lines }] of closings) {
    const restated = lines.reduce((sum, line) => sum + line, 0n);
    all += due + restated;
    unstated += (statedMonths.has(named) ? 0n : due) + restated - (takenOf.get(closingId) ?? 0n);
  }
  expect(stated + unstated).toBe(all);
  let owed = 0n;
  for (const { id } of inForce)
    owed += BigInt((await findStatement(db, '2026-11-20', id, { kind: 'all' }))?.open ?? 0);
  const { rows } = await findLedger(db, integration, { page: 1, limit: 1 });
  const [balance] = await findBalances(db, { kind: 'one', id: integration });
  expect(BigInt(rows[0]?.balance ?? 0)).toBe(owed);
  expect(BigInt(balance?.balance ?? 0)).toBe(owed);
  const aged = balance && toBalance(balance, { integrations: new Map() } as never, '2026-11-20');
  const parts = Object.values(aged?.ageing ?? {}).map((euros) => BigInt(centsFromEuros(euros)));
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(owed);
  return { unstated };
}
