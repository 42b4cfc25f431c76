import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { sessionIdOf } from '../../apps/server/src/modules/session-store/index.ts';
import type { World } from './world.ts';

/** Columns of the file, in the order in which every store reads them. */
export const columns =
  'id,session_id,ext_session_id,ext_ticket_id,integration_id,operator_id,game_id,user_id,session_type,is_open,' +
  'is_mobile,bet,win,net_win,amount_due,rounds,created_at,updated_at';

const chunk = 20_000;

/** Writes sessions as one file that all stores load, without a header. */
export async function writeCsv(world: World, path: string, first: number, last: number): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 8 * 1024 * 1024, mode: 0o644 });
  for (let start = first; start < last; start += chunk) {
    let text = '';
    for (const row of world.rows(start, Math.min(last, start + chunk))) {
      text +=
        `${sessionIdOf(row.integrationId, row.sessionId)},${row.sessionId},${row.externalSessionId},` +
        `${row.externalTicketId},${row.integrationId},${row.operatorId},${row.gameId},${row.player},` +
        `${row.sessionType},${row.isOpen ? 1 : 0},${row.isMobile ? 1 : 0},${row.bet},${row.win},${row.netWin},` +
        `${row.due},${row.rounds},${stamp(row.createdAtMs)},${stamp(row.updatedAtMs)}\n`;
    }
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

const hours = new Map<number, string>();

/** `2025-11-01 12:26:40.123`, UTC. Millions are written, and neighbours share their hour. */
function stamp(ms: number): string {
  const hour = Math.floor(ms / 3_600_000);
  let prefix = hours.get(hour);
  if (prefix === undefined) {
    prefix = new Date(hour * 3_600_000).toISOString().slice(0, 14).replace('T', ' ');
    hours.set(hour, prefix);
  }
  const rest = ms - hour * 3_600_000;
  const minute = Math.floor(rest / 60_000);
  const second = Math.floor((rest % 60_000) / 1000);
  return `${prefix}${pad(minute, 2)}:${pad(second, 2)}.${pad(rest % 1000, 3)}`;
}

const pad = (value: number, width: number) => String(value).padStart(width, '0');
