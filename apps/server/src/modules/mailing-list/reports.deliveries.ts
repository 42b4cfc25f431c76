import type { listReportDeliveries, ResponseOf } from '@ludus/contract';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { findDeliveriesOfJobs } from './reports.repo.ts';

/** The board shows 100 completed jobs, 100 failed ones and those still open. */
const mostJobs = 300;

/** To whom the newest jobs sent their reports, by job. */
export async function listDeliveries(db: Db): Promise<ResponseOf<typeof listReportDeliveries>> {
  const byJob = Map.groupBy(await findDeliveriesOfJobs(db, mostJobs), (row) => row.job_id);
  return [...byJob].map(([jobId, rows]) => ({
    jobId,
    deliveries: rows.map(({ recipient, state, refused, reason }) => ({
      recipient,
      outcome: refused ? 'refused' : state,
      reason: reason === null ? null : renderMessage(reason),
      ...(reason === null ? {} : { reasonDetail: reason }),
    })),
  }));
}
