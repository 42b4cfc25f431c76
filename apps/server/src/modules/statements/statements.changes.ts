/** What every change of a statement has in common: who may see it, in which order changes come, and what is kept of them. */
import {
  languages,
  type Message,
  messageOf,
  type StatementAction,
  type StatementDetail,
  statementEditions,
  statementFormats,
} from '@ludus/contract';
import { type Actor, type IntegrationScope, integrationScope } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../infra/errors/index.ts';
import type { SignFileUrl } from '../../infra/http/index.ts';
import { afterCommit, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import { adjustmentsOf } from './statements.adjustments.ts';
import { findLatestDeliveries } from './statements.deliveries.repo.ts';
import { findFiles } from './statements.files.repo.ts';
import { findPayments } from './statements.ledger.repo.ts';
import {
  adjustmentFileName,
  fileNameOf,
  toDelivery,
  toEvent,
  toPayment,
  toSummary,
} from './statements.mapper.ts';
import {
  findEvents,
  findStatement,
  insertEvent,
  lockIntegration,
  type NewEvent,
  type StatementRow,
} from './statements.repo.ts';

export interface ChangesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  referenceData: Pick<ReferenceData, 'read'>;
  urlSigner(): Promise<SignFileUrl>;
}

export interface StatementChanges {
  /** The days of Rome decide what is overdue. */
  today(): string;
  /** @throws NotFoundError for one of another integration too */
  read(actor: Actor, id: number): Promise<StatementDetail>;
  /** @throws NotFoundError for an integration that there is not, or that someone of another one names */
  requireIntegration(actor: Actor, integrationId: number): Promise<{ id: number; name: string }>;
  /** Changes a statement while no one else changes one of its integration. @throws what `work` throws, NotFoundError */
  change(
    actor: Actor,
    id: number,
    work: (tx: Tx, statement: StatementRow) => Promise<void>,
  ): Promise<StatementDetail>;
  /** Stores an event with its entry of the log, and returns its id. `isPart`: an accepted dispute was accepted in part. */
  record(
    tx: Tx,
    actor: Actor,
    statement: RecordedStatement,
    event: RecordedEvent,
    isPart?: boolean,
  ): Promise<string>;
  publish(tx: Tx, integrationId: number): void;
}

export type RecordedStatement = Pick<StatementRow, 'id' | 'number' | 'integration_id' | 'month'>;
export type RecordedEvent = Pick<NewEvent, 'action' | 'note' | 'reference' | 'amount' | 'change'>;

