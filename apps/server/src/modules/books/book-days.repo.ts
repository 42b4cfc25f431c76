import { sql } from 'kysely';
import type { Postgres } from '../../platform/postgres/index.ts';
import './books.tables.ts';
import { dayAfter, romeDayStart } from '../../platform/clock/index.ts';
import type { BookDay } from './list.window.ts';

/** What the books remember of each day; see the migration. It only ever grows, and is written before the rows. */
export interface BookDays {
  /** By day, as of a version of the books. */
  days(generation: string): Promise<readonly BookDay[]>;
  raise(latestChanges: ReadonlyMap<string, number>): Promise<void>;
}

export function createBookDays(postgres: Postgres): BookDays {
  let known: { generation: string; days: Promise<readonly BookDay[]> } | undefined;

  async function read(): Promise<readonly BookDay[]> {
    const rows = await postgres.db.selectFrom('books_days').selectAll().orderBy('day').execute();
    return rows.map(({ day, latest_change_ms }) => ({
      fromMs: romeDayStart(day),
      toMs: romeDayStart(dayAfter(day)),
      latestChangeMs: Number(latest_change_ms),
    }));
  }

  return {
    days(generation) {
      if (known?.generation === generation) return known.days;
      const days = read();
      known = { generation, days };
      days.catch(() => {
        known = undefined;
      });
      return days;
    },

    async raise(latestChanges) {
      const days = [...latestChanges].toSorted(([a], [b]) => (a < b ? -1 : 1));
      if (days.length === 0) return;
      await sql`
        INSERT INTO books_days (day, latest_change_ms)
        SELECT * FROM unnest(${days.map(([day]) => day)}::date[], ${days.map(([, ms]) => ms)}::bigint[])
        ON CONFLICT (day) DO UPDATE SET latest_change_ms = excluded.latest_change_ms
        WHERE books_days.latest_change_ms < excluded.latest_change_ms`.execute(postgres.db);
      known = undefined;
    },
  };
}
