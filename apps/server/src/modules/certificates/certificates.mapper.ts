import { type Certificate, documentLanguages, documentType, jurisdictions } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { SignFileUrl } from '../../infra/http/index.ts';
import { urlFileName } from './certificates.kinds.ts';
import { seesWhoAdded } from './certificates.policy.ts';
import type { CertificateRow } from './certificates.repo.ts';

/** A newer release may have stored a type that this one does not know. */
function typeOf(stored: string | null): Certificate['type'] {
  return stored === null ? null : (documentType.safeParse(stored).data ?? 'other');
}

/** Null for what only a newer release knows: saying nothing is better than saying something else. */
function knownOf<T extends string>(known: readonly T[], stored: string | null): T | null {
  return known.find((one) => one === stored) ?? null;
}

export function certificateOf(row: CertificateRow, signUrl: SignFileUrl, actor: Actor): Certificate {
  return {
    id: row.id,
    name: row.name,
    url: signUrl({ id: row.id, name: urlFileName(row.file_name) }, actor.userId),
    fileName: row.file_name,
    bytes: Number(row.bytes),
    updatedAt: row.updated_at.toISOString(),
    type: typeOf(row.document_type),
    validUntil: row.valid_until,
    validFrom: row.valid_from,
    jurisdiction: knownOf(jurisdictions, row.jurisdiction),
    language: knownOf(documentLanguages, row.language),
    version: row.version,
    checksum: row.checksum,
    replacedBy:
      row.replaced_by === null
        ? null
        : { id: row.replaced_by, name: row.successor_name ?? '', validFrom: row.successor_from },
    addedBy: seesWhoAdded(actor) ? row.added_by : null,
    isGeneral: row.is_general,
    games: row.games,
    integration:
      row.integration_id === null ? null : { id: row.integration_id, name: row.integration_name ?? '' },
  };
}
