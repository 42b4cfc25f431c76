import { z } from 'zod';
import { costlyReadsPerMinute, instant, queryIds, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { restatementReasons } from './names.ts';
import { monthKey, periodAmounts } from './schema.ts';

/** What has changed of one closed month since, as far as a filter goes: lines have an operator and a game, and no day. */
export const restatedMonth = z
  .strictObject({
    integration: z.strictObject({ id: recordId, name: z.string() }),
    month: monthKey,
    closedAt: instant,
    closedBy: z.string(),
    /** Sessions that differ from what was closed. */
    sessions: z.int().positive(),
    /** What their lines add up to. */
    amounts: periodAmounts,
    reasons: z.array(z.strictObject({ reason: z.enum(restatementReasons), sessions: z.int().positive() })),
    /** When the first and the last of them arrived. */
    firstAt: instant,
    lastAt: instant,
  })
  .meta({ id: 'RestatedMonth' });
export type RestatedMonth = z.infer<typeof restatedMonth>;

/** The closed months that days touch and that have changed since, the newest first. A month counts as a whole. */
export const listRestatedMonths = endpoint({
  id: 'listRestatedMonths',
  method: 'GET',
  path: '/periods/restated',
  access: 'periods:read',
  tag: 'periods',
  summary: 'Closed months within some days that have changed since',
  query: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    integrations: queryIds,
    operators: queryIds,
    games: queryIds,
  }),
  response: z.strictObject({ rows: z.array(restatedMonth) }),
  perMinute: costlyReadsPerMinute,
});

export const restatedEndpoints = [listRestatedMonths] as const;
