/** The documents of statements, opened by addresses that are signed for one person each. */
import { Readable } from 'node:stream';
import { isLanguage, type StatementFormat, statementFormats } from '@ludus/contract';
import { integrationScope } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { romeDay } from '../../infra/clock/index.ts';
import { createSignedFiles, type Download, type SignedFiles } from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import { contentTypes, type StatementDocuments } from './statements.documents.ts';
import { fileNameOf } from './statements.mapper.ts';
import { findStatement } from './statements.repo.ts';

export function createStatementFiles(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres'>,
  { rights, documents }: { rights: CurrentRights; documents: StatementDocuments },
): SignedFiles {
  /** An id is `<statement>-<format>-<language>`. */
  async function find(file: string, userId: string): Promise<Download | undefined> {
    const [id, format, language] = file.split('-');
    if (!isFormat(format) || !isLanguage(language)) return undefined;
    const actor = await findActor(userId, rights);
    if (actor?.can('statements:read') !== true) return undefined;
    const scope = integrationScope(actor);
    const row = await findStatement(infra.postgres.db, romeDay(infra.clock.now()), Number(id), scope);
    if (row === undefined) return undefined;
    const bytes = await documents.write(row, format, language);
    return {
      fileName: fileNameOf(row.number, format),
      contentType: contentTypes[format],
      bytes: bytes.length,
      open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    };
  }
  return createSignedFiles(infra, { prefix: '/files/statements', purpose: 'statement', find });
}

const isFormat = (text: string | undefined): text is StatementFormat =>
  statementFormats.some((format) => format === text);