export function createStatementChanges(deps: ChangesDeps): StatementChanges {
  const { postgres, clock, realtime, referenceData } = deps;
  const { db } = postgres;
  const today = () => romeDay(clock.now());

  async function find(id: number, scope: IntegrationScope, from = db): Promise<StatementRow> {
    const row = await findStatement(from, today(), id, scope);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.statementNotFound'));
    return row;
  }

  async function read(actor: Actor, id: number): Promise<StatementDetail> {
    const row = await find(id, integrationScope(actor));
    const isProvider = actor.side === 'provider';
    const [names, payments, events, deliveries, kept, urlOf] = await Promise.all([
      referenceData.read(),
      findPayments(db, id),
      findEvents(db, id),
      isProvider ? findLatestDeliveries(db, id) : [],
      findFiles(db, id),
      deps.urlSigner(),
    ]);
    const disputed = row.state === 'disputed' && events.find(({ action }) => action === 'dispute');
    const dispute = disputed ? toEvent(disputed) : null;
    const adjustments = adjustmentsOf(row, events);
    const editions = statementEditions.filter((edition) =>
      edition === 'issued'
        ? kept.length > 0
        : kept.length === 0 || adjustments.length > 0 || payments.length > 0 || row.state === 'void',
    );
    return {
      ...toSummary(row, names, today()),
      content: row.content,
      adjustments: adjustments.map((adjustment, index) => ({
        ...adjustment,
        files: languages.map((language) => {
          const file = {
            id: `${id}-pdf-${language}-A${index + 1}`,
            name: adjustmentFileName(adjustment.number, language),
          };
          return { language, url: urlOf(file, actor.userId) };
        }),
      })),
      payments: payments.map(toPayment),
      history: events.map(toEvent),
      files: editions.flatMap((edition) =>
        statementFormats.flatMap((format) =>
          languages.map((language) => {
            const file = {
              id: `${id}-${format}-${language}-${edition}`,
              name: fileNameOf(row.number, edition === 'issued' ? null : today(), { format, language }),
            };
            const own = edition === 'issued' && kept.find((one) => isSame(one, { format, language }));
            return {
              format,
              language,
              edition,
              sha256: own ? own.sha256 : null,
              url: urlOf(file, actor.userId),
            };
          }),
        ),
      ),
      ...(isProvider ? { deliveries: deliveries.map(toDelivery) } : {}),
      dispute: dispute && {
        reason: dispute.note ?? '',
        amount: dispute.amount,
        username: dispute.username,
        at: dispute.at,
      },
    };
  }

  function publish(tx: Tx, integrationId: number): void {
    const audience = { providers: true, integration: integrationId } as const;
    afterCommit(tx, () => realtime.publish({ name: 'changed', data: { topic: 'statements' } }, audience));
  }

  return {
    today,
    read,
    publish,

    async requireIntegration(actor, integrationId) {
      const names = await referenceData.read();
      const scope = integrationScope(actor);
      const isVisible = scope.kind === 'all' || (scope.kind === 'one' && scope.id === integrationId);
      if (!isVisible || !names.integrations.has(integrationId))
        throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      return { id: integrationId, name: integrationName(names, integrationId) };
    },

    async change(actor, id, work) {
      await postgres.transaction(async (tx) => {
        const scope = integrationScope(actor);
        await lockIntegration(tx, (await find(id, scope, tx)).integration_id);
        const statement = await find(id, scope, tx);
        await work(tx, statement);
        publish(tx, statement.integration_id);
      });
      return read(actor, id);
    },

    async record(tx, actor, statement, event, isPart = false) {
      const { userId, username, side } = actor;
      const id = await insertEvent(tx, statement, { ...event, side, userId, username, at: clock.now() });
      const integration = integrationName(await referenceData.read(), statement.integration_id);
      // Without amounts: managers read the log, and see neither net win nor due.
      await recordAudit(tx, {
        actor,
        type: 'statements',
        action: event.action,
        objectId: statement.id,
        description: isPart
          ? messageOf('logs.statementDisputePartlyAccepted', { number: statement.number, integration })
          : descriptions[event.action]({ number: statement.number, integration }),
        object: { integration, number: statement.number, month: statement.month.slice(0, 7) },
      });
      return id;
    },
  };
}

type FileKind = Pick<StatementDetail['files'][number], 'format' | 'language'>;
const isSame = (one: FileKind, other: FileKind) =>
  one.format === other.format && one.language === other.language;

const descriptions: Record<StatementAction, (values: { number: string; integration: string }) => Message> = {
  issue: (values) => messageOf('logs.statementIssued', values),
  send: (values) => messageOf('logs.statementSent', values),
  acknowledge: (values) => messageOf('logs.statementAcknowledged', values),
  dispute: (values) => messageOf('logs.statementDisputed', values),
  withdraw: (values) => messageOf('logs.statementDisputeWithdrawn', values),
  accept: (values) => messageOf('logs.statementDisputeAccepted', values),
  reject: (values) => messageOf('logs.statementDisputeRejected', values),
  pay: (values) => messageOf('logs.statementPaid', values),
  reverse: (values) => messageOf('logs.statementPaymentReversed', values),
  void: (values) => messageOf('logs.statementVoided', values),
};

/** @throws ConflictError for a statement that was withdrawn */
export function requireInForce({ state, number }: Pick<StatementRow, 'state' | 'number'>): void {
  if (state === 'void') throw new ConflictError(messageOf('refusals.statementVoid', { number }));
}

/** Someone of both sides does not answer for the integration. @throws ForbiddenError */
export function requireOtherSide(actor: Actor): void {
  if (actor.side !== 'integration') throw new ForbiddenError();
}
