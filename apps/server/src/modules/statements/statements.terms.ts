import {
  centsFromEuros,
  computeTerms,
  eurosFromCents,
  type getTerms,
  type Message,
  messageOf,
  type Party,
  type ResponseOf,
  type SettlementTerms,
  type StatementSettings,
} from '@ludus/contract';
import { type Actor, systemActor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import type { GuardedCall } from '../approvals/index.ts';
import type { StatementChanges } from './statements.changes.ts';
import { lockIntegration } from './statements.repo.ts';
import { describeTerms, shownMonth, type TermsChange } from './statements.terms.approval.ts';
import {
  deleteTermsOf,
  findMonthsWithTerms,
  findRecipient,
  findStatedFrom,
  findTerms,
  readSettings,
  updateRecipient,
  updateSettings,
  upsertTerms,
} from './statements.terms.repo.ts';

export interface TermsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  changes: Pick<StatementChanges, 'requireIntegration' | 'publish'>;
}

type TermsOfIntegration = ResponseOf<typeof getTerms>;

/** What statements are made by beside the figures: both sides' names, and the terms of settlement. */
export interface TermsService {
  settings(): Promise<StatementSettings>;
  saveSettings(actor: Actor, settings: StatementSettings): Promise<StatementSettings>;
  terms(actor: Actor, integrationId: number): Promise<TermsOfIntegration>;
  /** @throws ValidationError unless the tiers begin at 0 and rise, ConflictError where a month they apply to has a statement */
  saveTerms(actor: Actor, integrationId: number, terms: SettlementTerms): Promise<TermsOfIntegration>;
  deleteTerms(actor: Actor, named: { integrationId: number; month: string }): Promise<TermsOfIntegration>;
  /** `saveTerms` and `deleteTerms` as changes that may need a second person. */
  guardedSave: GuardedCall<TermsChange>;
  guardedRemoval: GuardedCall<TermsChange>;
  saveRecipient(actor: Actor, integrationId: number, party: Party): Promise<TermsOfIntegration>;
  /** Stores what a hub begins with, unless someone has saved settings already. */
  enterSettings(tx: Tx, settings: StatementSettings): Promise<void>;
  /** Stores what an integration begins with, unless someone has set terms or its name already. */
  enterTerms(
    tx: Tx,
    integrationId: number,
    given: { recipient: Party; terms: SettlementTerms },
  ): Promise<void>;
}

