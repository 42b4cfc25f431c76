import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { StartupError, StoreInUseError } from '../errors/startup-errors.ts';
import { type Engine, type EngineConnection, longestStatement } from './engine.ts';
import { quote } from './params.ts';
import { settingsText } from './statement.ts';

const mebibyte = 1024 * 1024;

/*
 * Caches and the ceiling of the engine, which shares the memory of the hub. The engine's own defaults (5 GiB of marks,
 * 90 % of the machine) are those of a machine that does nothing else.
 */
const connectionArgs = Object.entries({
  max_server_memory_usage: Math.floor(Math.min(6144 * mebibyte, Math.max(1536 * mebibyte, totalmem() / 2))),
  mark_cache_size: 96 * mebibyte,
  primary_index_cache_size: 64 * mebibyte,
  index_mark_cache_size: 32 * mebibyte,
  uncompressed_cache_size: 0,
  index_uncompressed_cache_size: 0,
  query_condition_cache_size: 32 * mebibyte,
  background_pool_size: 4,
  // BACKUP writes and RESTORE reads where the hub says, as it does with `file`.
  'backups.allowed_path': '/',
  'logger.level': 'fatal',
}).map(([name, value]) => `--${name}=${value}`);

/**
 * ClickHouse in this process on a data folder. A process can open one folder only, and a folder one process only.
 * @param moreArgs further settings of the server, as its command line takes them
 * @throws StoreInUseError naming the folder when another process holds it.
 */
export async function openEmbeddedEngine(
  folder: string,
  width: number,
  moreArgs: readonly string[] = [],
): Promise<Engine> {
  await mkdir(folder, { recursive: true });
  await assertOwn(folder);
  // The first connection carries the settings of the server and keeps it open; queries run on the others.
  const serverSession = openSession(folder, [...connectionArgs, ...moreArgs]);
  const insertsFolder = join(folder, 'inserts');
  await rm(insertsFolder, { recursive: true, force: true });
  await mkdir(insertsFolder, { recursive: true });
  return {
    embedded: true,
    width,
    open: () => connectionOf(readySession(folder), insertsFolder),
    // Not as a task of Node's thread pool, whose threads the queries may hold.
    cancelQueries: () => void serverSession.query('KILL QUERY WHERE query_id != queryID() ASYNC'),
    async close() {
      serverSession.close();
      await drainPending();
    },
  };
}

/** @throws StartupError when this user may not write what lies in the folder */
async function assertOwn(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder))]) {
    try {
      await access(join(folder, name), constants.W_OK);
    } catch (cause) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes((cause as NodeJS.ErrnoException).code ?? '')) continue;
      throw new StartupError(
        `The session store in ${folder} may not be written by the user of the hub (uid ${process.getuid?.()}): change the owner ` +
          'of HUB_DATA_DIR and all that is in it to that user.',
        { cause },
      );
    }
  }
}

// How long a statement may be has to be known before it is read, so it cannot stand in the statement.
function readySession(folder: string): Session {
  const session = openSession(folder);
  session.query(`SET max_query_size = ${longestStatement}`);
  return session;
}

function openSession(folder: string, args?: string[]): Session {
  try {
    return new Session(folder, args === undefined ? {} : { connectionArgs: args });
  } catch (cause) {
    // The engine itself says why on its error output; nearly always the folder is locked.
    throw new StoreInUseError(
      `The session store in ${folder} cannot be opened. Is another hub running on this data folder?`,
      { cause },
    );
  }
}

function connectionOf(session: Session, insertsFolder: string): EngineConnection {
  return {
    run: async (sql) => (await session.queryAsync(sql)).bytes(),
    async insert(table, lines, settings) {
      await session.insert({ table, values: lines, format: 'JSONEachRow', settings });
    },
    // The client passes statements on as text, which would change the bytes, and inserts text formats only.
    async insertBinary(target, rows, settings) {
      const file = join(insertsFolder, randomUUID());
      try {
        await writeFile(file, rows);
        await session.queryAsync(
          `INSERT INTO ${target} SELECT * FROM file(${quote(file)}, 'RowBinaryWithNamesAndTypes')
           SETTINGS ${settingsText(settings)}`,
        );
      } finally {
        await rm(file, { force: true });
      }
    },
    async *stream(sql) {
      for await (const chunk of session.queryStream(sql, { format: 'JSONEachRow' })) yield chunk.raw();
    },
    // A query that fails after its first output leaves that output in its connection, in front of the next result.
    // A query with a known result shows whether the connection is clean.
    async drain() {
      const token = randomUUID();
      for (let attempt = 0; attempt < 2; attempt++) {
        try {
          const answer = await session.queryAsync(`SELECT '${token}' FORMAT TSV`);
          if (answer.text() === `${token}\n`) return true;
        } catch {
          return false;
        }
      }
      return false;
    },
    close: () => session.close(),
  };
}
