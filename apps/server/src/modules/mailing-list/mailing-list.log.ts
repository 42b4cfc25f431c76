import { type MailingListEntry, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';

const fieldsOf = ({ email, reportType, integration }: MailingListEntry) => ({
  email,
  report: reportType.name,
  integration: integration?.name ?? 'ALL',
});
const nothing = { email: null, report: null, integration: null };

const sentences = {
  create: 'logs.addressAdded',
  update: 'logs.addressChanged',
  delete: 'logs.addressRemoved',
} as const;

/** Writes a change of the mailing list to the log, in its transaction. */
export async function recordEntry(
  tx: Tx,
  actor: Actor,
  action: keyof typeof sentences,
  { before, after }: { before?: MailingListEntry; after?: MailingListEntry },
): Promise<void> {
  const entry = after ?? before;
  if (entry === undefined) throw new Error('An entry of the log needs an entry of the mailing list.');
  const changes = changesBetween(
    before === undefined ? {} : fieldsOf(before),
    after === undefined ? nothing : fieldsOf(after),
  );
  if (Object.keys(changes).length === 0) return;
  await recordAudit(tx, {
    actor,
    type: 'mailingList',
    action,
    objectId: entry.id,
    description: messageOf(sentences[action], { email: entry.email }),
    object: { name: entry.email, integration: entry.integration?.name ?? null },
    changes,
  });
}
