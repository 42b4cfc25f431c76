import { z } from 'zod';

/** Schemas that many calls share. Query values arrive as text: the `query…` ones read them and refuse what does not fit. */

/** Id of an integration, operator, platform or game: the books hold these in 16 bits. */
export const recordId = z.int().positive().max(65_535);

/** Id of a record that no session refers to, such as a notification or a picture. */
export const rowId = z.int().positive().max(2_147_483_647);

/** An instant in ISO 8601 with offset or Z. */
export const instant = z.iso.datetime({ offset: true });

/** ISO 8601 with offset or Z, or a plain YYYY-MM-DD, which is that day in Rome; see the clock of the server. */
export const instantOrDay = z
  .union([z.iso.datetime({ offset: true, local: false }), z.iso.date()], {
    error: 'Give an instant with an offset (2026-03-29T00:00:00+01:00) or a day (2026-03-29).',
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

/** A positive record id in a query or a path. */
export const queryId = z.coerce.number<string | number>().pipe(recordId);

export const queryRowId = z.coerce.number<string | number>().pipe(rowId);

export const queryIds = queryList(queryId);

export function queryInteger(min: number, max: number) {
  return z.coerce.number<string | number>().pipe(z.int().min(min).max(max));
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
  z.boolean({ error: 'Give true or false.' }).nullable(),
) as z.ZodType<boolean | null, boolean | null | 'true' | 'false' | ''>;

export const sessionTypeId = z.union([z.literal(1), z.literal(4)]);
export type SessionTypeId = z.infer<typeof sessionTypeId>;

/** E-mail as OPEN-66 has it: no spaces, one @, a dot in the domain. */
export const emailAddress = z
  .string()
  .max(254)
  .regex(/^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/, 'Please enter a valid email address.');

export function rowsOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row) });
}

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ rows: z.array(row), count: z.int().nonnegative() });
}

/** What a block of figures covers: half-open period, zone, how fresh the books are, and how many sessions are still open. */
export const coverage = z
  .strictObject({
    from: instant,
    to: instant,
    zone: z.literal('Europe/Rome'),
    /** Every integration asked for that has ever been fetched was fetched then or later; null before the first fetch. */
    asOf: instant.nullable(),
    /** Integrations asked for that have never been fetched: their sessions are not in the figures. */
    notFetched: z.int().nonnegative(),
    openSessions: z.int().nonnegative(),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof coverage>;

/** Questions to the books that one person may ask in a minute: far beyond any screen, a bound for a runaway script. */
export const costlyReadsPerMinute = 1_800;

export const jobReference = z.strictObject({ jobId: z.string() });
