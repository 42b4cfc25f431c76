import { sql } from 'kysely';
import type { Postgres } from '../../infra/postgres/index.ts';
import './session-store.tables.ts';
import { dayAfter, romeDayStart } from '../../infra/clock/index.ts';
import type { SessionDay } from './list.window.ts';

/** For each Rome day with sessions, the latest change of any of them. It only ever grows, and is stored before the rows. */
export interface SessionDays {
  /** Returns the days in order, cached per data version of the session store. */
  read(dataVersion: string): Promise<readonly SessionDay[]>;
  /** Stores the latest changes of days where they are later than the stored ones. */
  raise(latestChanges: ReadonlyMap<string, number>): Promise<void>;
}

export function createSessionDays(postgres: Postgres): SessionDays {
  let cached: { dataVersion: string; days: Promise<readonly SessionDay[]> } | undefined;

  async function selectDays(): Promise<readonly SessionDay[]> {
    const rows = await postgres.db.selectFrom('session_days').selectAll().orderBy('day').execute();
    return rows.map(({ day, latest_change_ms }) => ({
      fromMs: romeDayStart(day),
      toMs: romeDayStart(dayAfter(day)),
      latestChangeMs: Number(latest_change_ms),
    }));
  }

  return {
    read(dataVersion) {
      if (cached?.dataVersion === dataVersion) return cached.days;
      const days = selectDays();
      cached = { dataVersion, days };
      days.catch(() => {
        cached = undefined;
      });
      return days;
    },

    async raise(latestChanges) {
      const days = [...latestChanges].toSorted(([a], [b]) => (a < b ? -1 : 1));
      if (days.length === 0) return;
      await sql`
        INSERT INTO session_days (day, latest_change_ms)
        SELECT * FROM unnest(${days.map(([day]) => day)}::date[], ${days.map(([, ms]) => ms)}::bigint[])
        ON CONFLICT (day) DO UPDATE SET latest_change_ms = excluded.latest_change_ms
        WHERE session_days.latest_change_ms < excluded.latest_change_ms`.execute(postgres.db);
      cached = undefined;
    },
  };
}
