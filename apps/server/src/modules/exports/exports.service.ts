import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportedFile, type FileFormat, type Message, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { MailQuota } from '../../infra/mail/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { LargeList, StoreLargeList } from '../sessions/index.ts';
import { exportUrl } from './exports.download.ts';
import { describe, type ExportJob, expiryFrom, type MakingDeps, makeFile } from './exports.job.ts';
import { recordRequest } from './exports.log.ts';
import { mayHave, rightsOf } from './exports.policy.ts';
import {
  deleteExport,
  type ExportRow,
  findExport,
  finishExport,
  insertExport,
  listExpired,
} from './exports.repo.ts';
import { type ExportRequest, exportRequest } from './exports.request.ts';
import { checkRequest, fileBase, type Prepared, prepare } from './exports.sources.ts';

export interface ExportsService {
  /**
   * Makes a file of figures or sessions: while the caller waits when it is quick, else as a job, whose end the caller
   * hears of by email. With addresses it always goes by email, to the caller too.
   * @throws ForbiddenError, ValidationError, and TooManyRequestsError when the actor's quota of mails is used up
   */
  request(actor: Actor, asked: ExportRequest, options: ExportOptions): Promise<ExportedFile>;
  /** Queues the detailed report as a workbook for only these addresses and returns the job's id. */
  mail(actor: Actor, asked: ExportRequest, emails: readonly string[]): Promise<string>;
  /**
   * Stores a sessions list that the job of its mail has written, and returns the URL that opens it. The request was logged,
   * and counted against the quota, when it was made.
   */
  storeLargeList: StoreLargeList;
  /** @throws NotFoundError when there is none, when it is someone else's or has ended, and when the actor's rights have changed */
  get(actor: Actor, id: string): Promise<ExportedFile>;
  /** Removes files whose signed URL has expired, and what cut-off requests have left. Returns how many. */
  removeExpired(): Promise<number>;
}

export interface ExportOptions {
  format: FileFormat;
  emails?: readonly string[] | undefined;
  signal: AbortSignal;
}

/** What is made while the caller waits: 20,000 rows of a dozen columns take a second or two. */
const mostQuickCells = 240_000;
/** More than any request lasts. */
const quickMs = 3_600_000;
const removedAtOnce = 500;

export function createExportsService(
  deps: MakingDeps & { jobs: JobQueueClient; job: ExportJob; quota: MailQuota },
): ExportsService {
  const { postgres, clock, jobs, job } = deps;
  const { db } = postgres;

  function newRow(actor: Actor, request: ExportRequest, format: FileFormat) {
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
    format: FileFormat,
    recipients: readonly string[],
  ): Promise<{ id: string; jobId: string }> {
    const row = newRow(actor, request, format);
    const jobId = await postgres.transaction(async (tx) => {
      const addresses = once(recipients);
      await deps.quota.spend(tx, actor, addresses.length);
      await recordRequest(tx, actor, row, addresses);
      const payload = { exportId: row.id, format, recipients: addresses };
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
    // A process that dies meanwhile leaves a record that no one finishes; it goes with the next hour.
    const givenUp = new Date(row.created_at.getTime() + quickMs);
    await postgres.transaction(async (tx) => {
      await recordRequest(tx, actor, row, []);
      await insertExport(tx, { ...row, job_id: null, expires_at: givenUp });
    });
    try {
      const facts = await describe(deps, actor, request, prepared);
      await makeFile(deps, actor, row, prepared, facts, signal, () => {});
    } catch (error) {
      await deps.files.delete(row.file_key);
      await deleteExport(db, row.id);
      throw error;
    }
    return row.id;
  }

  async function read(actor: Actor, id: string): Promise<ExportedFile> {
    const row = await findExport(db, id, actor.userId);
    if (row === undefined || row.expires_at <= clock.now() || !mayHave(actor, row))
      throw new NotFoundError(messageOf('refusals.exportNotFound'));
    return exportedFile(row, row.done_at === null ? null : exportUrl(await deps.urlSigner(), row));
  }

  async function storeLargeList(actor: Actor, list: LargeList): Promise<{ url: string; expiresAt: Date }> {
    const { jobId: id, path, rows, bytes, filter, order } = list;
    const request = exportRequest.parse({
      kind: 'sessions',
      filter,
      ...(order === undefined ? {} : { order }),
    });
    // The id of the job, so that a second attempt of it replaces the file of the first.
    const row = { ...newRow(actor, request, 'csv'), id, file_key: `exports/${id}` };
    if ((await findExport(db, id, null)) === undefined) await insertExport(db, { ...row, job_id: id });
    await deps.files.put(row.file_key, createReadStream(path));
    const doneAt = clock.now();
    const expiresAt = expiryFrom(doneAt);
    await finishExport(db, id, { rows, bytes, rights: rightsOf(actor), doneAt, expiresAt });
    const address = exportUrl(await deps.urlSigner(), { ...row, expires_at: expiresAt });
    return { url: new URL(address, deps.publicUrl).href, expiresAt };
  }

  return {
    storeLargeList,

    async request(actor, asked, options) {
      checkRequest(actor, asked, deps);
      // As a job will read it again: with nothing in it that JSON would lose.
      const request = exportRequest.parse(JSON.parse(JSON.stringify(asked)));
      const own = actor.email === null ? [] : [actor.email];
      const { emails = [], format } = options;
      if (emails.length > 0) {
        return read(actor, (await enqueue(actor, request, format, [...own, ...emails])).id);
      }
      const prepared = await prepare(actor, { request, format }, deps);
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
  const error = hasFailed ? ((row.job_error as Message | null) ?? messageOf('jobs.exportCancelled')) : null;
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
    error: error === null ? null : renderMessage(error),
    ...(error === null ? {} : { errorDetail: error }),
  };
}
