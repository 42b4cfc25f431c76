import { eurosFromCents, type Message, messageOf, type StatementContent } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { isMailAddress } from '../../infra/mail/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { NotificationTexts, Notify } from '../notifications/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import { dayText, euroText } from './documents/statement.formats.ts';
import type { RecordedStatement } from './statements.changes.ts';
import { insertDeliveries, type NewDelivery } from './statements.deliveries.repo.ts';
import type { StatementMailJob } from './statements.mail.job.ts';
import { statementPath } from './statements.mapper.ts';

export interface NoticesDeps {
  notify: Notify;
  users: RecipientLookup;
  jobs: Pick<JobQueueClient, 'enqueueAll'>;
  mailJob: StatementMailJob;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
}

/**
 * Who is notified of what, in the transaction of the change. People of the integration get a notification of what changes a statement
 * once it is issued; the address for its statements, which gets none, gets the documents again as they are then.
 */
export interface StatementNotices {
  /** Mails the documents, and shows a notification to the administrators of the integration. */
  issued(tx: Tx, statement: RecordedStatement, content: StatementContent): Promise<void>;
  /**
   * Mails the documents to the administrators of the integration, and to the address that the provider has entered for its
   * statements. The mailing list of reports is no address book for them: it sends neither net win nor due to addresses that
   * no one has verified.
   */
  mail(tx: Tx, statement: RecordedStatement, content: StatementContent): Promise<void>;
  voided(tx: Tx, statement: WrittenStatement, reason: string): Promise<void>;
  acknowledged(
    tx: Tx,
    statement: RecordedStatement,
    by: { username: string; note: string | undefined },
  ): Promise<void>;
  /** `amount` is what is too much, in cents, where that was named. */
  disputed(
    tx: Tx,
    statement: RecordedStatement,
    by: { username: string; reason: string; amount: bigint | undefined },
  ): Promise<void>;
  withdrawn(tx: Tx, statement: RecordedStatement, username: string): Promise<void>;
  /** With what was put on it, in cents; 0 where the dispute was rejected. `isPart`: less was taken off than was disputed. */
  resolved(
    tx: Tx,
    statement: OpenStatement,
    by: { username: string; change: bigint; isPart: boolean; note: string },
  ): Promise<void>;
  paid(tx: Tx, statement: OpenStatement, payment: NotedPayment): Promise<void>;
  reversed(
    tx: Tx,
    statement: OpenStatement,
    payment: NotedPayment & { username: string; reason: string },
  ): Promise<void>;
}

/** With what is open of it now, in cents. */
type OpenStatement = WrittenStatement & { due_on: string; openNow: bigint };
type WrittenStatement = RecordedStatement & { content: StatementContent };
/** `amount` is cents, `day` the day of the payment. */
interface NotedPayment {
  amount: bigint;
  day: string;
}

const euros = (cents: bigint) => euroText(eurosFromCents(cents < 0n ? -cents : cents));

/** What is to be paid now, for people of the integration. */
function leftOf({ openNow, due_on: dueOn }: OpenStatement): Message {
  if (openNow === 0n) return messageOf('notifications.statementSettled');
  return openNow > 0n
    ? messageOf('notifications.statementToPay', { amount: euros(openNow), dueOn: dayText(dueOn) })
    : messageOf('notifications.statementInFavour', { amount: euros(openNow) });
}

