import {
  type acknowledgeStatement,
  type BodyOf,
  centsFromEuros,
  type disputeStatement,
  eurosFromCents,
  messageOf,
  type recordPayment,
  type resolveStatement,
  type StatementDetail,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { euroText } from './documents/statement.formats.ts';
import { adjustmentNumber, countAdjustments } from './statements.adjustments.ts';
import { requireInForce, requireOtherSide, type StatementChanges } from './statements.changes.ts';
import { findPayment, insertPayment, markReversed } from './statements.ledger.repo.ts';
import type { StatementNotices } from './statements.notices.ts';
import { findEvents, type StatementRow, updateState } from './statements.repo.ts';

export interface AnswersDeps {
  postgres: Pick<Postgres, 'db'>;
  changes: StatementChanges;
  notices: StatementNotices;
}

/** What both sides do with a statement once it is issued. */
export interface Answers {
  /** @throws ConflictError unless it waits for the integration */
  acknowledge(actor: Actor, id: number, body: BodyOf<typeof acknowledgeStatement>): Promise<StatementDetail>;
  /** @throws ConflictError for one that is disputed already or void, ValidationError for nothing or more than it asks for */
  dispute(actor: Actor, id: number, body: BodyOf<typeof disputeStatement>): Promise<StatementDetail>;
  /** @throws ConflictError once the provider has answered */
  withdraw(actor: Actor, id: number): Promise<StatementDetail>;
  /** @throws ConflictError unless it is disputed, ValidationError where amount and outcome do not fit */
  resolve(actor: Actor, id: number, body: BodyOf<typeof resolveStatement>): Promise<StatementDetail>;
  /** @throws ValidationError for an amount of 0, or below 0 where nothing is in the integration's favour */
  pay(actor: Actor, id: number, body: BodyOf<typeof recordPayment>): Promise<StatementDetail>;
  /** @throws NotFoundError for a payment that there is not, ConflictError when it is taken back already */
  reverse(actor: Actor, paymentId: number, reason: string): Promise<StatementDetail>;
}

const cents = (euros: number | undefined) =>
  euros === undefined ? undefined : BigInt(centsFromEuros(euros));

/** What is too much of a statement is at most what it asks for; one in the integration's favour may ask for too little. */
function requireDisputable({ total, adjusted }: StatementRow, disputed: bigint | undefined): void {
  if (disputed !== undefined && disputed <= 0n)
    throw new ValidationError({ amount: messageOf('fields.amountAboveZero') });
  const asked = BigInt(total) + BigInt(adjusted);
  if (disputed === undefined || asked <= 0n || disputed <= asked) return;
  throw new ValidationError({
    amount: messageOf('fields.disputedTooMuch', { total: euroText(eurosFromCents(asked)) }),
  });
}

/** With what is open of it once it has changed by so many cents. */
const openOf = (statement: StatementRow, change = 0n) => ({
  ...statement,
  openNow: BigInt(statement.open) + change,
});

export function createAnswers({ postgres, changes, notices }: AnswersDeps): Answers {
  return {
    acknowledge: async (actor, id, { note }) => {
      requireOtherSide(actor);
      return changes.change(actor, id, async (tx, statement) => {
        requireInForce(statement);
        if (statement.state !== 'issued')
          throw new ConflictError(messageOf('refusals.statementAnswered', { number: statement.number }));
        await updateState(tx, id, 'acknowledged');
        await changes.record(tx, actor, statement, { action: 'acknowledge', note });
        await notices.acknowledged(tx, statement, { username: actor.username, note });
      });
    },

    dispute: async (actor, id, { reason, amount }) => {
      requireOtherSide(actor);
      return changes.change(actor, id, async (tx, statement) => {
        requireInForce(statement);
        if (statement.state === 'disputed')
          throw new ConflictError(messageOf('refusals.statementDisputed', { number: statement.number }));
        requireDisputable(statement, cents(amount));
        await updateState(tx, id, 'disputed');
        await changes.record(tx, actor, statement, {
          action: 'dispute',
          note: reason,
          amount: cents(amount),
        });
        await notices.disputed(tx, statement, { username: actor.username, reason, amount: cents(amount) });
      });
    },

    withdraw: async (actor, id) => {
      requireOtherSide(actor);
      return changes.change(actor, id, async (tx, statement) => {
        if (statement.state !== 'disputed')
          throw new ConflictError(messageOf('refusals.statementNotDisputed', { number: statement.number }));
        await updateState(tx, id, 'issued');
        await changes.record(tx, actor, statement, { action: 'withdraw' });
        await notices.withdrawn(tx, statement, actor.username);
      });
    },

    resolve: (actor, id, { outcome, note, adjustment = 0 }) =>
      changes.change(actor, id, async (tx, statement) => {
        if (statement.state !== 'disputed')
          throw new ConflictError(messageOf('refusals.statementNotDisputed', { number: statement.number }));
        if ((outcome === 'accepted') === (adjustment === 0)) {
          const code = outcome === 'accepted' ? 'fields.adjustmentRequired' : 'fields.adjustmentOfRejected';
          throw new ValidationError({ adjustment: messageOf(code) });
        }
        await updateState(tx, id, 'issued');
        const change = adjustment === 0 ? undefined : cents(adjustment);
        const action = outcome === 'accepted' ? 'accept' : 'reject';
        const events = await findEvents(tx, id);
        const dispute = events.find((event) => event.action === 'dispute');
        const number = adjustmentNumber(statement.number, countAdjustments(events) + 1);
        const disputed = dispute?.amount ?? null;
        const isLess = change !== undefined && change < 0n;
        const isPart = isLess && disputed !== null && BigInt(disputed) + change > 0n;
        await changes.record(
          tx,
          actor,
          statement,
          { action, note, amount: change, change, ...(change === undefined ? {} : { reference: number }) },
          isPart,
        );
        const by = { username: actor.username, change: change ?? 0n, isPart, note };
        await notices.resolved(tx, openOf(statement, change), by);
      }),

    pay: async (actor, id, { amount, receivedOn, reference }) => {
      if (receivedOn > changes.today())
        throw new ValidationError({ receivedOn: messageOf('fields.dayInFuture') });
      return changes.change(actor, id, async (tx, statement) => {
        requireInForce(statement);
        const paid = BigInt(centsFromEuros(amount));
        // Only what is in the integration's favour is paid out.
        if (paid === 0n || (paid < 0n && BigInt(statement.open) >= 0n))
          throw new ValidationError({ amount: messageOf('fields.amountAboveZero') });
        const event = { action: 'pay', reference, amount: paid, change: -paid } as const;
        const eventId = await changes.record(tx, actor, statement, event);
        await insertPayment(tx, { statementId: id, amount: paid, receivedOn, reference, eventId });
        await notices.paid(tx, openOf(statement, -paid), { amount: paid, day: receivedOn });
      });
    },

    async reverse(actor, paymentId, reason) {
      const missing = () => new NotFoundError(messageOf('refusals.paymentNotFound'));
      const known = await findPayment(postgres.db, paymentId);
      if (known === undefined) throw missing();
      return changes.change(actor, known.statement_id, async (tx, statement) => {
        const payment = await findPayment(tx, paymentId);
        if (payment === undefined) throw missing();
        if (payment.reversed_at !== null) throw new ConflictError(messageOf('refusals.paymentReversed'));
        const amount = BigInt(payment.amount);
        const { reference } = payment;
        const event = { action: 'reverse', note: reason, reference, amount, change: amount } as const;
        await markReversed(tx, paymentId, await changes.record(tx, actor, statement, event));
        const { username } = actor;
        const taken = { amount, day: payment.received_on, username, reason };
        await notices.reversed(tx, openOf(statement, amount), taken);
      });
    },
  };
}
