import {
  type DetailedReport,
  type FiguresCoverage,
  type Message,
  messageOf,
  recordId,
  reportTypeNames,
  type Scope,
  sessionTypes,
  textMessage,
} from '@ludus/contract';
import { z } from 'zod';
import { type Actor, systemActor, visibleIntegrations } from '../../infra/access/index.ts';
import { type Clock, parsePeriod, romeDay } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { MailError, type Mailer, mailRetryPolicy } from '../../infra/mail/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  defineJob,
  type FailedJob,
  type JobContext,
  type JobDefinition,
  type JobOptions,
} from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { ReferenceData, References } from '../integrations/index.ts';
import type { ReportsService } from '../reports/index.ts';
import { type CoverageOf, seesNetAndDue } from '../statistics/index.ts';
import type { RunType } from './reports.days.ts';
import { reportMail } from './reports.mail.ts';
import { readerOf } from './reports.reader.ts';
import {
  addressEntries,
  type DeliveryRow,
  failWaiting,
  findDeliveries,
  lockRun,
  updateDelivery,
} from './reports.repo.ts';

export const reportPayload = z.strictObject({
  type: z.enum([...reportTypeNames, 'custom']),
  /** As `parsePeriod` reads them. */
  dateStart: z.string(),
  dateEnd: z.string(),
  /** Null is every integration. */
  integrationId: recordId.nullable(),
  /** The recipients are stored with the run, so that a task names no one. */
  runId: z.uuid(),
});
export type ReportPayload = z.infer<typeof reportPayload>;
export type ReportJob = JobDefinition<typeof reportPayload>;

export interface ReportJobDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  mailer: Mailer;
  reports: ReportsService;
  coverage: CoverageOf;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Someone as they are now; undefined when they may not sign in. */
  findActor(userId: string): Promise<Actor | undefined>;
  /** The same. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findPrincipal(userId: string, scope: Scope): Promise<Actor>;
  /** Called when a run starts. */
  planNext(): Promise<void>;
}

/** Each address gets its mail once. */
const jobOptions: JobOptions = { ...mailRetryPolicy, timeoutSeconds: 7_200 };

/**
 * The job behind every report by mail. Each address of a run has a row, and its state decides whether a mail is still
 * to be sent: a second attempt, or the same task run again from the board, sends only what is missing.
 */
export function defineReportJob(deps: ReportJobDeps, options = jobOptions): ReportJob {
  return defineJob({
    name: 'email-report',
    queue: 'reports',
    payload: reportPayload,
    options,
    run: (context) => runReport(context, deps),
  });
}

/** What a report that was given up leaves: the addresses it did not reach have failed. */
export function noteFailure({ clock, realtime }: Pick<ReportJobDeps, 'clock' | 'realtime'>) {
  return async (tx: Tx, { id, payload, message }: FailedJob<ReportPayload>): Promise<void> => {
    await failWaiting(tx, payload.runId, { jobId: id, reason: message, now: clock.now() });
    publishChange(realtime);
  };
}

async function runReport(context: JobContext<ReportPayload>, deps: ReportJobDeps): Promise<void> {
  const { payload, job, signal } = context;
  await deps.planNext();
  if (job.userId !== systemActor.userId) await deps.findPrincipal(job.userId, 'settings:reports');
  await address(deps, payload);
  const all = await findDeliveries(deps.postgres.db, payload.runId);
  if (all.length === 0) {
    context.summarise({ recipients: 0 });
    context.progress(100, messageOf('jobs.noRecipients'));
    return;
  }
  const compose = composer(deps, payload);
  let sent = all.filter(({ state }) => state === 'sent').length;
  // What this job has given up stays failed; another job tries it again.
  const givenUp = all.filter((one) => one.failed_job === job.id);
  let failed = givenUp.filter((one) => !one.refused).length;
  let refused = givenUp.length - failed;
  let firstReason = givenUp[0]?.reason ?? undefined;
  let later: unknown;
  const report = () => {
    context.summarise({ recipients: all.length, sent, failed, refused });
    context.progress(
      (99 * (sent + failed + refused)) / all.length,
      messageOf('jobs.mailed', { sent, all: all.length }),
    );
  };
  report();
  for (const delivery of all.filter((one) => one.state !== 'sent' && one.failed_job !== job.id)) {
    signal.throwIfAborted();
    let refusal: Message | undefined;
    let failure: Message | undefined;
    try {
      refusal = await deliver(deps, delivery, compose);
    } catch (error) {
      // Where no mail is taken at all, the others would wait for the same silence.
      if (!(error instanceof MailError) || error.kind === 'unreachable') throw error;
      if (error.kind === 'later') {
        later = error;
        continue;
      }
      failure = error.detail ?? textMessage(error.message);
    }
    const reason = refusal ?? failure;
    await updateDelivery(deps.postgres.db, delivery.id, {
      state: reason === undefined ? 'sent' : 'failed',
      reason: reason ?? null,
      refused: refusal !== undefined,
      failed_job: reason === undefined ? null : job.id,
      finished_at: deps.clock.now(),
    });
    if (refusal !== undefined) refused += 1;
    else if (failure !== undefined) failed += 1;
    else sent += 1;
    firstReason ??= reason;
    report();
  }
  publishChange(deps.realtime);
  if (later !== undefined) throw later;
  if (sent === 0)
    throw new ConflictError(
      messageOf('jobs.notMailed', { reason: firstReason ?? messageOf('mail.notTaken') }),
    );
  context.progress(100, resultOf({ sent, all: all.length, failed, refused }));
}

