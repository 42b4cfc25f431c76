import { z } from 'zod';
import { fieldCode } from './fields/issue.ts';

/** Schemas that many calls share. Query values arrive as text: the `query…` ones read them and refuse what does not fit. */

/** Id of an integration, operator, platform or game: the session store holds these in 16 bits. */
export const recordId = z.int().positive().max(65_535);

/** Id of a record that no session refers to, such as a notification or a picture. */
export const rowId = z.int().positive().max(2_147_483_647);

/** Callers may name dates of these years: stores and time zones compute with them everywhere without overflow. */
const [oldestYear, firstYear, lastYear] = [1900, 2000, 2100];
const yearOf = (text: string) => Number(text.slice(0, 4));

/** A day that a caller writes, YYYY-MM-DD; games may be older than the session store. */
export const pastOrFutureDay = z.iso
  .date()
  .refine((text) => yearOf(text) >= oldestYear && yearOf(text) <= lastYear, {
    message: fieldCode('fields.dayBetween'),
    params: { first: `${oldestYear}`, last: `${lastYear}` },
  });

/** An instant in ISO 8601 with offset or Z. */
export const instant = z.iso.datetime({ offset: true });

/** ISO 8601 with offset or Z, or a plain YYYY-MM-DD, which is that day in Rome; see the clock of the server. */
export const instantOrDay = z
  .union([z.iso.datetime({ offset: true, local: false }), z.iso.date()], {
    error: fieldCode('fields.instantOrDay'),
  })
  .refine((text) => yearOf(text) >= firstYear && yearOf(text) <= lastYear, {
    message: fieldCode('fields.dateBetween'),
    params: { first: `${firstYear}`, last: `${lastYear}` },
  })
  .meta({ description: 'Instant with offset or Z, or a plain day, which is that day in Europe/Rome' });

function splitList(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === 'string' ? part.split(',').map((text) => text.trim()) : [part],
  );
  const filled = parts.filter((part) => part !== '');
  return filled.length === 0 ? undefined : filled;
}

/** A list as repeated or comma-separated values; absent or empty is undefined: no filter. */
export function queryList<Item extends z.ZodType>(item: Item, max = 2000) {
  const list = z.preprocess(splitList, z.array(item).max(max).optional()) as z.ZodType<
    z.output<Item>[] | undefined,
    readonly z.input<Item>[] | string | undefined
  >;
  return list.optional();
}

/** Text that an integer is read from; the description of the API has it as that integer. */
export const integerText = (minimum: number, maximum: number) =>
  z.coerce.number<string | number>().meta({ type: 'integer', minimum, maximum });

/** A positive record id in a query or a path. */
export const queryId = integerText(1, 65_535).pipe(recordId);

export const queryRowId = integerText(1, 2_147_483_647).pipe(rowId);

export const queryIds = queryList(queryId);

export function queryInteger(min: number, max: number) {
  return integerText(min, max).pipe(z.int().min(min).max(max));
}

const truths: Record<string, boolean | null> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
  null: null,
  '': null,
};

/** true or false (also 1 or 0); "null" and an empty value are null. */
export const queryBoolean = z.preprocess(
  (value) => (typeof value === 'string' && value in truths ? truths[value] : value),
  z.boolean({ error: fieldCode('fields.trueOrFalse') }).nullable(),
) as z.ZodType<boolean | null, boolean | null | 'true' | 'false' | ''>;

export const sessionTypeId = z.union([z.literal(1), z.literal(4)]);
export type SessionTypeId = z.infer<typeof sessionTypeId>;

/** The one rule for email addresses, of forms, of the queue of mails and of commands: no spaces, one @, a domain with a dot. */
export const emailAddress = z.email(fieldCode('fields.invalidAddress')).max(254);

export function rowsOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row) });
}

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row), count: z.int().nonnegative() });
}

const longestTimeZone = 60;

/** The IANA name of a time zone, in its canonical spelling. Offsets such as `+01:00` are none: they know no summer time. */
export const timeZone = z
  .string()
  .max(longestTimeZone)
  .transform((name, context) => {
    try {
      if (!/^[a-z]/i.test(name)) throw new RangeError(`${name} is no name.`);
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      context.addIssue({ code: 'custom', message: fieldCode('fields.timeZone') });
      return z.NEVER;
    }
  });

/** What a block of figures covers: half-open period, zone, how fresh the session store is, and how many sessions are still open. */
export const coverage = z
  .strictObject({
    from: instant,
    to: instant,
    /** IANA name of the zone whose hours, days and months are meant: Europe/Rome unless another one was sent. */
    zone: z.string(),
    /** Every integration asked for that has ever been fetched was fetched then or later; null before the first fetch. */
    asOf: instant.nullable(),
    /** Integrations asked for that have never been fetched: their sessions are not in the figures. */
    notFetched: z.int().nonnegative(),
    openSessions: z.int().nonnegative(),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof coverage>;

/** `sessionTypeId` of a query: 1 real, 4 fun, absent or null both. */
export const querySessionTypeId = (
  z.preprocess(
    (value) => (value === '' || value === 'null' ? null : typeof value === 'string' ? Number(value) : value),
    sessionTypeId.nullable(),
  ) as z.ZodType<1 | 4 | null, 1 | 4 | null | string>
).optional();

/** Questions to the session store that one person may ask in a minute: far beyond any screen, a bound for a runaway script. */
export const costlyReadsPerMinute = 1_800;

export const jobReference = z.strictObject({ jobId: z.string() });