export function createNotices(deps: NoticesDeps): StatementNotices {
  const { notify, users, jobs, mailJob, clock, referenceData } = deps;

  async function recipientsOf(
    tx: Tx,
    integrationId: number,
    { recipient }: StatementContent,
  ): Promise<NewDelivery[]> {
    const people = await users.recipients({ administratorsOf: [integrationId] }, tx);
    const known = people.flatMap(({ subject, email, language }) =>
      subject !== null && email !== null && isMailAddress(email)
        ? [{ recipient: email, userId: subject, language }]
        : [],
    );
    const isKnown = known.some((one) => one.recipient.toLowerCase() === recipient.email.toLowerCase());
    if (recipient.email === '' || isKnown) return known;
    return [...known, { recipient: recipient.email, userId: null, language: 'en' }];
  }

  const toIntegration = (tx: Tx, statement: RecordedStatement, texts: NotificationTexts, mail = true) =>
    notify(
      tx,
      { administratorsOf: [statement.integration_id] },
      { severity: 2, path: statementPath(statement.id), texts, mail },
    );

  const toProvider = (tx: Tx, statement: RecordedStatement, texts: NotificationTexts, severity: 1 | 3) =>
    notify(tx, { admins: true }, { severity, path: statementPath(statement.id), texts, mail: true });

  async function valuesOf({ number, integration_id, month }: RecordedStatement) {
    const integration = integrationName(await referenceData.read(), integration_id);
    return { number, integration, month: `${month.slice(5, 7)}/${month.slice(0, 4)}` };
  }

  async function mail(tx: Tx, statement: RecordedStatement, content: StatementContent): Promise<void> {
    await mailTo(tx, statement, await recipientsOf(tx, statement.integration_id, content));
  }

  async function mailAddress(tx: Tx, statement: WrittenStatement): Promise<void> {
    const recipients = await recipientsOf(tx, statement.integration_id, statement.content);
    await mailTo(
      tx,
      statement,
      recipients.filter(({ userId }) => userId === null),
    );
  }

  async function mailTo(
    tx: Tx,
    statement: RecordedStatement,
    recipients: readonly NewDelivery[],
  ): Promise<void> {
    const ids = await insertDeliveries(tx, statement.id, recipients, clock.now());
    // One job for each person: a bad address repeats no one else's mail.
    await jobs.enqueueAll(
      mailJob,
      ids.map((deliveryId) => ({ deliveryId })),
      tx,
    );
  }

  return {
    mail,

    async issued(tx, statement, content) {
      await mail(tx, statement, content);
      const values = await valuesOf(statement);
      const texts = {
        title: messageOf('notifications.statementIssued', values),
        description: messageOf('notifications.statementIssuedText', values),
      };
      await toIntegration(tx, statement, texts, false);
    },

    async voided(tx, statement, reason) {
      await mailAddress(tx, statement);
      const values = await valuesOf(statement);
      await toIntegration(tx, statement, {
        title: messageOf('notifications.statementVoided', values),
        description: messageOf('notifications.statementVoidedText', { ...values, reason }),
      });
    },

    async acknowledged(tx, statement, { username, note }) {
      const values = await valuesOf(statement);
      const texts = {
        title: messageOf('notifications.statementAcknowledged', values),
        description:
          note === undefined || note === ''
            ? messageOf('notifications.statementAcknowledgedText', { ...values, username })
            : messageOf('notifications.statementNote', { username, note }),
      };
      await toProvider(tx, statement, texts, 1);
    },

    async disputed(tx, statement, { username, reason, amount }) {
      const by = { username, note: reason };
      const texts = {
        title: messageOf('notifications.statementDisputed', await valuesOf(statement)),
        description:
          amount === undefined
            ? messageOf('notifications.statementNote', by)
            : messageOf('notifications.statementDisputedText', { ...by, amount: euros(amount) }),
      };
      await toProvider(tx, statement, texts, 3);
    },

    async withdrawn(tx, statement, username) {
      const values = await valuesOf(statement);
      const texts = {
        title: messageOf('notifications.statementDisputeWithdrawn', values),
        description: messageOf('notifications.statementDisputeWithdrawnText', { ...values, username }),
      };
      await toProvider(tx, statement, texts, 1);
    },

    async resolved(tx, statement, { username, change, isPart, note }) {
      const values = await valuesOf(statement);
      if (change === 0n) {
        await toIntegration(tx, statement, {
          title: messageOf('notifications.statementDisputeRejected', values),
          description: messageOf('notifications.statementAnswered', {
            left: leftOf(statement),
            username,
            note,
          }),
        });
        return;
      }
      await mailAddress(tx, statement);
      const code = change < 0n ? 'notifications.statementTakenOff' : 'notifications.statementPutOn';
      await toIntegration(tx, statement, {
        title: messageOf(
          isPart ? 'notifications.statementDisputePartlyAccepted' : 'notifications.statementDisputeAccepted',
          values,
        ),
        description: messageOf('notifications.statementAdjusted', {
          change: messageOf(code, { amount: euros(change) }),
          left: leftOf(statement),
          username,
          note,
        }),
      });
    },

    async paid(tx, statement, { amount, day }) {
      await mailAddress(tx, statement);
      const code = amount < 0n ? 'notifications.statementPaidOutText' : 'notifications.statementPaidText';
      await toIntegration(tx, statement, {
        title: messageOf('notifications.statementPaid', await valuesOf(statement)),
        description: messageOf(code, {
          amount: euros(amount),
          day: dayText(day),
          left: leftOf(statement),
        }),
      });
    },

    async reversed(tx, statement, { amount, day, username, reason }) {
      await mailAddress(tx, statement);
      await toIntegration(tx, statement, {
        title: messageOf('notifications.statementPaymentReversed', await valuesOf(statement)),
        description: messageOf('notifications.statementPaymentReversedText', {
          amount: euros(amount),
          day: dayText(day),
          left: leftOf(statement),
          username,
          note: reason,
        }),
      });
    },
  };
}
