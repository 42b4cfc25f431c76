/** Certificates and other documents of games and integrations. */
import {
  countCertificates,
  createCertificate,
  deleteCertificate,
  listCertificates,
  updateCertificate,
} from '@ludus/contract';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { createFileRemoval } from '../../infra/files/index.ts';
import { bind, bindUpload, createSignedFiles } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { findDocument } from './certificates.files.ts';
import { findKeys } from './certificates.repo.ts';
import { type CertificatesService, createCertificatesService } from './certificates.service.ts';

export type { ImportedDocument } from './certificates.import.ts';
export { documentTypeOf, plainFileName } from './certificates.kinds.ts';
export type { CertificatesService } from './certificates.service.ts';
export type { CertificatesTable } from './certificates.tables.ts';

export type CertificatesModule = HubModule & { service: CertificatesService };

export function createCertificatesModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'realtime'>,
  /** The rights of a user who opens a signed URL. */
  rights: CurrentRights,
): CertificatesModule {
  const { settings, clock, postgres, files, jobs, realtime } = infra;
  const signedFiles = createSignedFiles(
    { settings, clock },
    {
      prefix: '/files',
      purpose: 'document',
      async find(id, userId) {
        const actor = await findActor(userId, rights);
        return actor && findDocument({ db: postgres.db, files }, actor, Number(id));
      },
    },
  );
  const removal = createFileRemoval({ files, jobs, postgres, clock }, 'remove-documents', (keys) =>
    findKeys(postgres.db, keys),
  );
  const service = createCertificatesService({
    postgres,
    files,
    clock,
    realtime,
    urlSigner: signedFiles.urlSigner,
    removeFiles: removal.remove,
  });
  return {
    name: 'certificates',
    endpoints: [
      bind(listCertificates, ({ actor, query }) => service.list(actor, query)),
      bind(countCertificates, ({ actor, query }) => service.counts(actor, query)),
      bindUpload(createCertificate, ({ actor, file, body }) => service.create(actor, file, body)),
      bind(updateCertificate, ({ actor, params, body }) => service.update(actor, params.id, body)),
      bind(deleteCertificate, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
    ],
    jobs: [removal.job],
    plugin: signedFiles.plugin,
    service,
  };
}
