import type { Log, LogRow, listLogs, QueryOf, ResponseOf } from '@ludus/contract';
import { systemActor } from '../../platform/access/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { countLogs, findLog, findLogs, findNamed, findPresence, type LogListRow } from './logs.repo.ts';

/** Reads the log. Nothing here writes: entries come with the changes they tell of, and the table keeps them for good. */
export interface LogsService {
  /** API-091 */
  list(query: QueryOf<typeof listLogs>): Promise<ResponseOf<typeof listLogs>>;
  /** API-092. @throws NotFoundError */
  get(id: number): Promise<Log>;
}

export function createLogsService({ db }: Pick<Postgres, 'db'>): LogsService {
  return {
    async list({ limit, page, search, typeId, userId }) {
      const filter = { search, typeId, userId, ...(await findNamed(db, search)) };
      const [rows, count] = await Promise.all([findLogs(db, filter, { limit, page }), countLogs(db, filter)]);
      return { rows: rows.map(rowOf), count };
    },

    async get(id) {
      const row = await findLog(db, id);
      if (row === undefined) throw new NotFoundError('Log not found');
      const relatedObject = { ...row.related_object, ...(await presence(row, row.related_object ?? {})) };
      return { ...rowOf(row), updates: row.updates, relatedObject };
    },
  };

  /** What can still be opened. A change of bets is about a game and an integration; a maintenance has no page. */
  async function presence({ type, related_id }: LogListRow, object: Record<string, unknown>) {
    const idOf = (value: unknown) => Number(value ?? 0);
    const isOfIntegration = type === 'integrations';
    const found = await findPresence(db, {
      gameId: type === 'games' || type === 'bets' ? idOf(related_id) : 0,
      integrationId: isOfIntegration ? idOf(related_id) : idOf(type === 'bets' && object.integrationId),
    });
    if (type === 'bets') return { exists: found.game, integrationExists: found.integration };
    return { exists: isOfIntegration ? found.integration : found.game };
  }
}

function rowOf(row: LogListRow): LogRow {
  const isOfHub = row.user_id === systemActor.userId;
  return {
    id: Number(row.id),
    logType: { id: row.type_id, name: row.type },
    action: row.action,
    description: row.description,
    user: isOfHub ? null : { id: row.user_id, username: row.username },
    createdAt: row.created_at.toISOString(),
    relatedId: row.related_id,
  };
}
