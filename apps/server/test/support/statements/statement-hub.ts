/** A hub with closed months of Alpina, whose statements can be issued, answered and paid. */
import { type SettlementTerms, type StatementDetail, statementDetail } from '@ludus/contract';
import type { Mail } from '../../../src/infra/mail/index.ts';
import type { NotificationContent } from '../../../src/modules/notifications/index.ts';
import { createStatementsModule, type StatementsModule } from '../../../src/modules/statements/index.ts';
import type { Recipient, Recipients } from '../../../src/modules/users/index.ts';
import { identityIn } from '../../rights.ts';
import { october, type PeriodHub, startPeriodHub, type Who } from '../period-close/period-hub.ts';

export interface StatementHub {
  period: PeriodHub;
  module: StatementsModule;
  alpina: number;
  baltica: number;
  /** What the mail server took, and an error for its next mail. */
  mail: { taken: Mail[]; refuses: Error | undefined };
  notified: { to: Recipients; content: NotificationContent }[];
  call: PeriodHub['call'];
  /** The body of a call that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  ok(method: string, path: string, body?: object, who?: Who): Promise<any>;
  /** Issues the statement of a closed month of Alpina for the amount that it has now. */
  issue(month: string): Promise<StatementDetail>;
  /** Runs every mail that waits to its end. */
  mailsSent(): Promise<void>;
}

export const issuer = {
  name: 'Ludus S.r.l.',
  address: 'Via Roma 1\n20121 Milano',
  vatId: 'IT01234567890',
  email: 'billing@ludus.example',
  iban: 'IT60X0542811101000000123456',
  bic: 'BLOPIT22',
  bank: 'Banca di prova',
};

export const settings = {
  issuer,
  numberPrefix: 'LH-',
  footer: { en: 'Registered in Milan.', it: 'Registrata a Milano.' },
};

export const terms: SettlementTerms = {
  fromMonth: '2026-10',
  base: 'netwin',
  tiers: [
    { from: 0, rate: 1000 },
    { from: 1000, rate: 1250 },
  ],
  minimum: 50,
  vatRate: 2200,
  paymentDays: 15,
  note: 'By contract of 2026.',
};

/** A real session of September. */
export const september: typeof october = (number, part = {}) =>
  october(number, {
    createdAt: '2026-09-10T10:00:00.000Z',
    updatedAt: '2026-09-10T10:20:00.000Z',
    ...part,
  });

export async function startStatementHub(): Promise<StatementHub> {
  const mail: StatementHub['mail'] = { taken: [], refuses: undefined };
  const notified: StatementHub['notified'] = [];
  let module: StatementsModule | undefined;
  let accounts: PeriodHub['world']['accounts'] | undefined;
  const identityOf = async (subject: string) => identityIn(accounts as never, subject);
  const recipient = (username: string): Recipient => ({
    subject: username,
    username,
    email: `${username}@alpina.example`,
    language: username === 'alpinaAdmin' ? 'it' : 'en',
    integrationId: null,
    roles: ['integration_admin'],
  });
  const period = await startPeriodHub({
    further({ infra, sessionStore, integrations, periodClose }) {
      module = createStatementsModule(
        {
          ...infra,
          mailer: {
            async send(taken) {
              const { refuses } = mail;
              mail.refuses = undefined;
              if (refuses !== undefined) throw refuses;
              mail.taken.push(taken);
            },
          },
        },
        {
          sessionStore: sessionStore.service,
          referenceData: integrations.referenceData,
          restating: periodClose.restating,
          async notify(_tx, to, content) {
            notified.push({ to, content });
            return { notices: 1, mails: 1, people: [] };
          },
          users: { recipients: async () => [recipient('alpinaAdmin'), recipient('formerAdmin')] },
          rights: { identityOf, integrations: integrations.referenceData },
          mailRetryPolicy: { retries: 0 },
        },
      );
      return [module];
    },
  });
  ({ accounts } = period.world);
  for (const [id, integrationName] of [
    ['admin', null],
    ['alpinaAdmin', 'Alpina'],
    ['balticaAdmin', 'Baltica'],
  ] as const)
    accounts.set(id, {
      id,
      username: id,
      email: `${id}@example.com`,
      roles: [integrationName === null ? 'ludus_admin' : 'integration_admin'],
      integrationName,
      enabled: true,
    });
  const { alpina, baltica } = period.world.ids;
  const { jobs, postgres } = period.world.hub.infra;
  const hub: StatementHub = {
    period,
    module: module as unknown as StatementsModule,
    alpina,
    baltica,
    mail,
    notified,
    call: period.call,
    async ok(method, path, body, who) {
      const { status, body: given } = await period.call(method, path, body, who);
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(given)}`);
      return given;
    },
    async issue(month) {
      const preview = await hub.ok('GET', `/statements/preview?integrationId=${alpina}&month=${month}`);
      const body = { integrationId: alpina, month, expectedTotal: preview.total.total };
      return statementDetail.parse(await hub.ok('POST', '/statements', body));
    },
    async mailsSent() {
      const waiting = await postgres.db
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', 'email-statement')
        .execute();
      for (const { id } of waiting) await jobs.waitForCompletion(id);
    },
  };
  return hub;
}
