import { type Certificate, messageOf } from '@ludus/contract';
import { ValidationError } from '../../infra/errors/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { type DocumentKey, findGameIds, findSame, lockDocuments } from './certificates.repo.ts';

/**
 * Two documents of a game with the same name, version, type, jurisdiction and integration: no one could tell which one counts. What
 * renews one replaces it; `exceptId` is the one that it is about. Of what no one has said what it is nothing is compared.
 * @throws ValidationError
 */
export async function assertUnique(
  tx: Tx,
  key: DocumentKey,
  gameIds: readonly number[],
  exceptId: number | null = null,
): Promise<void> {
  if (key.document_type === null || gameIds.length === 0) return;
  await lockDocuments(tx);
  const same = await findSame(tx, key, gameIds, exceptId);
  if (same === undefined) return;
  const message = messageOf('fields.sameDocument', { name: key.name, game: same.game });
  throw new ValidationError({ name: message }, message);
}

const keyOf = (one: Certificate): DocumentKey => ({
  name: one.name,
  version: one.version,
  document_type: one.type,
  jurisdiction: one.jurisdiction,
  integration_id: one.integration?.id ?? null,
});

/** The same of a change; one that leaves the key as it is may be made of documents that were doubled before. @throws ValidationError */
export async function assertStillUnique(tx: Tx, changed: Certificate, before: Certificate): Promise<void> {
  const key = keyOf(changed);
  if (changed.replacedBy !== null || JSON.stringify(key) === JSON.stringify(keyOf(before))) return;
  await assertUnique(tx, key, await findGameIds(tx, changed.id), changed.id);
}
