/** Certificates and other documents of games and integrations. */
import { countCertificates, createCertificate, deleteCertificate, listCertificates } from '@ludus/contract';
import { openVault } from '../../platform/crypto/index.ts';
import { createFileRemoval } from '../../platform/files/index.ts';
import { bind, bindUpload } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createDocumentAddresses, type DocumentAddresses } from './certificates.address.ts';
import { documentPlugin } from './certificates.plugin.ts';
import { findKeys } from './certificates.repo.ts';
import { type CertificatesService, createCertificatesService } from './certificates.service.ts';

export { documentTypeOf, plainFileName } from './certificates.kinds.ts';
export type { CertificatesService } from './certificates.service.ts';
export type { CertificatesTable } from './certificates.tables.ts';

export type CertificatesModule = HubModule & { service: CertificatesService };

export function createCertificatesModule(
  platform: Pick<Platform, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'realtime'>,
): CertificatesModule {
  const { settings, clock, postgres, files, jobs, realtime } = platform;
  let made: Promise<DocumentAddresses> | undefined;
  const addresses = () =>
    (made ??= openVault(settings).then((vault) => createDocumentAddresses(vault, clock)));
  const removal = createFileRemoval({ files, jobs }, 'remove-documents', (keys) =>
    findKeys(postgres.db, keys),
  );
  const service = createCertificatesService({
    postgres,
    files,
    clock,
    realtime,
    addresses,
    removeFiles: removal.remove,
  });
  return {
    name: 'certificates',
    endpoints: [
      bind(listCertificates, ({ actor, query }) => service.list(actor, query)),
      bind(countCertificates, ({ actor, query }) => service.counts(actor, query)),
      bindUpload(createCertificate, ({ actor, file, body }) => service.create(actor, file, body)),
      bind(deleteCertificate, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
    ],
    jobs: [removal.job],
    plugin: documentPlugin(postgres.db, files, addresses),
    service,
  };
}
