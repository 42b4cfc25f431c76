/** Statements of closed months: issued, answered by the integration, paid, and what each integration owes. */
import {
  acknowledgeStatement,
  deleteTerms,
  disputeStatement,
  getBalance,
  getStatement,
  getStatementSettings,
  getTerms,
  issueStatement,
  listBalances,
  listStatableMonths,
  listStatements,
  listUnstatedAmounts,
  previewStatement,
  recordPayment,
  resolveStatement,
  reversePayment,
  saveRecipient,
  saveStatementSettings,
  saveTerms,
  sendStatement,
  voidStatement,
  withdrawDispute,
} from '@ludus/contract';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { JobOptions } from '../../infra/queue/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { Restating } from '../period-close/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import { type Answers, createAnswers } from './statements.answers.ts';
import { createStatementLists } from './statements.balance.ts';
import { createStatementChanges } from './statements.changes.ts';
import { createStatementDocuments } from './statements.documents.ts';
import { createStatementFiles } from './statements.files.ts';
import { createIssuing, type Issuing } from './statements.issuing.ts';
import { defineStatementMailJob, noteFailure } from './statements.mail.job.ts';
import { createNotices } from './statements.notices.ts';
import { createTermsService, type TermsService } from './statements.terms.ts';
import { listUnstated } from './statements.unstated.ts';

export { findNumberInForce } from './statements.repo.ts';
export { findTermsDifferences, type TermsDifference } from './statements.terms.ts';

export interface StatementsPorts {
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  referenceData: Pick<ReferenceData, 'read'>;
  restating: Pick<Restating, 'restateAll'>;
  notify: Notify;
  users: RecipientLookup;
  /** The rights of a person who opens a document, or whom it is mailed to. */
  rights: CurrentRights;
  /** How often and how long a mail is tried; for two days unless given. */
  mailRetryPolicy?: JobOptions;
  /** Without it every change is made at once. */
  approvals?: Approvals;
}

export interface StatementsModule extends HubModule {
  issuing: Issuing;
  answers: Answers;
  terms: TermsService;
}

export function createStatementsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'mailer'>,
  {
    sessionStore,
    referenceData,
    restating,
    notify,
    users,
    rights,
    mailRetryPolicy,
    approvals = holdNothing,
  }: StatementsPorts,
): StatementsModule {
  const { settings, clock, postgres, jobs, realtime, mailer } = infra;
  const documents = createStatementDocuments(postgres, { publicUrl: settings.publicUrl, clock });
  const mailJob = defineStatementMailJob({ postgres, clock, mailer, rights, documents }, mailRetryPolicy);
  jobs.whenFailed(mailJob, noteFailure(clock));
  const files = createStatementFiles(infra, { rights, documents, referenceData });
  const { urlSigner } = files;
  const changes = createStatementChanges({ postgres, clock, realtime, referenceData, urlSigner });
  const notices = createNotices({ notify, users, jobs, mailJob, clock, referenceData });
  const issuing = createIssuing({
    ...{ postgres, clock, referenceData, restating },
    ...{ changes, notices, documents },
  });
  const answers = createAnswers({ postgres, changes, notices });
  const lists = createStatementLists({ postgres, referenceData, changes });
  const terms = createTermsService({ postgres, clock, changes });
  const holdSave = approvals.hold(terms.guardedSave);
  const holdRemoval = approvals.hold(terms.guardedRemoval);
  return {
    name: 'statements',
    issuing,
    answers,
    terms,
    endpoints: [
      bind(listStatements, ({ actor, query }) => lists.list(actor, query)),
      bind(listStatableMonths, () => issuing.listStatable()),
      bind(listUnstatedAmounts, ({ actor }) =>
        listUnstated({ postgres, sessionStore, referenceData, clock }, actor),
      ),
      bind(listBalances, ({ actor }) => lists.balances(actor)),
      bind(getBalance, ({ actor, params, query }) => lists.balance(actor, params.integrationId, query)),
      bind(previewStatement, ({ actor, query }) => issuing.preview(actor, query)),
      bind(issueStatement, ({ actor, body }) => issuing.issue(actor, body)),
      bind(getStatementSettings, () => terms.settings()),
      bind(saveStatementSettings, ({ actor, body }) => terms.saveSettings(actor, body)),
      bind(getTerms, ({ actor, params }) => terms.terms(actor, params.integrationId)),
      bind(saveTerms, async ({ actor, params: { integrationId }, body }) => {
        const held = await holdSave(actor, { integrationId, month: body.fromMonth, terms: body });
        return held ?? terms.saveTerms(actor, integrationId, body);
      }),
      bind(deleteTerms, async ({ actor, params }) => {
        const held = await holdRemoval(actor, { ...params, terms: null });
        return held ?? terms.deleteTerms(actor, params);
      }),
      bind(saveRecipient, ({ actor, params, body }) =>
        terms.saveRecipient(actor, params.integrationId, body),
      ),
      bind(getStatement, ({ actor, params }) => changes.read(actor, params.id)),
      bind(sendStatement, ({ actor, params }) => issuing.send(actor, params.id)),
      bind(acknowledgeStatement, ({ actor, params, body }) => answers.acknowledge(actor, params.id, body)),
      bind(disputeStatement, ({ actor, params, body }) => answers.dispute(actor, params.id, body)),
      bind(withdrawDispute, ({ actor, params }) => answers.withdraw(actor, params.id)),
      bind(resolveStatement, ({ actor, params, body }) => answers.resolve(actor, params.id, body)),
      bind(voidStatement, ({ actor, params, body }) => issuing.void(actor, params.id, body.reason)),
      bind(recordPayment, ({ actor, params, body }) => answers.pay(actor, params.id, body)),
      bind(reversePayment, ({ actor, params, body }) => answers.reverse(actor, params.id, body.reason)),
    ],
    jobs: [mailJob],
    retention: [
      retentionRule({
        table: 'statement_deliveries',
        column: 'created_at',
        days: settings.retentionDays.mails,
      }),
    ],
    plugin: files.plugin,
  };
}
