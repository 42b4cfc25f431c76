import type { DifferenceClass, Message } from '@ludus/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { DifferingSession, FiguresByType } from './reconciliation.classes.ts';
import {
  addTo,
  countDiffering,
  type Figures,
  figuresOf,
  noFigures,
  type StoredFigures,
  storedFigures,
  subtract,
} from './reconciliation.figures.ts';
import type { ReadDay } from './reconciliation.read.ts';

interface StoredType {
  sessionType: 1 | 4;
  ours: StoredFigures;
  platform: StoredFigures;
}

interface StoredClass {
  class: DifferenceClass;
  sessionType: 1 | 4;
  sessions: number;
  difference: StoredFigures;
}

type Json<Value> = ColumnType<Value, string | undefined, string>;
type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

interface ReconciliationDaysTable {
  integration_id: number;
  day: string;
  compared_at: Date | null;
  as_of: Date | null;
  username: string | null;
  types: Json<StoredType[]>;
  differing: Generated<number>;
  failed_at: Date | null;
  reason: NullableJson<Message>;
  classes: NullableJson<StoredClass[]>;
  unexplained: Json<{ sessionType: 1 | 4; difference: StoredFigures }[]>;
  unreadable_rows: Generated<number>;
  sessions: Generated<number>;
}

interface ReconciliationSessionsTable {
  integration_id: number;
  day: string;
  position: number;
  class: DifferenceClass;
  session_id: string;
  session_type: 1 | 4;
  ours: NullableJson<StoredFigures>;
  platform: NullableJson<StoredFigures>;
  difference: ColumnType<StoredFigures, string, string>;
  our_day: string | null;
  platform_day: string | null;
  reason: NullableJson<Message>;
  quarantined_row_id: string | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    reconciliation_days: ReconciliationDaysTable;
    reconciliation_sessions: ReconciliationSessionsTable;
  }
}

export type DayRecord = Selectable<ReconciliationDaysTable>;
export type DifferingSessionRecord = Selectable<ReconciliationSessionsTable>;

/** Who asked for a comparison; null for the schedule. */
export type Requester = { username: string } | null;

export interface ComparedDay {
  integrationId: number;
  day: string;
  ours: FiguresByType;
  platform: FiguresByType;
  asOf: string;
}

const rowsPerStatement = 500;

const storedTypes = ({ ours, platform }: Pick<ComparedDay, 'ours' | 'platform'>): string =>
  JSON.stringify(
    ([1, 4] as const).map((sessionType) => ({
      sessionType,
      ours: storedFigures(ours[sessionType]),
      platform: storedFigures(platform[sessionType]),
    })),
  );

export const differingOf = ({ ours, platform }: Pick<ComparedDay, 'ours' | 'platform'>): number =>
  countDiffering(subtract(platform[1], ours[1])) + countDiffering(subtract(platform[4], ours[4]));

/**
 * Stores the figures of compared days. Sessions that were compared one by one stay where the figures are still the same, and go
 * where they are not: they would explain another difference.
 */
export async function saveComparedDays(
  tx: Db,
  days: readonly ComparedDay[],
  { requester, now }: { requester: Requester; now: Date },
): Promise<void> {
  for (let start = 0; start < days.length; start += rowsPerStatement) {
    const values = days.slice(start, start + rowsPerStatement).map((compared) => ({
      integration_id: compared.integrationId,
      day: compared.day,
      compared_at: now,
      as_of: new Date(compared.asOf),
      username: requester?.username ?? null,
      types: storedTypes(compared),
      differing: differingOf(compared),
      failed_at: null,
    }));
    const isSame = sql`reconciliation_days.types = excluded.types`;
    await tx
      .insertInto('reconciliation_days')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['integration_id', 'day']).doUpdateSet({
          compared_at: sql`excluded.compared_at`,
          as_of: sql`excluded.as_of`,
          username: sql`excluded.username`,
          types: sql`excluded.types`,
          differing: sql`excluded.differing`,
          failed_at: null,
          reason: null,
          classes: sql`CASE WHEN ${isSame} THEN reconciliation_days.classes END`,
          unexplained: sql`CASE WHEN ${isSame} THEN reconciliation_days.unexplained ELSE '[]' END`,
          unreadable_rows: sql`CASE WHEN ${isSame} THEN reconciliation_days.unreadable_rows ELSE 0 END`,
          sessions: sql`CASE WHEN ${isSame} THEN reconciliation_days.sessions ELSE 0 END`,
        }),
      )
      .execute();
    await sql`
      DELETE FROM reconciliation_sessions s USING reconciliation_days d
      WHERE d.integration_id = s.integration_id AND d.day = s.day AND d.classes IS NULL
        AND d.integration_id = ANY(${values.map(({ integration_id }) => integration_id)}::int[])
        AND d.day = ANY(${values.map(({ day }) => day)}::date[])`.execute(tx);
  }
}

