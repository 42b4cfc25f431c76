/** Certificates and other documents of games and integrations. */
import { countCertificates, createCertificate, deleteCertificate, listCertificates } from '@ludus/contract';
import { z } from 'zod';
import { openVault } from '../../platform/crypto/index.ts';
import { bind, bindUpload } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { defineJob, type EnqueueOptions } from '../../platform/queue/index.ts';
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
  const removeFiles = defineJob({
    name: 'remove-documents',
    queue: 'system',
    payload: z.strictObject({ keys: z.array(z.string()) }),
    async run({ payload }) {
      const kept = await findKeys(postgres.db, payload.keys);
      for (const key of payload.keys) if (!kept.has(key)) await files.delete(key);
    },
  });
  const service = createCertificatesService({
    postgres,
    files,
    clock,
    realtime,
    addresses,
    async removeFiles(tx, keys) {
      await jobs.enqueue(removeFiles, { keys: [...keys] }, { tx: tx as EnqueueOptions['tx'] & {} });
    },
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
    jobs: [removeFiles],
    plugin: documentPlugin(postgres.db, files, addresses),
    service,
  };
}
