import {
  eurosFromCents,
  type Language,
  languages,
  type StatementFormat,
  statementFormats,
} from '@ludus/contract';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import type { Mail } from '../../infra/mail/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { writeAdjustmentPdf } from './documents/adjustment.pdf.ts';
import { hasChanged, type StatementDocument } from './documents/statement.figures.ts';
import { statementMail } from './documents/statement.mail.ts';
import { writeStatementPdf } from './documents/statement.pdf.ts';
import { writeStatementXlsx } from './documents/statement.xlsx.ts';
import { adjustmentsOf, disputesAnswered } from './statements.adjustments.ts';
import { insertFile, readFile } from './statements.files.repo.ts';
import { findPayments } from './statements.ledger.repo.ts';
import { fileNameOf, statementPath } from './statements.mapper.ts';
import { findEvents, type StatementRow } from './statements.repo.ts';

/** A statement as people get it: as a file, and as the mail that brings its files. */
export interface StatementDocuments {
  /** With what was decided and paid since it was issued. */
  write(row: StatementRow, format: StatementFormat, language: Language): Promise<Buffer>;
  /** The n-th adjustment, from 1, as a PDF; undefined where there is none. */
  writeAdjustment(row: StatementRow, ordinal: number, language: Language): Promise<Buffer | undefined>;
  /** Writes them as it is issued, in every format and language, and keeps them for good. */
  keep(tx: Tx, row: IssuedStatement): Promise<void>;
  mail(row: StatementRow, language: Language): Promise<Omit<Mail, 'to'>>;
}

export type IssuedStatement = Pick<StatementRow, 'id' | 'number' | 'issued_at' | 'due_on' | 'content'>;

export const contentTypes: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const asIssued = ({ number, issued_at, due_on, content }: IssuedStatement): StatementDocument => ({
  number,
  issuedAt: issued_at,
  dueOn: due_on,
  isVoid: false,
  content,
  adjustments: [],
  payments: [],
});

const writeDocument = (document: StatementDocument, format: StatementFormat, language: Language) =>
  format === 'pdf' ? writeStatementPdf(document, language) : writeStatementXlsx(document, language);

const euros = (cents: string) => eurosFromCents(BigInt(cents));

/** `publicUrl` is where people reach the hub. */
export function createStatementDocuments(
  { db }: Pick<Postgres, 'db'>,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): StatementDocuments {
  /** With what was decided and paid since it was issued, in the order in which it was. */
  async function documentOf(row: StatementRow): Promise<StatementDocument> {
    const [events, payments] = await Promise.all([findEvents(db, row.id), findPayments(db, row.id)]);
    const disputes = disputesAnswered(events);
    return {
      ...asIssued(row),
      isVoid: row.state === 'void',
      adjustments: adjustmentsOf(row, events).map(({ at, ...adjustment }, index) => ({
        ...adjustment,
        day: romeDay(new Date(at)),
        dispute: disputes[index] ?? null,
      })),
      payments: payments.flatMap(({ reversed_at: reversedAt, received_on: day, reference, amount }) =>
        reversedAt === null ? [{ day, reference, amount: euros(amount) }] : [],
      ),
    };
  }
  const write: StatementDocuments['write'] = async (row, format, language) =>
    writeDocument(await documentOf(row), format, language);
  return {
    write,
    writeAdjustment: async (row, ordinal, language) =>
      writeAdjustmentPdf(await documentOf(row), ordinal, language),
    async keep(tx, row) {
      const document = asIssued(row);
      for (const format of statementFormats) {
        for (const language of languages) {
          const bytes = await writeDocument(document, format, language);
          await insertFile(tx, { statementId: row.id, format, language }, bytes);
        }
      }
    },
    async mail(row, language) {
      const document = await documentOf(row);
      const isAsIssued = !document.isVoid && !hasChanged(document);
      const today = romeDay(clock.now());
      const files = await Promise.all(
        (['pdf', 'xlsx'] as const).map(async (format) => {
          const kept = isAsIssued && (await readFile(db, { statementId: row.id, format, language }));
          return {
            filename: fileNameOf(row.number, kept ? null : today, { format, language }),
            contentType: contentTypes[format],
            content: kept || (await writeDocument(document, format, language)),
          };
        }),
      );
      const url = new URL(statementPath(row.id), publicUrl).href;
      return statementMail(document, { url, files }, language);
    },
  };
}
