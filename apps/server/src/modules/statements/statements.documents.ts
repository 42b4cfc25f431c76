import { eurosFromCents, type Language, type StatementFormat } from '@ludus/contract';
import { romeDay } from '../../infra/clock/index.ts';
import type { Mail } from '../../infra/mail/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { StatementDocument } from './documents/statement.figures.ts';
import { statementMail } from './documents/statement.mail.ts';
import { writeStatementPdf } from './documents/statement.pdf.ts';
import { writeStatementXlsx } from './documents/statement.xlsx.ts';
import { findPayments } from './statements.ledger.repo.ts';
import { fileNameOf, statementPath } from './statements.mapper.ts';
import { findEvents, type StatementRow } from './statements.repo.ts';

/** A statement as people get it: as a file, and as the mail that brings its files. */
export interface StatementDocuments {
  write(row: StatementRow, format: StatementFormat, language: Language): Promise<Buffer>;
  mail(row: StatementRow, language: Language): Promise<Omit<Mail, 'to'>>;
}

export const contentTypes: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const euros = (cents: string) => eurosFromCents(BigInt(cents));

/** `publicUrl` is where people reach the hub. */
export function createStatementDocuments(
  { db }: Pick<Postgres, 'db'>,
  publicUrl: string,
): StatementDocuments {
  /** With what was decided and paid since it was issued, in the order in which it was. */
  async function documentOf({
    id,
    number,
    issued_at: issuedAt,
    due_on: dueOn,
    state,
    content,
  }: StatementRow): Promise<StatementDocument> {
    const [events, payments] = await Promise.all([findEvents(db, id), findPayments(db, id)]);
    return {
      number,
      issuedAt,
      dueOn,
      isVoid: state === 'void',
      content,
      adjustments: events
        .toReversed()
        .flatMap(({ action, at, note, change }) =>
          action === 'accept' && change !== null
            ? [{ day: romeDay(at), note: note ?? '', amount: euros(change) }]
            : [],
        ),
      payments: payments.flatMap(({ reversed_at: reversedAt, received_on: day, reference, amount }) =>
        reversedAt === null ? [{ day, reference, amount: euros(amount) }] : [],
      ),
    };
  }
  const write: StatementDocuments['write'] = async (row, format, language) => {
    const document = await documentOf(row);
    return format === 'pdf' ? writeStatementPdf(document, language) : writeStatementXlsx(document, language);
  };
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
      return statementMail(await documentOf(row), { url, files }, language);
    },
  };
}
