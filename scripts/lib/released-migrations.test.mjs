import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inRoot } from './paths.mjs';
import {
  addReleased,
  findChangedReleases,
  findUnreleased,
  migrationsFolder,
  readReleased,
} from './released-migrations.mjs';

function folderWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-released-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'clickhouse'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

it('no migration of a release has changed or is gone', () => {
  expect(findChangedReleases(inRoot(migrationsFolder))).toEqual([]);
});

it('a version with migrations of its own is newer than the last release, which else refuses its stores', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const [, lastRelease] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readFileSync(inRoot('CHANGELOG.md'), 'utf8')) ?? [];
  const isNewer = new Intl.Collator('en', { numeric: true }).compare(version, lastRelease) > 0;
  expect(isNewer || findUnreleased(inRoot(migrationsFolder)).length === 0).toBe(true);
});

it('a release lists the migrations that are new, each with its hash', () => {
  const folder = folderWith({ 'clickhouse/001-a.sql': 'a' });
  expect(addReleased(folder)).toEqual(['clickhouse/001-a.sql']);
  writeFileSync(join(folder, 'clickhouse/002-b.sql'), 'b');
  expect(addReleased(folder)).toEqual(['clickhouse/002-b.sql']);
  expect(readReleased(folder)).toEqual({
    'clickhouse/001-a.sql': 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
    'clickhouse/002-b.sql': '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
  });
  expect(findChangedReleases(folder)).toEqual([]);
});

it('a released migration that changes or is gone is named, and no release lists it anew', () => {
  const folder = folderWith({ 'clickhouse/001-a.sql': 'a', 'clickhouse/002-b.sql': 'b' });
  addReleased(folder);
  writeFileSync(join(folder, 'clickhouse/001-a.sql'), 'A');
  rmSync(join(folder, 'clickhouse/002-b.sql'));
  writeFileSync(join(folder, 'clickhouse/003-c.sql'), 'c');
  const sentences = [
    'clickhouse/001-a.sql is released and has changed: undo that, and write what is new as a migration of its own.',
    'clickhouse/002-b.sql is released and is gone: stores that have run it are refused without it.',
  ];
  expect(findChangedReleases(folder)).toEqual(sentences);
  expect(() => addReleased(folder)).toThrow(sentences.join('\n'));
  expect(Object.keys(readReleased(folder))).toEqual(['clickhouse/001-a.sql', 'clickhouse/002-b.sql']);
});
