/** Certificates and other documents of games and integrations. */
import {
  countCertificates,
  createCertificate,
  deleteCertificate,
  getCertificate,
  getCertificateCoverage,
  getIntegrationJurisdictions,
  listCertificateActions,
  listCertificates,
  listLapsedCertificates,
  replaceCertificate,
  searchCertificates,
  setIntegrationJurisdictions,
  updateCertificate,
} from '@ludus/contract';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { createFileRemoval } from '../../infra/files/index.ts';
import { bind, bindUpload, createSignedFiles } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Notify } from '../notifications/index.ts';
import { type CoverageService, createCoverageService } from './certificates.coverage.ts';
import { findDocument } from './certificates.files.ts';
import { findKeys } from './certificates.repo.ts';
import { type CertificatesService, createCertificatesService } from './certificates.service.ts';

export { findCoverage } from './certificates.coverage.repo.ts';
export type { CoverageService } from './certificates.coverage.ts';
export type { ImportedDocument } from './certificates.import.ts';
export { documentTypeOf, plainFileName } from './certificates.kinds.ts';
export {
  type CertificateJob,
  type CertificateTasks,
  createCertificateTasks,
} from './certificates.reminders.ts';
export type { CertificatesService } from './certificates.service.ts';
export type { CertificatesTable } from './certificates.tables.ts';

export type CertificatesModule = HubModule & { service: CertificatesService; coverage: CoverageService };

export function createCertificatesModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'realtime'>,
  /** The rights of a user who opens a signed URL. */
  rights: CurrentRights,
  notify: Notify,
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
    notify,
  });
  const coverage = createCoverageService({ postgres, clock, realtime, urlSigner: signedFiles.urlSigner });
  return {
    name: 'certificates',
    endpoints: [
      bind(listCertificates, ({ actor, query }) => service.list(actor, query)),
      bind(countCertificates, ({ actor, query }) => service.counts(actor, query)),
      bind(searchCertificates, ({ actor, query }) => coverage.search(actor, query)),
      bind(getCertificateCoverage, ({ actor, query }) => coverage.coverage(actor, query)),
      bind(listCertificateActions, ({ actor, query }) => coverage.actions(actor, query)),
      bind(listLapsedCertificates, ({ actor, query }) => coverage.lapsed(actor, query)),
      bind(getIntegrationJurisdictions, ({ actor, params }) => coverage.needed(actor, params.id)),
      bind(setIntegrationJurisdictions, ({ actor, params, body }) =>
        coverage.setNeeded(actor, params.id, body),
      ),
      bind(getCertificate, ({ actor, params }) => service.get(actor, params.id)),
      bindUpload(replaceCertificate, ({ actor, params, file, body }) =>
        service.replace(actor, params.id, { file, succession: body }),
      ),
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
    coverage,
  };
}
