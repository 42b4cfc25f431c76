/** Sessions for files: all that match a filter, as many as there are, with what the columns of a list need. */
import type { ClickHouse, RowBinaryReader } from '../../infra/clickhouse/index.ts';
import { sortColumns } from './list.clickhouse.ts';
import type { ListedSession, SessionsOrder } from './session-store.types.ts';
import { currentSessions } from './sessions.clickhouse.ts';

/** The columns that {@link readSession} reads, in its order. */
const columns = `session_id, ext_ticket_id, integration_id, operator_id, game_id, user_id, session_type, is_open, bet, win,
  net_win, amount_due, rounds, created_at, updated_at`;

export interface StreamedSession {
  playerNumber: number;
  /** Its user id is still missing. */
  session: ListedSession;
}

function readSession(reader: RowBinaryReader): StreamedSession {
  const sessionId = reader.text();
  const externalTicketId = reader.text();
  const integrationId = reader.uint16();
  const operatorId = reader.uint16();
  const gameId = reader.uint16();
  const playerNumber = reader.uint32();
  const sessionType = reader.uint8() === 4 ? 4 : 1;
  const isOpen = reader.uint8() === 1;
  const bet = reader.int64();
  const win = reader.int64();
  const netWin = reader.int64();
  const due = reader.int64();
  const rounds = reader.uint32();
  const createdAt = new Date(reader.int64());
  const updatedAt = new Date(reader.int64());
  const session: ListedSession = {
    sessionId,
    externalTicketId: externalTicketId === '' ? null : externalTicketId,
    integrationId,
    operatorId,
    gameId,
    userId: '',
    sessionType,
    isOpen,
    bet,
    win,
    grossWin: bet - win,
    netWin,
    due,
    rounds,
    createdAt,
    updatedAt,
  };
  return { playerNumber, session };
}

/** Streams sessions from one snapshot, in batches; sorted on disk when they are many. */
export function streamSessions(
  clickhouse: ClickHouse,
  where: string,
  order: SessionsOrder,
): AsyncIterable<StreamedSession[]> {
  const tail = `ORDER BY ${sortColumns[order.field]} ${order.direction === 'asc' ? 'ASC' : 'DESC'}, id`;
  return clickhouse.streamBinary(currentSessions(columns, where, tail), readSession, {
    label: 'session-store.stream',
    settings: { max_bytes_before_external_sort: 100_000_000, max_threads: 1 },
  });
}
