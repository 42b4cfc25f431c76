import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gameDaysMigrations, rollupMigrations } from './rollup.ddl.ts';

describe.each(['single', 'cluster'] as const)('the migrations of the rollup, %s', (layout) => {
  const folder = fileURLToPath(new URL(`../../../migrations/clickhouse/${layout}`, import.meta.url));
  const migrations = [
    ...rollupMigrations(layout, 'hour', 10),
    ...rollupMigrations(layout, 'day', 20),
    ...rollupMigrations(layout, 'month', 30),
    ...gameDaysMigrations(layout, 50),
  ];

  it.each(migrations)('$file is built from the schema', async ({ file, text }) => {
    await expect(text).toMatchFileSnapshot(`${folder}/${file}`);
  });

  it('are all in the folder, and no other of the rollup', async () => {
    const files = (await readdir(folder)).filter((file) => file.includes('rollup'));
    expect(files.toSorted()).toEqual(migrations.map(({ file }) => file).toSorted());
  });
});
