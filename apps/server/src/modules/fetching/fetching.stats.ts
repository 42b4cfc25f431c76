import type { ClickHouse } from '../../platform/clickhouse/index.ts';
import { romeDayRange } from '../../platform/clock/index.ts';
import { at, currentSessions } from '../books/index.ts';
import type { DayTotal } from './fetching.ports.ts';

interface DayRecord {
  day: string;
  type: number;
  sessions: string;
  open: string;
  bet: string;
  win: string;
  net: string;
  due: string;
  rounds: string;
}

/**
 * Sums per Rome day (both ends included) and session type of one integration, from the sessions themselves: what is
 * compared with the platform must not pass through anything that is derived from them.
 */
export async function findDayTotals(
  clickhouse: ClickHouse,
  integrationId: number,
  days: { from: string; to: string },
): Promise<DayTotal[]> {
  const from = romeDayRange(days.from).from.getTime();
  const to = romeDayRange(days.to).to.getTime();
  const columns = `toString(toDate(created_at, 'Europe/Rome')) AS day, session_type AS type, count() AS sessions,
    sum(is_open) AS open, sum(bet) AS bet, sum(win) AS win, sum(net) AS net, sum(due) AS due,
    sum(toUInt64(rounds)) AS rounds`;
  const where = `integration_id = {integration:UInt16} AND created_at >= ${at(from)} AND created_at < ${at(to)}`;
  const records = await clickhouse.rows<DayRecord>(
    currentSessions(columns, where, 'GROUP BY day, type ORDER BY day, type'),
    {
      label: 'fetching.reconcile',
      params: { integration: integrationId },
      timeoutMs: 60_000,
      maxRows: 10_000,
    },
  );
  return records.map((record) => ({
    day: record.day,
    sessionType: record.type === 4 ? 4 : 1,
    sessions: Number(record.sessions),
    open: Number(record.open),
    bet: BigInt(record.bet),
    win: BigInt(record.win),
    netWin: BigInt(record.net),
    due: BigInt(record.due),
    rounds: BigInt(record.rounds),
  }));
}
