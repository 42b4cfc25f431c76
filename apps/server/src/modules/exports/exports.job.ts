import { join } from 'node:path';
import { messageOf, type Scope } from '@ludus/contract';
import { z } from 'zod';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { SignedFiles } from '../../infra/http/index.ts';
import { deliverToEach, maxAttachmentBytes } from '../../infra/mail/deliver.ts';
import type { Mailer } from '../../infra/mail/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../infra/queue/index.ts';
import type { CoverageOf } from '../statistics/index.ts';
import { exportUrl } from './exports.download.ts';
import { contentTypes, writeFile } from './exports.file.ts';
import { rightsOf } from './exports.policy.ts';
import { type ExportRow, findExport, finishExport } from './exports.repo.ts';
import { type ExportPayload, exportPayload, scopeOf } from './exports.request.ts';
import { coverageQuery, isOfInstant, type Prepared, prepare, type SourceDeps } from './exports.sources.ts';
import { detailsOf, exportMail } from './exports.text.ts';

export interface MakingDeps extends SourceDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
  mailer: Mailer;
  urlSigner: SignedFiles['urlSigner'];
  coverage: CoverageOf;
  /** The person as they are now. @throws ForbiddenError when they may not sign in or lack the scope by now */
  findPrincipal(userId: string, scope: Scope): Promise<Actor>;
  /** Folder for files that are being written. */
  workDir: string;
  /** The origin people type, for addresses in mails. */
  publicUrl: string;
}

export const keptDays = 7;

/** When a file that is done now ends. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + keptDays * 86_400_000);

/** Makes the file of an export and notes that it is there. */
export async function makeFile(
  deps: MakingDeps,
  actor: Actor,
  row: Pick<ExportRow, 'id' | 'request' | 'format' | 'file_key'>,
  prepared: Prepared,
  facts: readonly (readonly [string, string])[],
  signal: AbortSignal,
  onProgress: (rows: number, expected: number) => void,
): Promise<void> {
  const { rows, bytes } = await writeFile(prepared, {
    files: deps.files,
    folder: join(deps.workDir, row.id),
    fileKey: row.file_key,
    format: row.format,
    facts,
    signal,
    onProgress,
  });
  const doneAt = deps.clock.now();
  const kept = await finishExport(deps.postgres.db, row.id, {
    rows,
    bytes,
    rights: rightsOf(actor),
    doneAt,
    expiresAt: expiryFrom(doneAt),
  });
  if (!kept) await deps.files.delete(row.file_key);
}

/** What the file is, in words, for this actor and now. */
export async function describe(
  deps: MakingDeps,
  actor: Actor,
  request: ExportRow['request'],
  prepared: Pick<Prepared, 'lines'>,
): Promise<[string, string][]> {
  const { lines } = prepared;
  // These have no figures, and nothing but their own lines.
  if (isOfInstant(request)) return lines;
  const coverage = await deps.coverage(actor, coverageQuery(request));
  return detailsOf(request, { lines, coverage, now: deps.clock.now(), username: actor.username });
}

export type ExportJob = JobDefinition<typeof exportPayload>;

/** The job behind files that no one waits for, and behind the report by mail: makes the file, then sends it to each. */
export function defineExportJob(deps: MakingDeps): ExportJob {
  return defineJob({
    name: 'export',
    queue: 'reports',
    payload: exportPayload,
    options: { retries: 8, retryDelaySeconds: 5, timeoutSeconds: 3_600 },
    run: (context) => runExport(context, deps),
  });
}

async function runExport(context: JobContext<ExportPayload>, deps: MakingDeps): Promise<void> {
  const { payload, job, signal } = context;
  const { db } = deps.postgres;
  let row = await findExport(db, payload.exportId, null);
  // No one waits for a file that has been removed.
  if (row === undefined) return;
  const actor = await deps.findPrincipal(job.userId, scopeOf[row.request.kind]);
  context.progress(0, messageOf('jobs.writingFile', { file: row.file_name }));
  const prepared = await prepare(actor, row, deps);
  const facts = await describe(deps, actor, row.request, prepared);
  // An attempt that was cut off while it sent mails has left the file: it is good only for the rights it was made with.
  const rights = rightsOf(actor);
  const made = await context.readCheckpoint(z.strictObject({ rights: z.string() }));
  if (row.done_at === null || made?.rights !== rights) {
    await makeFile(deps, actor, row, prepared, facts, signal, (rows, expected) => {
      const share = Math.min(1, rows / Math.max(1, expected));
      context.progress(90 * share, messageOf('jobs.rowsWritten', { done: rows, all: expected }));
    });
    await context.checkpoint({ rights });
    row = await findExport(db, payload.exportId, null);
  }
  if (row === undefined || row.row_count === null)
    throw new Error('An export has vanished while it was made.');
  const { recipients } = payload;
  const rows = row.row_count;
  context.summarise({ rows, recipients: recipients.length, sent: 0 });
  const sent = await deliver(context, deps, row, facts);
  context.summarise({ rows, recipients: recipients.length, sent });
  const written = { rows, file: row.file_name };
  context.progress(
    100,
    recipients.length === 0
      ? messageOf('jobs.fileWritten', written)
      : messageOf('jobs.fileMailed', { ...written, count: sent }),
  );
  context.log.debug({ exportId: row.id, jobId: job.id, rows }, 'export made');
}

async function deliver(
  { payload, job, signal, progress, summarise }: JobContext<ExportPayload>,
  deps: MakingDeps,
  row: ExportRow,
  facts: readonly (readonly [string, string])[],
): Promise<number> {
  const { recipients } = payload;
  if (recipients.length === 0) return 0;
  const rows = row.row_count ?? 0;
  const isAttached = Number(row.bytes) <= maxAttachmentBytes;
  const address = new URL(exportUrl(await deps.urlSigner(), row), deps.publicUrl).href;
  return deliverToEach(
    { mailer: deps.mailer, db: deps.postgres.db, clock: deps.clock },
    {
      jobId: job.id,
      recipients,
      content: exportMail(row.request, facts, { rows, address, expiresAt: row.expires_at, isAttached }),
      attachment: isAttached
        ? {
            filename: row.file_name,
            contentType: contentTypes[row.format],
            open: () => deps.files.stream(row.file_key),
          }
        : undefined,
      signal,
      onProgress(done) {
        summarise({ rows, recipients: recipients.length, sent: done });
        const message = messageOf('jobs.mailed', { sent: done, all: recipients.length });
        progress(90 + (9 * done) / recipients.length, message);
      },
    },
  );
}
