import {
  type Log,
  type LogRow,
  type listLogs,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import { systemActor } from '../../infra/access/index.ts';
import { unknownPerson } from '../../infra/audit/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { countLogs, findLog, findLogs, findNamed, type LogListRow } from './logs.repo.ts';

/** Reads the log. Nothing here writes: entries are written with their changes, and the table keeps them for good. */
export interface LogsService {
  list(query: QueryOf<typeof listLogs>): Promise<ResponseOf<typeof listLogs>>;
  /** @throws NotFoundError */
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
      if (row === undefined) throw new NotFoundError(messageOf('refusals.logNotFound'));
      const relatedObject = {
        ...row.related_object,
        exists: row.exists === true,
        ...(row.type === 'bets' && { integrationExists: row.integration_id !== null }),
      };
      return { ...rowOf(row), updates: row.updates, relatedObject };
    },
  };
}

function rowOf(row: LogListRow): LogRow {
  const isNobody = row.user_id === systemActor.userId || row.user_id === unknownPerson.userId;
  return {
    id: Number(row.id),
    logType: { id: row.type_id, name: row.type },
    action: row.action,
    description: row.description,
    ...(row.detail === null ? {} : { detail: row.detail }),
    user: isNobody ? null : { id: row.user_id, username: row.username },
    createdAt: row.created_at.toISOString(),
    relatedId: row.related_id,
    isGone: row.exists === false && row.related_id !== null,
    integrationId: row.integration_id,
    requestId: row.request_id,
  };
}
