import { z } from 'zod';
import {
  instantOrDay,
  queryBoolean,
  queryId,
  queryIds,
  queryInteger,
  queryList,
  querySessionTypeId,
} from '../common.ts';
import { type FieldCode, fieldCode } from '../fields/issue.ts';

/** Euro range with either end open; null is "no bound". */
export interface EuroRange {
  min: number | null;
  max: number | null;
}

const rangeText = /^(-?\d{1,12}(?:\.\d{1,2})?)?,(-?\d{1,12}(?:\.\d{1,2})?)?$/;

/**
 * A range as "min,max" in euro with at most two decimals, either end empty (design of the calls).
 * min greater than max is refused with the documents' text.
 */
function euroRange(refusal: FieldCode, both: 'may' | 'must not') {
  return z
    .preprocess((value) => (Array.isArray(value) ? value.join(',') : value), z.string())
    .transform((text, context): EuroRange => {
      const match = rangeText.exec(text.replaceAll(' ', ''));
      const min = match?.[1] === undefined ? null : Number(match[1]);
      const max = match?.[2] === undefined ? null : Number(match[2]);
      const empty = min === null && max === null;
      if (match === null || (empty && both === 'must not') || (min !== null && max !== null && min > max)) {
        context.addIssue({ code: 'custom', message: refusal });
        return z.NEVER;
      }
      return { min, max };
    }) as z.ZodType<EuroRange, string>;
}

/** What a list can be ordered by, with the kind of value that a cursor carries. */
export const sessionSortKinds = {
  bet: 'euro',
  win: 'euro',
  grossWin: 'euro',
  netWin: 'euro',
  due: 'euro',
  rounds: 'count',
  externalUpdatedAt: 'instant',
} as const satisfies Record<string, 'euro' | 'count' | 'instant'>;
export type SessionSortField = keyof typeof sessionSortKinds;
export const sessionSortFields = Object.keys(sessionSortKinds) as SessionSortField[];

const oneOf = z.record(z.string(), z.string());

/** The filter of the sessions list: the same object serves list, count, email and export. */
export const sessionFilter = z.strictObject({
  from: instantOrDay,
  to: instantOrDay,
  sessionTypeId: querySessionTypeId,
  gameIds: queryIds,
  /** closed false, open true, all null or absent. */
  isOpen: queryBoolean.optional(),
  nonZeroRounds: queryBoolean.optional(),
  userId: z.string().trim().max(120).optional(),
  betRange: euroRange('fields.invalidBetRange', 'may').optional(),
  winRange: euroRange('fields.invalidWinRange', 'may').optional(),
  grossWinRange: euroRange('fields.invalidGrossWinRange', 'must not').optional(),
  /** Either spelling names the same filter. */
  integrationId: queryIds,
  filter: z.strictObject({ integrationId: queryIds, operatorId: queryIds }).optional(),
});
export type SessionFilter = z.output<typeof sessionFilter>;

/** order[field]=asc|desc; one field. Default is externalUpdatedAt descending. */
export const sessionOrder = oneOf
  .refine(
    (order) => {
      const entries = Object.entries(order);
      return (
        entries.length === 1 &&
        entries.every(
          ([field, direction]) =>
            (sessionSortFields as readonly string[]).includes(field) && ['asc', 'desc'].includes(direction),
        )
      );
    },
    { message: fieldCode('fields.sessionOrder'), params: { fields: sessionSortFields.join(', ') } },
  )
  .transform((order) => {
    const [field, direction] = Object.entries(order)[0] as [SessionSortField, 'asc' | 'desc'];
    return { field, direction };
  });

export const sessionListQuery = sessionFilter.extend({
  page: queryInteger(1, 10_000_000).optional(),
  limit: queryInteger(1, 500).optional(),
  order: sessionOrder.optional(),
  /** Keyset cursor: the sort value and id of the last row seen. */
  nextItem: oneOf.optional(),
  /** Accepted for the documented form of the call; progress is keyed by user and job, not by connection. */
  socketId: z.string().max(120).optional(),
  emails: queryList(z.string().max(254)),
});
export type SessionListQuery = z.output<typeof sessionListQuery>;

/** What the list itself takes beside them: false leaves out the count, which reads every session where the filter has a range. */
export const sessionPageQuery = sessionListQuery.extend({ counted: queryBoolean.optional() });
export type SessionPageQuery = z.output<typeof sessionPageQuery>;

/** /range-mail takes the list's parameters and the addresses; the rows sent are all pages. */
export const rangeMailQuery = sessionListQuery;

export const sessionSearchQuery = z.strictObject({
  relatedId: z.string().trim().min(1).max(120),
  searchType: z.enum(['sessionId', 'userId']),
  /** Of a player's sessions: pages start at 1, with 500 sessions unless `limit` is smaller. */
  page: queryInteger(1, 1_000_000).optional(),
  limit: queryInteger(1, 500).optional(),
});

export const fetchQuery = z.strictObject({
  dateStart: instantOrDay,
  dateEnd: instantOrDay,
  integrationIds: queryIds,
  /** Stores rows again though they have not changed, and recomputes their buckets. */
  forceUpdate: queryBoolean.optional(),
  socketId: z.string().max(120).optional(),
});

export const quarantineQuery = z.strictObject({
  jobId: z.string().max(60).optional(),
  integrationId: queryId.optional(),
  page: queryInteger(1, 1_000_000).optional(),
  limit: queryInteger(1, 500).optional(),
});