function resultOf({
  failed,
  refused,
  ...sent
}: Record<'sent' | 'all' | 'failed' | 'refused', number>): Message {
  if (failed > 0 && refused > 0) return messageOf('jobs.mailedFailedRefused', { ...sent, failed, refused });
  if (failed > 0) return messageOf('jobs.mailedFailed', { ...sent, failed });
  return refused > 0 ? messageOf('jobs.mailedRefused', { ...sent, refused }) : messageOf('jobs.mailed', sent);
}

/** Makes deliveries of the mailing list's entries, once in a run; entries that come later wait for the next one. */
async function address({ postgres, clock }: ReportJobDeps, payload: ReportPayload): Promise<void> {
  await postgres.transaction(async (tx) => {
    const run = await lockRun(tx, payload.runId);
    if (run === undefined || run.addressed_at !== null || payload.type === 'custom') return;
    await addressEntries(tx, run.id, payload.type, payload.integrationId, clock.now());
  });
}

type Compose = ReturnType<typeof composer>;

/** Returns why nothing was sent, if so. @throws MailError */
async function deliver(
  { postgres, mailer, findActor }: ReportJobDeps,
  delivery: DeliveryRow,
  compose: Compose,
): Promise<Message | undefined> {
  const reader = await readerOf(postgres.db, delivery, findActor);
  if ('refusal' in reader) return reader.refusal;
  const mail = await compose(reader.actor, delivery);
  if (mail === null) return messageOf('mail.otherIntegrations');
  await mailer.send({ ...mail, to: [delivery.recipient] });
  return undefined;
}

/** Writes the mails of a run; those who see the same get the same figures, read once. */
function composer({ reports, coverage, referenceData }: ReportJobDeps, payload: ReportPayload) {
  const { type, dateStart, dateEnd } = payload;
  const read = new Map<string, Promise<[DetailedReport, FiguresCoverage]>>();
  const { from, to } = parsePeriod({ from: dateStart, to: dateEnd });
  const lastDay = romeDay(new Date(to.getTime() - 1));
  const period = { from: from.toISOString(), to: to.toISOString(), singleDay: romeDay(from) !== lastDay };

  return async (actor: Actor, delivery: DeliveryRow) => {
    const names = await referenceData.read();
    const requested = requestedIntegrations(type, delivery.integration_id, names);
    // An empty list would be no filter at all.
    const integrations = requested?.length === 0 ? [] : visibleIntegrations(actor, requested);
    if (requested?.length !== 0 && integrations?.length === 0) return null;
    const withNetAndDue = seesNetAndDue(actor);
    const key = JSON.stringify([integrations, withNetAndDue]);
    const reading =
      read.get(key) ?? Promise.all([readReport(actor, integrations), readCoverage(actor, integrations)]);
    read.set(key, reading);
    const [report, complete] = await reading;
    return reportMail({
      type,
      report,
      coverage: complete,
      withNetAndDue,
      integrations: integrationsText(type, integrations, names),
      reason:
        delivery.entry_id === null
          ? 'an administrator has sent it to you.'
          : `your address is on the mailing list of ${type} reports.`,
    });
  };

  function readCoverage(actor: Actor, integrations: readonly number[] | null): Promise<FiguresCoverage> {
    const ids = integrations?.length === 0 ? [noIntegration] : integrations;
    const { from: first, to: end } = period;
    return coverage(actor, {
      from: first,
      to: end,
      sessionTypeId: sessionTypes.real,
      ...(ids === null ? {} : { integrations: [...ids] }),
    });
  }

  async function readReport(actor: Actor, integrations: readonly number[] | null): Promise<DetailedReport> {
    const question = { ...period, ...(integrations === null ? {} : { integrations: [...integrations] }) };
    if (integrations?.length !== 0) return reports.report(actor, question);
    const { totals, coverage } = await reports.report(actor, { ...period, integrations: [noIntegration] });
    return { response: [], responsePerDay: null, totals, coverage };
  }
}

/** An id that no integration has: the figures of nothing. */
const noIntegration = 65_535;

/** The integrations that a mail was requested for; null is everything its reader sees. */
function requestedIntegrations(
  type: RunType,
  one: number | null,
  { integrations }: Pick<References, 'integrations'>,
): number[] | null {
  if (type !== 'italy-games') return one === null ? null : [one];
  return [...integrations.values()]
    .filter(({ id, version }) => version === 'GAI2' && (one === null || id === one))
    .map(({ id }) => id);
}

function integrationsText(
  type: RunType,
  integrations: readonly number[] | null,
  names: Pick<References, 'integrations'>,
): string {
  if (integrations === null) return 'all';
  const text = integrations.map((id) => names.integrations.get(id)?.name ?? `Integration ${id}`).join(', ');
  return type === 'italy-games' ? `${text || 'none'} (of version GAI2)` : text;
}

function publishChange(realtime: Realtime): void {
  realtime.publish({ name: 'changed', data: { topic: 'mailing-list' } }, { jobManagers: true });
}
