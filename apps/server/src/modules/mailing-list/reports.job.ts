import { type DetailedReport, recordId, reportTypeNames, type Scope } from '@ludus/contract';
import { z } from 'zod';
import { type Actor, systemActor, visibleIntegrations } from '../../platform/access/index.ts';
import { type Clock, parsePeriod, romeDay } from '../../platform/clock/index.ts';
import { ConflictError } from '../../platform/errors/index.ts';
import { MailError, type Mailer } from '../../platform/mail/index.ts';
import type { Postgres, Tx } from '../../platform/postgres/index.ts';
import {
  defineJob,
  type FailedJob,
  type JobContext,
  type JobDefinition,
  type JobOptions,
} from '../../platform/queue/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { ReferenceDirectory, References } from '../integrations/index.ts';
import type { ReportsService } from '../reports/index.ts';
import { seesNetAndDue } from '../statistics/index.ts';
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
  /** Who gets it stands with the run, so that a task names nobody. */
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
  directory: Pick<ReferenceDirectory, 'read'>;
  /** Somebody as they are now; undefined when they may not sign in. */
  findActor(userId: string): Promise<Actor | undefined>;
  /** The same. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findRequester(userId: string, scope: Scope): Promise<Actor>;
  /** Called as a run begins. */
  planNext(): Promise<void>;
}

/** Tried for about six hours while there is no mail server; each address gets its mail once. */
const patience: JobOptions = { retries: 40, retryDelaySeconds: 15, timeoutSeconds: 7_200 };

/**
 * The job behind every report by mail. Each address of a run has a row, and what that says decides whether a mail is still
 * to be sent: a second attempt, or the same task run again from the board, sends only what is missing.
 */
export function defineReportJob(deps: ReportJobDeps, options = patience): ReportJob {
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
    announce(realtime);
  };
}

async function runReport(context: JobContext<ReportPayload>, deps: ReportJobDeps): Promise<void> {
  const { payload, job, signal } = context;
  await deps.planNext();
  if (job.userId !== systemActor.userId) await deps.findRequester(job.userId, 'settings:reports');
  await address(deps, payload);
  const all = await findDeliveries(deps.postgres.db, payload.runId);
  if (all.length === 0) {
    context.summarise({ recipients: 0 });
    context.progress(100, 'Nobody is on the mailing list for this report');
    return;
  }
  const compose = composer(deps, payload);
  let sent = all.filter(({ state }) => state === 'sent').length;
  // What this job has given up on stays so; another job tries it again.
  const givenUp = all.filter((one) => one.failed_job === job.id);
  let failed = givenUp.filter((one) => !one.refused).length;
  let refused = givenUp.length - failed;
  let firstReason = givenUp[0]?.reason;
  let later: unknown;
  const tell = () => {
    context.summarise({ recipients: all.length, sent, failed, refused });
    context.progress(
      (99 * (sent + failed + refused)) / all.length,
      `Sent to ${sent} of ${all.length} addresses`,
    );
  };
  tell();
  for (const delivery of all.filter((one) => one.state !== 'sent' && one.failed_job !== job.id)) {
    signal.throwIfAborted();
    let refusal: string | undefined;
    let failure: string | undefined;
    try {
      refusal = await deliver(deps, delivery, compose);
    } catch (error) {
      // Where no mail is taken at all, the others would wait for the same silence.
      if (!(error instanceof MailError) || error.kind === 'unreachable') throw error;
      if (error.kind === 'later') {
        later = error;
        continue;
      }
      failure = error.message;
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
    tell();
  }
  announce(deps.realtime);
  if (later !== undefined) throw later;
  if (sent === 0) throw new ConflictError(`No address got the report. ${firstReason}`);
  const missed = [
    ...(failed === 0 ? [] : [`${failed} could not be reached`]),
    ...(refused === 0 ? [] : [`${refused} may not see it`]),
  ];
  context.progress(100, [`Sent to ${sent} of ${all.length} addresses`, ...missed].join(', '));
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

/** Answers why nothing was sent, if so. @throws MailError */
async function deliver(
  { postgres, mailer, findActor }: ReportJobDeps,
  delivery: DeliveryRow,
  compose: Compose,
): Promise<string | undefined> {
  const reader = await readerOf(postgres.db, delivery, findActor);
  if ('refusal' in reader) return reader.refusal;
  const mail = await compose(reader.actor, delivery);
  if (mail === null) return 'The person at this address may not see the integrations of this report.';
  await mailer.send({ ...mail, to: [delivery.recipient] });
  return undefined;
}

/** Writes the mails of a run; those who see the same get the same figures, read once. */
function composer({ reports, directory }: ReportJobDeps, payload: ReportPayload) {
  const { type, dateStart, dateEnd } = payload;
  const read = new Map<string, Promise<DetailedReport>>();
  const { from, to } = parsePeriod({ from: dateStart, to: dateEnd });
  const lastDay = romeDay(new Date(to.getTime() - 1));
  const period = { from: from.toISOString(), to: to.toISOString(), singleDay: romeDay(from) !== lastDay };

  return async (actor: Actor, delivery: DeliveryRow) => {
    const names = await directory.read();
    const asked = askedIntegrations(type, delivery.integration_id, names);
    // An empty list would be no filter at all.
    const integrations = asked?.length === 0 ? [] : visibleIntegrations(actor, asked);
    if (asked?.length !== 0 && integrations?.length === 0) return null;
    const withNetAndDue = seesNetAndDue(actor);
    const key = JSON.stringify([integrations, withNetAndDue]);
    const report = read.get(key) ?? readReport(actor, integrations);
    read.set(key, report);
    return reportMail({
      type,
      report: await report,
      withNetAndDue,
      integrations: integrationsText(type, integrations, names),
      reason:
        delivery.entry_id === null
          ? 'an administrator has sent it to you.'
          : `your address is on the mailing list of ${type} reports.`,
    });
  };

  async function readReport(actor: Actor, integrations: readonly number[] | null): Promise<DetailedReport> {
    const question = { ...period, ...(integrations === null ? {} : { integrations: [...integrations] }) };
    if (integrations?.length !== 0) return reports.report(actor, question);
    const { totals, coverage } = await reports.report(actor, { ...period, integrations: [noIntegration] });
    return { response: [], responsePerDay: null, totals, coverage };
  }
}

/** An id that no integration has: the figures of nothing. */
const noIntegration = 65_535;

/** What a mail is asked to be of; null is everything its reader sees. */
function askedIntegrations(
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

function announce(realtime: Realtime): void {
  realtime.publish({ name: 'changed', data: { topic: 'mailing-list' } }, { jobManagers: true });
}
