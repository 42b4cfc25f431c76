/** The proof of completeness of a month as PDF, opened by addresses that are signed for one person each. */
import { type getReconciliationProof, isLanguage, messageOf, type ResponseOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { createSignedFiles, type Download, downloadOf, type SignedFiles } from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import type { FilesService } from './files.service.ts';
import { writeProof } from './proof.document.ts';
import type { ReconciliationService } from './reconciliation.service.ts';

interface ProofDeps {
  rights: CurrentRights;
  month: ReconciliationService['month'];
  files: FilesService['list'];
}

export interface ProofFiles extends Pick<SignedFiles, 'plugin'> {
  /** @throws ValidationError for a month of which no day is over */
  addresses(actor: Actor, month: string): Promise<ResponseOf<typeof getReconciliationProof>>;
}

const fileName = (month: string, language: string) => `completeness-${month}-${language}.pdf`;

/** `<month>-<language>`, made when it is opened, of what that person sees then. Who takes one stands in the log. */
export function createProofFiles(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres'>,
  { rights, month: readMonth, files }: ProofDeps,
): ProofFiles {
  const { postgres, clock } = infra;

  async function find(id: string, userId: string, isDownload: boolean): Promise<Download | undefined> {
    const [year, number, language] = id.split('-');
    const month = `${year}-${number}`;
    const actor = await findActor(userId, rights);
    if (actor?.can('reconciliation:read') !== true || !isLanguage(language)) return undefined;
    const days = await readMonth(actor, month);
    const compared = actor.can('reconciliation:files') ? await files(actor, days) : [];
    if (isDownload) {
      await recordAudit(postgres.db, {
        actor,
        type: 'exports',
        action: 'download',
        objectId: null,
        description: messageOf('logs.reconciliationProofTaken', { month }),
        object: { kind: 'reconciliation', month, integration: actor.integration?.name ?? null },
      });
    }
    const bytes = await writeProof(
      { month, days, files: compared, username: actor.username, at: clock.now() },
      language,
    );
    return downloadOf(fileName(month, language), bytes);
  }

  const signed = createSignedFiles(infra, {
    prefix: '/files/completeness',
    purpose: 'completeness',
    find: (id, userId, ipAddress) => find(id, userId, ipAddress !== undefined),
  });
  return {
    plugin: signed.plugin,
    async addresses(actor, month) {
      await readMonth(actor, month);
      const urlOf = await signed.urlSigner();
      const file = (language: string) =>
        urlOf({ id: `${month}-${language}`, name: fileName(month, language) }, actor.userId);
      return { month, files: { en: file('en'), it: file('it') } };
    },
  };
}
