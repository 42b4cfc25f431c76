import {
  type MailingListEntry,
  messageOf,
  type ReportType,
  reportTypeNames,
  reportTypes,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { ClaimCheck } from './claims.ts';
import { recordEntry } from './mailing-list.log.ts';
import {
  deleteEntriesOf,
  deleteEntry,
  type EntryRow,
  findEntries,
  hasTwin,
  insertEntry,
  lockEntries,
  updateEntry,
} from './mailing-list.repo.ts';

/** What an entry subscribes to. */
export interface EntryChange {
  reportTypeId: number;
  /** Null is every integration. */
  integrationId: number | null;
}

export interface MailingListService {
  /** By address. */
  list(): Promise<MailingListEntry[]>;
  /** @throws NotFoundError for an integration that there is not, ConflictError for an entry that there is */
  create(actor: Actor, entry: EntryChange & { email: string }): Promise<MailingListEntry>;
  /** The address stays. @throws NotFoundError, ConflictError as `create` does */
  update(actor: Actor, id: number, change: EntryChange): Promise<MailingListEntry>;
  /** @throws NotFoundError when there is none */
  remove(actor: Actor, id: number): Promise<void>;
  /** Imports one without notifying anyone; nothing happens when it is there. */
  enter(tx: Tx, entry: EntryChange & { email: string }): Promise<void>;
  /** Notifies administrators of addresses of the list that integrations claim or no longer have. */
  checkClaims: ClaimCheck;
  /** For the deletion of an integration: no one gets reports of it any more. */
  forgetIntegration(tx: Db, integrationId: number): Promise<void>;
}

export interface MailingListDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  referenceData: Pick<ReferenceData, 'read'>;
  checkClaims: ClaimCheck;
}

const duplicate = messageOf('refusals.mailingEntryExists');

export function createMailingListService(deps: MailingListDeps): MailingListService {
  const { postgres, clock, realtime, referenceData, checkClaims } = deps;

  const publishChange = (tx: Db) =>
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'mailing-list' } }, { jobManagers: true }),
    );

  async function checkIntegration(id: number | null): Promise<void> {
    if (id === null) return;
    const known = (await referenceData.read()).integrations.get(id);
    if (!known?.isActive) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  }

  async function read(tx: Db, id: number): Promise<MailingListEntry> {
    const [row] = await findEntries(tx, id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.mailingEntryNotFound'));
    return entryOf(row);
  }

  const insert = (tx: Tx, { email, reportTypeId, integrationId }: EntryChange & { email: string }) =>
    insertEntry(tx, {
      email,
      report_type_id: reportTypeId,
      integration_id: integrationId,
      created_at: clock.now(),
    });

  return {
    list: async () => (await findEntries(postgres.db)).map(entryOf),

    async create(actor, entry) {
      await checkIntegration(entry.integrationId);
      return postgres.transaction(async (tx) => {
        const id = await insert(tx, entry);
        if (id === undefined) throw new ConflictError(duplicate);
        await checkClaims(tx);
        publishChange(tx);
        const after = await read(tx, id);
        await recordEntry(tx, actor, 'create', { after });
        return after;
      });
    },

    async update(actor, id, { reportTypeId, integrationId }) {
      await checkIntegration(integrationId);
      return postgres.transaction(async (tx) => {
        await lockEntries(tx);
        const before = await read(tx, id);
        const change = { report_type_id: reportTypeId, integration_id: integrationId };
        if (await hasTwin(tx, id, change)) throw new ConflictError(duplicate);
        await updateEntry(tx, id, change);
        await checkClaims(tx);
        publishChange(tx);
        const after = await read(tx, id);
        await recordEntry(tx, actor, 'update', { before, after });
        return after;
      });
    },

    async remove(actor, id) {
      await postgres.transaction(async (tx) => {
        const before = await read(tx, id);
        if (!(await deleteEntry(tx, id))) throw new NotFoundError(messageOf('refusals.mailingEntryNotFound'));
        await recordEntry(tx, actor, 'delete', { before });
        await checkClaims(tx);
        publishChange(tx);
      });
    },

    enter: async (tx, entry) => void (await insert(tx, entry)),
    checkClaims,
    forgetIntegration: deleteEntriesOf,
  };
}

/** The name of a type by its id. @throws Error for an id that the database cannot hold */
export function reportTypeNamed(id: number): ReportType {
  const name = reportTypeNames.find((one) => reportTypes[one] === id);
  if (name === undefined) throw new Error(`There is no report type ${id}.`);
  return name;
}

function entryOf(row: EntryRow): MailingListEntry {
  const { integration_id: integrationId, integration, report_type_id: reportTypeId } = row;
  const { delivered_at: at, delivered_state: state, delivered_reason: reason } = row;
  return {
    id: row.id,
    email: row.email,
    integrationId,
    integration:
      integrationId === null || integration === null ? null : { id: integrationId, name: integration },
    reportType: { id: reportTypeId, name: reportTypeNamed(reportTypeId) },
    reportTypeId,
    lastDelivery:
      at === null || state === null
        ? null
        : {
            at: at.toISOString(),
            state,
            reason: reason === null ? null : renderMessage(reason),
            ...(reason === null ? {} : { reasonDetail: reason }),
          },
  };
}
