import { type MailingListEntry, type ReportType, reportTypeNames, reportTypes } from '@ludus/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError } from '../../platform/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../platform/postgres/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
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

/** What an entry asks for. */
export interface EntryChange {
  reportTypeId: number;
  /** Null is every integration. */
  integrationId: number | null;
}

export interface MailingListService {
  /** By address. */
  list(): Promise<MailingListEntry[]>;
  /** @throws NotFoundError for an integration that there is not, ConflictError for an entry that there is (OPEN-57) */
  create(entry: EntryChange & { email: string }): Promise<MailingListEntry>;
  /** OPEN-57: the address stays. @throws NotFoundError, ConflictError as `create` does */
  update(id: number, change: EntryChange): Promise<MailingListEntry>;
  /** @throws NotFoundError when there is none */
  remove(id: number): Promise<void>;
  /** Enters one without telling anybody; nothing happens when it is there. */
  enter(tx: Tx, entry: EntryChange & { email: string }): Promise<void>;
  /** For the deletion of an integration: nobody gets reports of it any more. */
  forgetIntegration(tx: Db, integrationId: number): Promise<void>;
}

export interface MailingListDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  directory: Pick<ReferenceDirectory, 'read'>;
}

const duplicate = 'This address already gets this report of this integration.';

export function createMailingListService(deps: MailingListDeps): MailingListService {
  const { postgres, clock, realtime, directory } = deps;

  const announce = (tx: Db) =>
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'mailing-list' } }, { jobManagers: true }),
    );

  async function checkIntegration(id: number | null): Promise<void> {
    if (id === null) return;
    const known = (await directory.read()).integrations.get(id);
    if (!known?.isActive) throw new NotFoundError('Integration not found');
  }

  async function read(tx: Db, id: number): Promise<MailingListEntry> {
    const [row] = await findEntries(tx, id);
    if (row === undefined) throw new NotFoundError('Mailing list entry not found.');
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

    async create(entry) {
      await checkIntegration(entry.integrationId);
      return postgres.transaction(async (tx) => {
        const id = await insert(tx, entry);
        if (id === undefined) throw new ConflictError(duplicate);
        announce(tx);
        return read(tx, id);
      });
    },

    async update(id, { reportTypeId, integrationId }) {
      await checkIntegration(integrationId);
      return postgres.transaction(async (tx) => {
        await lockEntries(tx);
        const change = { report_type_id: reportTypeId, integration_id: integrationId };
        if (await hasTwin(tx, id, change)) throw new ConflictError(duplicate);
        await updateEntry(tx, id, change);
        announce(tx);
        return read(tx, id);
      });
    },

    async remove(id) {
      await postgres.transaction(async (tx) => {
        if (!(await deleteEntry(tx, id))) throw new NotFoundError('Mailing list entry not found.');
        announce(tx);
      });
    },

    enter: async (tx, entry) => void (await insert(tx, entry)),
    forgetIntegration: deleteEntriesOf,
  };
}

/** The name of a type by its id (ENT-15). @throws Error for an id that the database cannot hold */
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
    lastDelivery: at === null || state === null ? null : { at: at.toISOString(), state, reason },
  };
}
