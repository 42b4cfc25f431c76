import { messageOf } from '@ludus/contract';
import { ClickHouseError } from '../../infra/clickhouse/index.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import type { Grain, Period } from '../session-store/index.ts';
import { hasTooManyBuckets, maxBuckets } from './statistics.buckets.ts';

const tooManyBuckets = {
  hour: 'fields.tooManyHours',
  day: 'fields.tooManyDays',
  month: 'fields.tooManyMonths',
} as const;

/** @throws ValidationError for a period with more steps than any chart could show */
export function requireFewBuckets(period: Period, grain: Grain): void {
  if (!hasTooManyBuckets(period, grain)) return;
  throw new ValidationError({ key: messageOf(tooManyBuckets[grain], { count: maxBuckets }) });
}

/**
 * Runs a query and refuses a result with more rows than any screen could use, instead of truncating it.
 * @throws ValidationError naming the field that should be narrowed
 */
export async function refuseOversized<T>(
  work: () => Promise<T>,
  field = 'key',
  code: 'fields.tooManyRows' | 'fields.tooManyReportRows' = 'fields.tooManyRows',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClickHouseError) || !error.tooManyRows) throw error;
    const reason = messageOf(code);
    throw new ValidationError({ [field]: reason }, reason, { cause: error });
  }
}
