import {
  type fetchQuery,
  messageOf,
  type QuarantineCount,
  type QuarantinedRow,
  type quarantineQuery,
} from '@ludus/contract';
import type { z } from 'zod';
import { type Actor, systemActor } from '../../infra/access/index.ts';
import { daysTouched, parsePeriod } from '../../infra/clock/index.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { FetchJob } from './fetching.jobs.ts';
import type { FetchTargets } from './fetching.ports.ts';
import {
  countQuarantinedDays,
  countQuarantinedRows,
  listQuarantinedRows,
  type QuarantinedDay,
} from './fetching.quarantine.repo.ts';

/** The longest period of one fetch, in Rome calendar days, first and last included. */
export const longestFetchDays = 31;

/** Requests fetches and lists quarantined rows. */
export interface FetchingService {
  /**
   * Queues a fetch of the sessions created in a period and returns the job's id.
   * @throws ValidationError for a period that is malformed, reversed or longer than 31 days, and for unknown integrations
   */
  requestFetch(actor: Actor, query: z.output<typeof fetchQuery>): Promise<string>;
  /** Queues a fetch of everything these platforms have (none named: all of them), or returns the open job for the same. */
  requestInitialFetch(integrationIds?: readonly number[]): Promise<string>;
  listQuarantined(
    query: z.output<typeof quarantineQuery>,
  ): Promise<{ rows: QuarantinedRow[]; count: number }>;
  /** Counts the quarantined rows of each integration that has any. */
  countQuarantined(): Promise<QuarantineCount[]>;
  /** Counts the quarantined rows of a period by integration and day; `cut` are the integrations with more rows than are counted. */
  countQuarantinedDays(given: {
    integrationIds: readonly number[];
    from: Date;
    to: Date;
    zone: string;
    limit: number;
  }): Promise<{ days: QuarantinedDay[]; cut: number[] }>;
}

export function createFetchingService(deps: {
  postgres: Postgres;
  jobs: JobQueueClient;
  job: FetchJob;
  targets: FetchTargets;
  referenceData: Pick<ReferenceData, 'read'>;
}): FetchingService {
  const { postgres, jobs, job, targets, referenceData } = deps;

  async function requestFetch(actor: Actor, query: z.output<typeof fetchQuery>): Promise<string> {
    const period = readPeriod(query.dateStart, query.dateEnd);
    const integrations = await targets.listIntegrations();
    const known = new Set(integrations.map(({ id }) => id));
    const wanted = query.integrationIds === undefined ? null : [...new Set(query.integrationIds)];
    const unknown = wanted?.filter((id) => !known.has(id)) ?? [];
    if (unknown.length > 0) {
      throw new ValidationError({
        integrationIds: messageOf('fields.noActiveIntegration', { ids: unknown.join(', ') }),
      });
    }
    return jobs.enqueue(
      job,
      {
        kind: 'period',
        dateStart: query.dateStart,
        dateEnd: query.dateEnd,
        fromMs: period.from.getTime(),
        toMs: period.to.getTime(),
        integrationIds: wanted,
        force: query.forceUpdate === true,
      },
      { actor },
    );
  }

  function requestInitialFetch(integrationIds?: readonly number[]): Promise<string> {
    const wanted = integrationIds === undefined ? null : [...integrationIds].sort((a, b) => a - b);
    return jobs.enqueue(
      job,
      { kind: 'history', integrationIds: wanted, force: false },
      { actor: systemActor, singletonKey: `history ${wanted?.join() ?? 'all'}`, whenPresent: 'skip' },
    );
  }

  async function listQuarantined(
    query: z.output<typeof quarantineQuery>,
  ): Promise<{ rows: QuarantinedRow[]; count: number }> {
    const limit = query.limit ?? 100;
    const offset = ((query.page ?? 1) - 1) * limit;
    const [{ rows, count }, names] = await Promise.all([
      listQuarantinedRows(
        postgres.db,
        { jobId: query.jobId, integrationId: query.integrationId },
        { offset, limit },
      ),
      referenceData.read(),
    ]);
    return {
      count,
      rows: rows.map((row) => ({
        id: row.id,
        integrationId: row.integration_id,
        integrationName: integrationName(names, row.integration_id),
        jobId: row.job_id,
        firstReceivedAt: row.first_received_at.toISOString(),
        receivedAt: row.received_at.toISOString(),
        times: row.times,
        sessionId: row.session_id,
        reason: renderMessage(row.reason),
        reasonDetail: row.reason,
        row: row.row_text,
      })),
    };
  }

  async function countQuarantined(): Promise<QuarantineCount[]> {
    const [counts, names] = await Promise.all([countQuarantinedRows(postgres.db), referenceData.read()]);
    return counts.map(({ integrationId, count, latestReceivedAt }) => ({
      integrationId,
      integrationName: integrationName(names, integrationId),
      count,
      latestReceivedAt: latestReceivedAt.toISOString(),
    }));
  }

  return {
    requestFetch,
    requestInitialFetch,
    listQuarantined,
    countQuarantined,
    countQuarantinedDays: (given) => countQuarantinedDays(postgres.db, given),
  };
}

function readPeriod(dateStart: string, dateEnd: string): { from: Date; to: Date } {
  const period = namedPeriod(dateStart, dateEnd);
  if (daysTouched(period) > longestFetchDays) {
    const refusal = messageOf('fields.fetchIntervalTooLong');
    throw new ValidationError({ dateEnd: refusal }, refusal);
  }
  return period;
}

// The clock names the ends `from` and `to`; this call has other names.
function namedPeriod(dateStart: string, dateEnd: string): { from: Date; to: Date } {
  try {
    return parsePeriod({ from: dateStart, to: dateEnd });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { from, to } = error.fieldMessages ?? {};
    throw new ValidationError({
      ...(from === undefined ? {} : { dateStart: from }),
      ...(to === undefined ? {} : { dateEnd: to }),
    });
  }
}
