import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportedFile, ExportFormat } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { JobQueueClient } from '../../platform/queue/index.ts';
import { describe, type ExportJob, expiryFrom, type MakingDeps, makeFile } from './exports.job.ts';
import { deleteExport, type ExportRow, findExport, insertExport, listExpired } from './exports.repo.ts';
import { type ExportRequest, exportRequest } from './exports.request.ts';
import { checkRequest, fileBase, type Prepared, prepare } from './exports.sources.ts';

export interface ExportsService {
  /**
   * Makes a file of figures or sessions: while the caller waits when it is quick, else as a job, whose end the caller
   * hears of by e-mail. With addresses it always goes by e-mail, to the caller too.
   * @throws ForbiddenError, ValidationError
   */
  request(actor: Actor, asked: ExportRequest, options: ExportOptions): Promise<ExportedFile>;
  /** Queues the detailed report as a workbook for these addresses alone and answers the job's id (API-087). */
  mail(actor: Actor, asked: ExportRequest, emails: readonly string[]): Promise<string>;
  /** @throws NotFoundError when there is none, or when it is somebody else's, or has ended */
  get(actor: Actor, id: string): Promise<ExportedFile>;
  /** Removes files whose address has ended, and what cut-off requests have left. Answers how many. */
  removeExpired(): Promise<number>;
}

export interface ExportOptions {
  format: ExportFormat;
  emails?: readonly string[] | undefined;
  signal: AbortSignal;
}

/** What is made while the caller waits: 20,000 rows of a dozen columns take a second or two. */
const mostQuickCells = 240_000;
/** More than any request lasts. */
const quickMs = 3_600_000;
const removedAtOnce = 500;

export function createExportsService(
  deps: MakingDeps & { jobs: JobQueueClient; job: ExportJob },
): ExportsService {
  const { postgres, clock, jobs, job } = deps;
  const { db } = postgres;

  function newRow(actor: Actor, request: ExportRequest, format: ExportFormat) {
    const id = randomUUID();
    const now = clock.now();
    return {
      id,
      user_id: actor.userId,
      request,
      format,
      file_name: `${fileBase(request)}.${format}`,
      file_key: `exports/${id}`,
      created_at: now,
      expires_at: expiryFrom(now),
    };
  }

  async function enqueue(
    actor: Actor,
    request: ExportRequest,
    format: ExportFormat,
    recipients: readonly string[],
  ): Promise<{ id: string; jobId: string }> {
    const row = newRow(actor, request, format);
    const jobId = await postgres.transaction(async (tx) => {
      const payload = { exportId: row.id, format, recipients: once(recipients) };
      const made = await jobs.enqueue(job, payload, { actor, tx });
      await insertExport(tx, { ...row, job_id: made });
      return made;
    });
    return { id: row.id, jobId };
  }

  async function makeNow(
    actor: Actor,
    request: ExportRequest,
    prepared: Prepared,
    { format, signal }: ExportOptions,
  ): Promise<string> {
    const row = newRow(actor, request, format);
    // A process that dies meanwhile leaves a record that nobody finishes; it goes with the next hour.
    const givenUp = new Date(row.created_at.getTime() + quickMs);
    await insertExport(db, { ...row, job_id: null, expires_at: givenUp });
    try {
      const facts = await describe(deps, actor, request, prepared);
      await makeFile(deps, row, prepared, facts, signal, () => {});
    } catch (error) {
      await deps.files.delete(row.file_key);
      await deleteExport(db, row.id);
      throw error;
    }
    return row.id;
  }

  async function read(actor: Actor, id: string): Promise<ExportedFile> {
    const row = await findExport(db, id, actor.userId);
    if (row === undefined || row.expires_at <= clock.now()) throw new NotFoundError('Export not found.');
    return exportedFile(row, row.done_at === null ? null : (await deps.addresses()).of(row));
  }

  return {
    async request(actor, asked, options) {
      checkRequest(actor, asked, deps);
      // As a job will read it again: with nothing in it that JSON would lose.
      const request = exportRequest.parse(JSON.parse(JSON.stringify(asked)));
      const own = actor.email === null ? [] : [actor.email];
      const { emails = [], format } = options;
      if (emails.length > 0) {
        return read(actor, (await enqueue(actor, request, format, [...own, ...emails])).id);
      }
      const prepared = await prepare(actor, request, deps);
      const id =
        prepared.cells > mostQuickCells
          ? (await enqueue(actor, request, format, own)).id
          : await makeNow(actor, request, prepared, options);
      return read(actor, id);
    },

    async mail(actor, asked, emails) {
      checkRequest(actor, asked, deps);
      const request = exportRequest.parse(JSON.parse(JSON.stringify(asked)));
      return (await enqueue(actor, request, 'xlsx', emails)).jobId;
    },

    get: read,

    async removeExpired() {
      const expired = await listExpired(db, clock.now(), removedAtOnce);
      for (const { id, file_key } of expired) {
        // The file first: its address has ended already, and a row that is left is found again.
        await deps.files.delete(file_key);
        await rm(join(deps.workDir, id), { recursive: true, force: true });
        await deleteExport(db, id);
      }
      return expired.length;
    },
  };
}

/** Each address once, whatever its case, as it was given first. */
function once(emails: readonly string[]): string[] {
  const seen = new Set<string>();
  return emails.filter((email) => {
    const address = email.toLowerCase();
    return !seen.has(address) && seen.add(address);
  });
}

function exportedFile(row: ExportRow, url: string | null): ExportedFile {
  const isDone = row.done_at !== null;
  const hasFailed = !isDone && (row.job_state === 'failed' || row.job_state === 'cancelled');
  return {
    id: row.id,
    state: isDone ? 'done' : hasFailed ? 'failed' : 'running',
    fileName: row.file_name,
    format: row.format,
    rows: row.row_count,
    bytes: row.bytes === null ? null : Number(row.bytes),
    jobId: row.job_id,
    url,
    expiresAt: isDone ? row.expires_at.toISOString() : null,
    error: hasFailed ? (row.job_error ?? 'The export was cancelled.') : null,
  };
}
