/** A release after this one, whose migrations only add. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationSources } from '../../../src/app.migrations.ts';
import type { Release } from '../../../src/infra/release/index.ts';

const released = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Statements by the names of their migrations. */
export interface LaterMigrations {
  postgres: Record<string, readonly string[]>;
  clickhouse: Record<string, string>;
}

/** The migrations of this release and further ones, in folders of their own. */
export async function writeLaterRelease(
  folder: string,
  release: Release,
  { postgres, clickhouse }: LaterMigrations,
): Promise<Required<Omit<MigrationSources, 'onlyPostgres'>>> {
  const [postgresFolder, clickhouseFolder] = [join(folder, 'postgres'), join(folder, 'clickhouse')];
  await linkFiles(join(released, 'postgres'), postgresFolder);
  await linkFiles(join(released, 'clickhouse', 'single'), join(clickhouseFolder, 'single'));
  for (const [name, statements] of Object.entries(postgres)) {
    await writeFile(join(postgresFolder, `${name}.ts`), migrationOf(statements));
  }
  for (const [name, statement] of Object.entries(clickhouse)) {
    await writeFile(join(clickhouseFolder, 'single', name), statement);
  }
  return { release, postgresFolder, clickhouseFolder };
}

/** Links, not copies: what the files import is found from where they are. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const file of await readdir(from)) await symlink(join(from, file), join(to, file));
}

/** A folder outside the product finds no packages, so its migrations import none. */
function migrationOf(statements: readonly string[]): string {
  return `export async function up(db: any) {
    for (const sql of ${JSON.stringify(statements)}) {
      await db.executeQuery({ sql, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: 'later' } });
    }
  }`;
}
