import {
  type BodyOf,
  centsFromEuros,
  eurosFromCents,
  type issueStatement,
  type listStatableMonths,
  messageOf,
  type ResponseOf,
  type StatementContent,
  type StatementDetail,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { addDays, type Clock, romeDay } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { publishWebhook } from '../../infra/webhooks/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { lockPeriod, type Restating } from '../period-close/index.ts';
import { requireInForce, type StatementChanges } from './statements.changes.ts';
import {
  findStandingOn,
  findStatable,
  freeRestatements,
  takeRestatements,
} from './statements.content.repo.ts';
import { draftStatement } from './statements.content.ts';
import type { StatementDocuments } from './statements.documents.ts';
import { findPayments } from './statements.ledger.repo.ts';
import { integrationOf } from './statements.mapper.ts';
import type { StatementNotices } from './statements.notices.ts';
import { insertStatement, lockIntegration, takeSequence, updateState } from './statements.repo.ts';
import { readSettings } from './statements.terms.repo.ts';

export interface IssuingDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  restating: Pick<Restating, 'restateAll'>;
  changes: StatementChanges;
  notices: StatementNotices;
  documents: Pick<StatementDocuments, 'keep'>;
}

export interface Issuing {
  listStatable(): Promise<ResponseOf<typeof listStatableMonths>>;
  preview(actor: Actor, named: NamedMonth): Promise<StatementContent>;
  issue(actor: Actor, body: BodyOf<typeof issueStatement>): Promise<StatementDetail>;
  send(actor: Actor, id: number): Promise<StatementDetail>;
  /** @throws ConflictError once anything was paid, or where a later statement has differences of its month */
  void(actor: Actor, id: number, reason: string): Promise<StatementDetail>;
}

interface NamedMonth {
  integrationId: number;
  month: string;
}

const keyOf = ({ integrationId, month }: NamedMonth) => ({ integrationId, month: `${month}-01` });

export function createIssuing(deps: IssuingDeps): Issuing {
  const { postgres, clock, referenceData, restating, changes, notices, documents } = deps;
  return {
    async listStatable() {
      const [rows, names] = await Promise.all([findStatable(postgres.db), referenceData.read()]);
      return {
        rows: rows.map((row) => ({
          integration: integrationOf(row.integration_id, names),
          month: row.month.slice(0, 7),
          closedAt: row.closed_at.toISOString(),
          due: eurosFromCents(BigInt(row.due)),
        })),
      };
    },

    async preview(actor, named) {
      await changes.requireIntegration(actor, named.integrationId);
      // What a fetch has just changed belongs on it, not only when the schedule has come round.
      await restating.restateAll();
      return (await draftStatement(postgres.db, keyOf(named), await referenceData.read())).content;
    },

    async issue(actor, { expectedTotal, ...named }) {
      await changes.requireIntegration(actor, named.integrationId);
      const key = keyOf(named);
      const id = await postgres.transaction(async (tx) => {
        await lockIntegration(tx, key.integrationId);
        // Nor is the month reopened or restated meanwhile.
        await lockPeriod(tx, key);
        const { issuer, numberPrefix } = await readSettings(tx);
        const draft = await draftStatement(tx, key, await referenceData.read());
        if (issuer.name === '') throw new ConflictError(messageOf('refusals.statementIssuerMissing'));
        if (BigInt(centsFromEuros(expectedTotal)) !== draft.total)
          throw new ConflictError(messageOf('refusals.statementTotalChanged'));
        const issuedAt = clock.now();
        const day = romeDay(issuedAt);
        const year = Number(day.slice(0, 4));
        const sequence = await takeSequence(tx, year);
        const statement = {
          year,
          sequence,
          number: `${numberPrefix}${year}-${String(sequence).padStart(4, '0')}`,
          integration_id: key.integrationId,
          month: key.month,
        };
        const dueOn = addDays(day, draft.content.paymentDays);
        const statementId = await insertStatement(tx, {
          ...statement,
          closing_id: draft.closing.id,
          state: 'issued',
          issued_at: issuedAt,
          due_on: dueOn,
          due: String(draft.due),
          restated: String(draft.restated),
          vat: String(draft.vat),
          total: String(draft.total),
          terms_difference: draft.termsDifference === null ? null : String(draft.termsDifference),
          content: JSON.stringify(draft.content),
        });
        await takeRestatements(tx, statementId, draft.restatementIds);
        const stored = { ...statement, id: statementId };
        await documents.keep(tx, { ...stored, issued_at: issuedAt, due_on: dueOn, content: draft.content });
        await changes.record(tx, actor, stored, { action: 'issue', change: draft.total });
        await notices.issued(tx, stored, draft.content);
        await publishWebhook(tx, {
          type: 'statement.issued',
          integrationId: key.integrationId,
          key: `${statementId}`,
          at: issuedAt,
          data: {
            statementId,
            number: statement.number,
            month: named.month,
            total: eurosFromCents(draft.total),
            dueOn,
          },
        });
        changes.publish(tx, key.integrationId);
        return statementId;
      });
      return changes.read(actor, id);
    },

    send: (actor, id) =>
      changes.change(actor, id, async (tx, statement) => {
        requireInForce(statement);
        await changes.record(tx, actor, statement, { action: 'send' });
        await notices.mail(tx, statement, statement.content);
      }),

    void: (actor, id, reason) =>
      changes.change(actor, id, async (tx, statement) => {
        requireInForce(statement);
        const { number } = statement;
        const payments = await findPayments(tx, id);
        if (payments.some(({ reversed_at }) => reversed_at === null))
          throw new ConflictError(messageOf('refusals.statementPaid', { number }));
        const later = await findStandingOn(tx, statement);
        if (later !== undefined)
          throw new ConflictError(messageOf('refusals.statementStoodOn', { number, later }));
        await updateState(tx, id, 'void');
        await freeRestatements(tx, id);
        const change = -(BigInt(statement.total) + BigInt(statement.adjusted));
        await changes.record(tx, actor, statement, { action: 'void', note: reason, change });
        await notices.voided(tx, statement, reason);
      }),
  };
}
