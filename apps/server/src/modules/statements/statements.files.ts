/** The documents of statements, opened by addresses that are signed for one person each. */
import {
  isLanguage,
  type Language,
  messageOf,
  type StatementEdition,
  type StatementFormat,
  statementEditions,
  statementFormats,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { romeDay } from '../../infra/clock/index.ts';
import { createSignedFiles, type Download, downloadOf, type SignedFiles } from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import { adjustmentNumber } from './statements.adjustments.ts';
import { contentTypes, type StatementDocuments } from './statements.documents.ts';
import { readFile } from './statements.files.repo.ts';
import { adjustmentFileName, fileNameOf } from './statements.mapper.ts';
import { findStatement, type StatementRow } from './statements.repo.ts';

export function createStatementFiles(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres'>,
  {
    rights,
    documents,
    referenceData,
  }: {
    rights: CurrentRights;
    documents: StatementDocuments;
    referenceData: Pick<ReferenceData, 'read'>;
  },
): SignedFiles {
  /**
   * An id is `<statement>-<format>-<language>-<edition>`, or `-A<n>` for its n-th adjustment; addresses of before there were editions
   * are of how it is now.
   */
  async function find(file: string, userId: string, isDownload: boolean): Promise<Download | undefined> {
    const [id, format, language, edition = 'now'] = file.split('-');
    if (!isFormat(format) || !isLanguage(language)) return undefined;
    const actor = await findActor(userId, rights);
    if (actor?.can('statements:read') !== true) return undefined;
    const scope = integrationScope(actor);
    const today = romeDay(infra.clock.now());
    const row = await findStatement(infra.postgres.db, today, Number(id), scope);
    if (row === undefined) return undefined;
    const found = await fileOf(row, { format, language, edition }, today);
    if (found !== undefined && isDownload) await note(actor, row, found.fileName);
    return found;
  }

  async function note(actor: Actor, row: StatementRow, file: string): Promise<void> {
    const integration = integrationName(await referenceData.read(), row.integration_id);
    await recordAudit(infra.postgres.db, {
      actor,
      type: 'statements',
      action: 'download',
      objectId: row.id,
      description: messageOf('logs.statementDownloaded', { file, integration }),
      object: { integration, number: row.number, month: row.month.slice(0, 7) },
    });
  }

  async function fileOf(
    row: StatementRow,
    { format, language, edition }: { format: StatementFormat; language: Language; edition: string },
    today: string,
  ): Promise<Download | undefined> {
    const ordinal = /^A([1-9]\d{0,3})$/.exec(edition)?.[1];
    if (ordinal !== undefined && format === 'pdf') {
      const bytes = await documents.writeAdjustment(row, Number(ordinal), language);
      return download(
        bytes,
        adjustmentFileName(adjustmentNumber(row.number, Number(ordinal)), language),
        format,
      );
    }
    if (!isEdition(edition)) return undefined;
    const bytes =
      edition === 'issued'
        ? await readFile(infra.postgres.db, { statementId: row.id, format, language })
        : await documents.write(row, format, language);
    return download(
      bytes,
      fileNameOf(row.number, edition === 'issued' ? null : today, { format, language }),
      format,
    );
  }
  return createSignedFiles(infra, {
    prefix: '/files/statements',
    purpose: 'statement',
    // Each download stands in the log, as those of exports do.
    find: (id, userId, ipAddress) => find(id, userId, ipAddress !== undefined),
  });
}

function download(
  bytes: Buffer | undefined,
  fileName: string,
  format: StatementFormat,
): Download | undefined {
  return bytes && downloadOf(fileName, bytes, contentTypes[format]);
}

const isEdition = (text: string): text is StatementEdition =>
  statementEditions.some((edition) => edition === text);
const isFormat = (text: string | undefined): text is StatementFormat =>
  statementFormats.some((format) => format === text);
