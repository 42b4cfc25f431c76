// Released migrations: their content never changes, because stores have run it (docs/adr/0013-expand-and-contract.md).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations below this folder of the checkout count. */
export const migrationsFolder = 'apps/server/migrations';
const listName = 'released.json';

/** The SHA-256 of every migration, by its path in the folder. */
export function hashMigrations(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== listName)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return Object.fromEntries(files.map((file) => [file, hashOf(join(folder, file))]));
}

/** The released migrations with the hash of each. */
export function readReleased(folder) {
  const path = join(folder, listName);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Sentences about released migrations that have changed or are gone. */
export function findChangedReleases(folder) {
  const present = hashMigrations(folder);
  return Object.entries(readReleased(folder))
    .filter(([file, hash]) => present[file] !== hash)
    .map(([file]) =>
      present[file] === undefined
        ? `${file} is released and is gone: stores that have run it are refused without it.`
        : `${file} is released and has changed: undo that, and write what is new as a migration of its own.`,
    );
}

/** The migrations that no release has. */
export function findUnreleased(folder) {
  const released = readReleased(folder);
  return Object.keys(hashMigrations(folder)).filter((file) => !(file in released));
}

/** Adds the migrations that are new to the list, and returns their names. @throws Error when a released one has changed */
export function addReleased(folder) {
  const changed = findChangedReleases(folder);
  if (changed.length > 0) throw new Error(changed.join('\n'));
  const added = findUnreleased(folder);
  writeFileSync(join(folder, listName), `${JSON.stringify(hashMigrations(folder), null, 2)}\n`);
  return added;
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