/** Stores that days could not be compared; what the last comparison found stays. */
export async function saveFailedDays(
  tx: Db,
  integrationId: number,
  days: readonly string[],
  { reason, now }: { reason: Message; now: Date },
): Promise<void> {
  const failure = { failed_at: now, reason: JSON.stringify(reason) };
  await tx
    .insertInto('reconciliation_days')
    .values(
      days.map((day) => ({
        integration_id: integrationId,
        day,
        compared_at: null,
        as_of: null,
        username: null,
        ...failure,
      })),
    )
    .onConflict((conflict) => conflict.columns(['integration_id', 'day']).doUpdateSet(failure))
    .execute();
}

/** Stores why a day differs, with the figures that its sessions add up to; in one transaction. */
export async function saveExplainedDay(
  tx: Db,
  { integrationId, day }: { integrationId: number; day: string },
  read: ReadDay,
  given: { requester: Requester; now: Date },
): Promise<void> {
  const { ours, platform, asOf } = read;
  await saveComparedDays(tx, [{ integrationId, day, ours, platform, asOf }], given);
  await tx
    .updateTable('reconciliation_days')
    .set({
      classes: JSON.stringify(
        read.classes.map(({ difference, ...rest }) => ({ ...rest, difference: storedFigures(difference) })),
      ),
      unexplained: JSON.stringify(
        read.unexplained.map(({ sessionType, difference }) => ({
          sessionType,
          difference: storedFigures(difference),
        })),
      ),
      unreadable_rows: read.unreadable,
      sessions: read.sessions,
    })
    .where('integration_id', '=', integrationId)
    .where('day', '=', day)
    .execute();
  await tx
    .deleteFrom('reconciliation_sessions')
    .where('integration_id', '=', integrationId)
    .where('day', '=', day)
    .execute();
  for (let start = 0; start < read.kept.length; start += rowsPerStatement) {
    await tx
      .insertInto('reconciliation_sessions')
      .values(
        read.kept.slice(start, start + rowsPerStatement).map((session, index) => ({
          integration_id: integrationId,
          day,
          position: start + index,
          ...columnsOf(session),
        })),
      )
      .execute();
  }
}

const jsonOf = (figures: Figures | null) =>
  figures === null ? null : JSON.stringify(storedFigures(figures));

const columnsOf = (session: DifferingSession) => ({
  class: session.class,
  session_id: session.sessionId,
  session_type: session.sessionType,
  ours: jsonOf(session.ours),
  platform: jsonOf(session.platform),
  difference: JSON.stringify(storedFigures(session.difference)),
  our_day: session.ourDay,
  platform_day: session.platformDay,
  reason: session.reason === null ? null : JSON.stringify(session.reason),
  quarantined_row_id: session.quarantinedRowId,
});

/** Days of a range, of some integrations or (null) of all. */
export async function listDays(
  db: Db,
  { from, to }: { from: string; to: string },
  integrationIds: readonly number[] | null,
): Promise<DayRecord[]> {
  let query = db
    .selectFrom('reconciliation_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day');
  if (integrationIds !== null) {
    if (integrationIds.length === 0) return [];
    query = query.where('integration_id', 'in', [...integrationIds]);
  }
  return query.execute();
}

export async function findDay(db: Db, integrationId: number, day: string): Promise<DayRecord | undefined> {
  return db
    .selectFrom('reconciliation_days')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('day', '=', day)
    .executeTakeFirst();
}

export async function listSessions(
  db: Db,
  place: { integrationId: number; day: string; class?: DifferenceClass | undefined },
  page: { offset: number; limit: number },
): Promise<{ rows: DifferingSessionRecord[]; count: number }> {
  let query = db
    .selectFrom('reconciliation_sessions')
    .where('integration_id', '=', place.integrationId)
    .where('day', '=', place.day);
  if (place.class !== undefined) query = query.where('class', '=', place.class);
  const [rows, total] = await Promise.all([
    query.selectAll().orderBy('position').offset(page.offset).limit(page.limit).execute(),
    query.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(total.count) };
}

/** Days of some integrations on which figures differed when they were last compared, the newest first. */
export async function listDifferingDays(
  db: Db,
  { from, to }: { from: string; to: string },
  integrationIds: readonly number[],
): Promise<{ integrationId: number; day: string }[]> {
  if (integrationIds.length === 0) return [];
  const rows = await db
    .selectFrom('reconciliation_days')
    .select(['integration_id', 'day'])
    .where('differing', '>', 0)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('integration_id', 'in', [...integrationIds])
    .orderBy('day', 'desc')
    .execute();
  return rows.map(({ integration_id, day }) => ({ integrationId: integration_id, day }));
}

/** Figures that differ, by integration, over the days from one on; integrations without a comparison have none. */
export async function countDifferingFigures(db: Db, from: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('reconciliation_days')
    .select(({ fn }) => ['integration_id', fn.sum<string>('differing').as('differing')])
    .where('day', '>=', from)
    .where('compared_at', 'is not', null)
    .groupBy('integration_id')
    .orderBy('integration_id')
    .execute();
  return new Map(rows.map(({ integration_id, differing }) => [integration_id, Number(differing)]));
}

/** The platform's figures of a day less ours, over both types. */
export function differenceOf({ types }: Pick<DayRecord, 'types'>): Figures {
  const sum = noFigures();
  for (const { ours, platform } of types) addTo(sum, subtract(figuresOf(platform), figuresOf(ours)));
  return sum;
}
