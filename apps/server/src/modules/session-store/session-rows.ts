/** Rows of `sessions_v1` as bytes for the engine. A fetch spends most of its time in this process here. */
import { type BinaryColumn, RowBinaryWriter } from '../../infra/clickhouse/index.ts';
import { idBytesOf, type ResolvedRow } from './conflict-resolution.ts';

const instant = "DateTime64(3, 'UTC')";

/** The columns that {@link writeSessionRows} fills, in its order. */
export const sessionRowColumns: readonly BinaryColumn[] = [
  { name: 'id', type: 'UUID' },
  { name: 'session_id', type: 'String' },
  { name: 'ext_session_id', type: 'String' },
  { name: 'ext_ticket_id', type: 'String' },
  { name: 'integration_id', type: 'UInt16' },
  { name: 'operator_id', type: 'UInt16' },
  { name: 'game_id', type: 'UInt16' },
  { name: 'user_id', type: 'UInt32' },
  { name: 'session_type', type: 'UInt8' },
  { name: 'is_open', type: 'UInt8' },
  { name: 'is_mobile', type: 'UInt8' },
  { name: 'bet', type: 'Int64' },
  { name: 'win', type: 'Int64' },
  { name: 'net_win', type: 'Int64' },
  { name: 'amount_due', type: 'Int64' },
  { name: 'rounds', type: 'UInt32' },
  { name: 'created_at', type: instant },
  { name: 'updated_at', type: instant },
  { name: 'fetched_at', type: instant },
  { name: 'write_number', type: 'UInt64' },
];

/** More than the id and the numbers of a row take. */
const numbersBytes = 128;

/** Rows of one integration for `sessions_v1`. @throws RangeError where a number does not fit its column */
export function writeSessionRows(
  integrationId: number,
  rows: readonly ResolvedRow[],
  fetchedAtMs: number,
  writeNumber: number,
): Buffer {
  const writer = new RowBinaryWriter(sessionRowColumns, rows.length * 192);
  for (const resolved of rows) {
    const { playerNumber, row } = resolved;
    writer.reserve(numbersBytes);
    writer.uuid(idBytesOf(integrationId, resolved));
    writer.text(row.sessionId);
    writer.text(row.externalSessionId ?? '');
    writer.text(row.externalTicketId ?? '');
    writer.reserve(numbersBytes);
    writer.uint16(integrationId);
    writer.uint16(row.operatorId);
    writer.uint16(row.gameId);
    writer.uint32(playerNumber);
    writer.uint8(row.sessionType);
    writer.uint8(row.isOpen ? 1 : 0);
    writer.uint8(row.isMobile ? 1 : 0);
    writer.int64(row.bet);
    writer.int64(row.win);
    writer.int64(row.netWin);
    writer.int64(row.due);
    writer.uint32(row.rounds);
    writer.int64(row.createdAtMs);
    writer.int64(row.updatedAtMs);
    writer.int64(fetchedAtMs);
    writer.int64(writeNumber);
  }
  return writer.finish();
}
