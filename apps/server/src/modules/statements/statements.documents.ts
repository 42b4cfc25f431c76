import type { Language, StatementFormat } from '@ludus/contract';
import type { Mail } from '../../infra/mail/index.ts';
import type { StatementDocument } from './documents/statement.figures.ts';
import { statementMail } from './documents/statement.mail.ts';
import { writeStatementPdf } from './documents/statement.pdf.ts';
import { writeStatementXlsx } from './documents/statement.xlsx.ts';
import { fileNameOf, statementPath } from './statements.mapper.ts';
import type { StatementRow } from './statements.repo.ts';

/** A statement as people get it: as a file, and as the mail that brings its files. */
export interface StatementDocuments {
  write(row: StatementRow, format: StatementFormat, language: Language): Promise<Buffer>;
  mail(row: StatementRow, language: Language): Promise<Omit<Mail, 'to'>>;
}

export const contentTypes: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const documentOf = ({ number, issued_at, due_on, state, content }: StatementRow): StatementDocument => ({
  number,
  issuedAt: issued_at,
  dueOn: due_on,
  isVoid: state === 'void',
  content,
});

/** `publicUrl` is where people reach the hub. */
export function createStatementDocuments(publicUrl: string): StatementDocuments {
  const write: StatementDocuments['write'] = (row, format, language) =>
    format === 'pdf'
      ? writeStatementPdf(documentOf(row), language)
      : writeStatementXlsx(documentOf(row), language);
  return {
    write,
    async mail(row, language) {
      const files = await Promise.all(
        (['pdf', 'xlsx'] as const).map(async (format) => ({
          filename: fileNameOf(row.number, format),
          contentType: contentTypes[format],
          content: await write(row, format, language),
        })),
      );
      const url = new URL(statementPath(row.id), publicUrl).href;
      return statementMail(documentOf(row), { url, files }, language);
    },
  };
}
