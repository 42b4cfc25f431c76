import type { Language } from '@ludus/contract';
import { romeDay } from '../../../infra/clock/index.ts';
import { type Mail, mailBodies } from '../../../infra/mail/index.ts';
import {
  adjustedTotal,
  hasChanged,
  openOf,
  recipientOf,
  type StatementDocument,
  sumOfEuros,
} from './statement.figures.ts';
import { dayText, euroText, monthText } from './statement.formats.ts';
import { balanceText, statementTexts } from './statement.texts.ts';

/** The words of the mail that brings a statement. */
interface MailTexts {
  subject(number: string, month: string): string;
  /** Ends the subject of one that has changed since it was issued. */
  changed: string;
  withdrawn: string;
  opening(issuer: string, month: string, issued: string): string;
  toPay(total: string, dueOn: string): string;
  /** Of what was issued, the amount after a dispute and what was paid; null where there is none. */
  since(issued: string, adjusted: string | null, paid: string | null): string;
  credit(total: string, name: string): string;
  nothing: string;
  restated(amount: string): string;
  balance(before: string): string;
  answer: string;
  attached: string;
  void: string;
  open: string;
  reason(integration: string): string;
}

const en: MailTexts = {
  subject: (number, month) => `Statement ${number}, ${month}`,
  changed: 'updated',
  withdrawn: 'withdrawn',
  opening: (issuer, month, issued) => `${issuer} issued the statement of ${month} on ${issued}.`,
  toPay: (total, dueOn) => `Amount to pay: ${total} by ${dueOn}.`,
  since: (issued, adjusted, paid) =>
    [
      `Issued: ${issued}.`,
      ...(adjusted === null ? [] : [`After a dispute: ${adjusted}, VAT included.`]),
      ...(paid === null ? [] : [`Paid: ${paid}.`]),
    ].join(' '),
  credit: (total, name) => `${total} are in favour of ${name}, so nothing has to be paid.`,
  nothing: 'Nothing has to be paid.',
  restated: (amount) => `It includes restatements of earlier months: ${amount}.`,
  balance: (before) => `Balance before this statement: ${before}.`,
  answer: 'In the hub you can acknowledge it, or dispute it with a reason.',
  attached: 'The statement is attached as a PDF and as a workbook.',
  void: 'This statement has been withdrawn. Nothing is owed by it.',
  open: 'Open the statement',
  reason: (integration) => `You receive this because statements of ${integration} are sent to this address.`,
};

const it: MailTexts = {
  subject: (number, month) => `Rendiconto ${number}, ${month}`,
  changed: 'aggiornato',
  withdrawn: 'annullato',
  opening: (issuer, month, issued) => `${issuer} ha emesso il rendiconto di ${month} il ${issued}.`,
  toPay: (total, dueOn) => `Importo da pagare: ${total} entro il ${dueOn}.`,
  since: (issued, adjusted, paid) =>
    [
      `Emesso: ${issued}.`,
      ...(adjusted === null ? [] : [`Dopo una contestazione: ${adjusted}, IVA inclusa.`]),
      ...(paid === null ? [] : [`Pagato: ${paid}.`]),
    ].join(' '),
  credit: (total, name) => `${total} sono a favore di ${name}: non c’è nulla da pagare.`,
  nothing: 'Non c’è nulla da pagare.',
  restated: (amount) => `Comprende rettifiche di mesi precedenti: ${amount}.`,
  balance: (before) => `Saldo precedente: ${before}.`,
  answer: 'Nell’hub puoi accettarlo, oppure contestarlo indicando il motivo.',
  attached: 'Il rendiconto è allegato in PDF e come cartella di lavoro.',
  void: 'Questo rendiconto è stato annullato: in base ad esso non è dovuto nulla.',
  open: 'Apri il rendiconto',
  reason: (integration) =>
    `Ricevi questa email perché i rendiconti di ${integration} vengono inviati a questo indirizzo.`,
};

const mailTexts: Readonly<Record<Language, MailTexts>> = { en, it };

const longestSubject = 200;

/** Writes the mail that brings a statement with its files; `url` is its page in the hub. */
export function statementMail(
  document: StatementDocument,
  { url, files }: { url: string; files: NonNullable<Mail['attachments']> },
  language: Language,
): Omit<Mail, 'to'> {
  const { number, issuedAt, isVoid, content } = document;
  const t = mailTexts[language];
  const month = monthText(content.month, language);
  const state = isVoid ? t.withdrawn : hasChanged(document) ? t.changed : null;
  const subject = [t.subject(number, month), ...(state === null ? [] : [state])].join(' · ');
  return {
    // A line break in a header would begin another one.
    subject: `${content.integration.name}: ${subject}`.replaceAll(/\s+/g, ' ').slice(0, longestSubject),
    ...mailBodies({
      language,
      title: subject,
      paragraphs: [
        t.opening(content.issuer.name, month, dayText(romeDay(issuedAt))),
        ...(isVoid ? [t.void] : amountLines(document, t, language)),
        t.attached,
      ],
      button: { label: t.open, url },
      reason: t.reason(content.integration.name),
    }),
    attachments: files,
  };
}

function amountLines(document: StatementDocument, t: MailTexts, language: Language): string[] {
  const { dueOn, content, adjustments, payments } = document;
  const { restated } = content.total;
  const total = openOf(document);
  const paid = sumOfEuros(payments.map(({ amount }) => amount));
  const asked =
    total > 0
      ? t.toPay(euroText(total), dayText(dueOn))
      : total < 0
        ? t.credit(euroText(-total), recipientOf(content).name)
        : t.nothing;
  return [
    restated === 0 ? asked : `${asked} ${t.restated(euroText(restated))}`,
    ...(hasChanged(document)
      ? [
          t.since(
            euroText(content.total.total),
            adjustments.length === 0 ? null : euroText(adjustedTotal(document)),
            payments.length === 0 ? null : euroText(paid),
          ),
        ]
      : []),
    `${t.balance(euroText(content.balanceBefore))} ${balanceText(document, statementTexts[language])}`,
    t.answer,
  ];
}
