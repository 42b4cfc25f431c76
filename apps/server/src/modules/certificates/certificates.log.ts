import { type Certificate, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Db } from '../../infra/postgres/index.ts';

type Action = 'add-file' | 'update-file' | 'replace-file' | 'delete-file';

const verbs = {
  'add-file': 'Added',
  'update-file': 'Changed',
  'replace-file': 'Replaced',
  'delete-file': 'Deleted',
} as const;

/** Logs a change of a document with each of its games, or with its integration; `before` is what an update has changed. */
export async function recordDocument(
  tx: Db,
  actor: Actor,
  action: Action,
  document: Certificate,
  before: Certificate = document,
): Promise<void> {
  const { name, games, integration } = document;
  const changes = changesOf(action, document, before);
  if (Object.keys(changes).length === 0) return;
  const verb = verbs[action];
  const shared = { actor, action, changes };
  for (const game of games) {
    const values = { document: name, game: game.name };
    await recordAudit(tx, {
      ...shared,
      type: 'games',
      objectId: game.id,
      description:
        integration === null
          ? messageOf(`logs.document${verb}`, values)
          : messageOf(`logs.document${verb}For`, { ...values, integration: integration.name }),
      object: { name: game.name },
    });
  }
  if (games.length === 0 && integration !== null) {
    await recordAudit(tx, {
      ...shared,
      type: 'integrations',
      objectId: integration.id,
      description: messageOf(`logs.generalDocument${verb}`, {
        document: name,
        integration: integration.name,
      }),
      object: { name: integration.name },
    });
  }
}

function changesOf(action: Action, document: Certificate, before: Certificate): Record<string, unknown> {
  if (action === 'add-file') return { document: { old: null, new: document.name } };
  if (action === 'delete-file') return { document: { old: document.name, new: null } };
  const changeable = (one: Certificate) => ({
    document: one.name,
    type: one.type,
    jurisdiction: one.jurisdiction,
    language: one.language,
    version: one.version,
    validFrom: one.validFrom,
    validUntil: one.validUntil,
    replacedBy: one.replacedBy?.name ?? null,
  });
  return changesBetween(changeable(before), changeable(document));
}
