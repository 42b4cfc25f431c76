import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rollupMigrations } from './rollup.ddl.ts';

const folder = fileURLToPath(new URL('../../../migrations/clickhouse', import.meta.url));
const migrations = [
  ...rollupMigrations('hour', 10),
  ...rollupMigrations('day', 20),
  ...rollupMigrations('month', 30),
];

describe('the migrations of the rollup', () => {
  it.each(migrations)('$file is built from the schema', async ({ file, text }) => {
    await expect(text).toMatchFileSnapshot(`${folder}/${file}`);
  });

  it('are all in the folder, and no other of the rollup', async () => {
    const files = (await readdir(folder)).filter((file) => file.includes('rollup'));
    expect(files.toSorted()).toEqual(migrations.map(({ file }) => file));
  });
});