export function createTermsService({ postgres, clock, changes }: TermsDeps): TermsService {
  const { db } = postgres;

  async function read({ id, name }: { id: number; name: string }): Promise<TermsOfIntegration> {
    const [recipient, rows] = await Promise.all([findRecipient(db, id), findTerms(db, id)]);
    return {
      recipient: recipient ?? { name, address: '', vatId: '', email: '' },
      terms: rows.map((row) => ({
        ...row.terms,
        isLocked: row.is_locked,
        updatedAt: row.updated_at.toISOString(),
        updatedBy: row.updated_by,
      })),
    };
  }

  /** The terms in force in the month without a change and with it, while no one issues a statement by them. @throws as `saveTerms` and `deleteTerms` */
  async function lockTerms(tx: Tx, actor: Actor, change: TermsChange) {
    const { integrationId, month, terms } = change;
    const integration = await changes.requireIntegration(actor, integrationId);
    if (terms !== null) requireRisingTiers(terms);
    await lockIntegration(tx, integrationId);
    const firstDay = `${month}-01`;
    const number = await findStatedFrom(tx, integrationId, firstDay);
    if (number !== undefined) throw new ConflictError(messageOf('refusals.termsStated', { number }));
    const rows = await findTerms(tx, integrationId);
    const stored = rows.find((row) => row.terms.fromMonth === month)?.terms;
    if (terms === null && stored === undefined) throw new NotFoundError(messageOf('refusals.termsNotFound'));
    const earlier = rows.find((row) => row.terms.fromMonth < month)?.terms ?? null;
    // Terms hold until others begin: new ones take the place of those before them, which apply again where these are removed.
    return { integration, firstDay, before: stored ?? earlier, after: terms ?? earlier };
  }

  async function saveChange(tx: Tx, actor: Actor, change: TermsChange): Promise<void> {
    const { integrationId, month, terms } = change;
    const { integration, firstDay } = await lockTerms(tx, actor, change);
    if (terms === null) await deleteTermsOf(tx, integrationId, firstDay);
    else await upsertTerms(tx, integrationId, firstDay, { terms, at: clock.now(), username: actor.username });
    const values = { integration: integration.name, month: shownMonth(month) };
    await recordAudit(tx, {
      actor,
      type: 'statements',
      action: terms === null ? 'delete-terms' : 'save-terms',
      objectId: `${integrationId}/${month}`,
      description:
        terms === null
          ? messageOf('logs.settlementTermsRemoved', values)
          : messageOf('logs.settlementTermsSaved', values),
      object: { integration: integration.name },
    });
    changes.publish(tx, integrationId);
  }

  async function changeTerms(actor: Actor, change: TermsChange): Promise<TermsOfIntegration> {
    await postgres.transaction((tx) => saveChange(tx, actor, change));
    return read(await changes.requireIntegration(actor, change.integrationId));
  }

  const guardedAs = (call: 'saveTerms' | 'deleteTerms'): GuardedCall<TermsChange> => ({
    kind: 'terms',
    call,
    scope: 'statements:manage',
    async describe(tx, actor, change) {
      const { integration, before, after } = await lockTerms(tx, actor, change);
      return describeTerms(integration, change, { before, after });
    },
    apply: saveChange,
  });

  return {
    settings: () => readSettings(db),

    async saveSettings(actor, settings) {
      await postgres.transaction(async (tx) => {
        const before = await readSettings(tx);
        const differences = changesBetween(flatOf(before), flatOf(settings));
        if (Object.keys(differences).length === 0) return;
        await updateSettings(tx, settings);
        await recordAudit(tx, {
          actor,
          type: 'statements',
          action: 'update-settings',
          objectId: null,
          description: messageOf('logs.statementSettingsSaved'),
          changes: differences,
        });
      });
      return settings;
    },

    terms: async (actor, integrationId) => read(await changes.requireIntegration(actor, integrationId)),

    saveTerms: (actor, integrationId, terms) =>
      changeTerms(actor, { integrationId, month: terms.fromMonth, terms }),

    deleteTerms: (actor, named) => changeTerms(actor, { ...named, terms: null }),

    guardedSave: guardedAs('saveTerms'),
    guardedRemoval: guardedAs('deleteTerms'),

    async saveRecipient(actor, integrationId, party) {
      const integration = await changes.requireIntegration(actor, integrationId);
      await postgres.transaction(async (tx) => {
        const before = await findRecipient(tx, integrationId);
        await updateRecipient(tx, integrationId, party);
        await recordAudit(tx, {
          actor,
          type: 'statements',
          action: 'save-recipient',
          objectId: integrationId,
          description: messageOf('logs.statementRecipientSaved', { integration: integration.name }),
          changes: changesBetween({ ...before }, { ...party }),
          object: { integration: integration.name },
        });
        changes.publish(tx, integrationId);
      });
      return read(integration);
    },

    async enterSettings(tx, settings) {
      if ((await readSettings(tx)).issuer.name === '') await updateSettings(tx, settings);
    },

    async enterTerms(tx, integrationId, { recipient, terms }) {
      requireRisingTiers(terms);
      await lockIntegration(tx, integrationId);
      if ((await findRecipient(tx, integrationId)) === undefined)
        await updateRecipient(tx, integrationId, recipient);
      if ((await findTerms(tx, integrationId)).length > 0) return;
      const { username } = systemActor;
      await upsertTerms(tx, integrationId, `${terms.fromMonth}-01`, { terms, at: clock.now(), username });
    },
  };
}

/** The database keeps no order of the fields of an object, so that objects are not compared as a whole. */
const flatOf = ({ issuer, numberPrefix, footer }: StatementSettings) => ({
  ...issuer,
  numberPrefix,
  footer: footer.en,
  footerItalian: footer.it,
});

function requireRisingTiers({ tiers }: SettlementTerms): void {
  const wrong: Record<string, Message> = {};
  for (const [index, { from }] of tiers.entries()) {
    const before = tiers[index - 1];
    if (before === undefined && from !== 0)
      wrong[`tiers.${index}.from`] = messageOf('fields.firstTierAtZero');
    if (before !== undefined && from <= before.from)
      wrong[`tiers.${index}.from`] = messageOf('fields.tiersRise');
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

export interface TermsDifference {
  integrationId: number;
  month: string;
  platformDue: number;
  termsDue: number;
  difference: number;
}

/** Compares what platforms report as due with what the terms make of the same figures, for closed months with a day of these. */
export async function findTermsDifferences(
  db: Db,
  days: { from: string; to: string },
  integrations: readonly number[] | null,
): Promise<TermsDifference[]> {
  const rows = await findMonthsWithTerms(db, days, integrations);
  return rows.map((row) => {
    const [netwin, due, grosswin] = [BigInt(row.net_win), BigInt(row.due), BigInt(row.bet) - BigInt(row.win)];
    const { amount } = computeTerms(row.terms, {
      netwinCents: netwin,
      grosswinCents: grosswin,
      dueCents: due,
    });
    const termsDue = BigInt(centsFromEuros(amount));
    return {
      integrationId: row.integration_id,
      month: row.month.slice(0, 7),
      platformDue: eurosFromCents(due),
      termsDue: amount,
      difference: eurosFromCents(due - termsDue),
    };
  });
}
