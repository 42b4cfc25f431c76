import { z } from 'zod';
import { recordsDump } from './records.repo.ts';
import type { Storage } from './storage.ts';

/** The file that makes a set whole: it is written last. */
export const manifestName = 'manifest.json';
/** `sha256sum -c` reads it. */
export const checksumsName = 'checksums.sha256';
export const filesListName = 'files.json';
export const keyName = 'encryption.key';
export const setPattern = /^\d{8}T\d{6}Z$/;

const cents = z.string().regex(/^-?\d+$/);

const manifest = z.strictObject({
  format: z.literal(3),
  id: z.string(),
  kind: z.enum(['full', 'incremental']),
  /** The full set that it is an increment of. */
  base: z.string().nullable(),
  /** The moment whose state the set has. */
  takenAt: z.string(),
  seconds: z.number(),
  /** How long no session was written. */
  pauseMs: z.number(),
  version: z.string(),
  storeId: z.string(),
  migrations: z.strictObject({ postgres: z.array(z.string()), clickhouse: z.array(z.string()) }),
  records: recordsDump,
  /** The database that it was copied from; null when the session store is not part of the set. */
  sessionStore: z.strictObject({ database: z.string() }).nullable(),
  /** How many files of the hub it has, with those in its base. */
  files: z.number(),
  hasKey: z.boolean(),
  /** What is to be backed up by other means, in sentences. */
  leftOut: z.array(z.string()),
  sums: z.array(
    z.strictObject({
      integration: z.number(),
      day: z.string(),
      sessions: cents,
      bet: cents,
      win: cents,
      netWin: cents,
      due: cents,
    }),
  ),
  /** Files of the set itself, this one excepted. */
  parts: z.strictObject({ count: z.number(), bytes: z.number() }),
  /** SHA-256 of the list of checksums. */
  checksums: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

/** A file of the hub, and the set that has its content. */
export const storedFiles = z.array(z.strictObject({ key: z.string(), size: z.number(), set: z.string() }));
export type StoredFiles = z.infer<typeof storedFiles>;

/** Null when there is no manifest, `other` when it is one of another version of the hub. */
export async function readManifest(storage: Storage, set: string): Promise<Manifest | 'other' | null> {
  const found = await storage.readText(`${set}/${manifestName}`);
  if (found === undefined) return null;
  return parseManifest(found);
}

function parseManifest(text: string): Manifest | 'other' {
  try {
    const parsed = manifest.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'other';
  } catch {
    return 'other';
  }
}

/** A set of a target, whole or not. */
export interface ListedSet {
  id: string;
  manifest: Manifest | 'other' | null;
}

/** The sets of a target, oldest first. */
export async function listSets(storage: Storage): Promise<ListedSet[]> {
  const ids = (await storage.listNames()).filter((name) => setPattern.test(name)).toSorted();
  const sets: ListedSet[] = [];
  for (const id of ids) sets.push({ id, manifest: await readManifest(storage, id) });
  return sets;
}

/** The whole sets of this version, oldest first. */
export function wholeSets(sets: readonly ListedSet[]): Manifest[] {
  return sets.flatMap(({ manifest: found }) => (found === null || found === 'other' ? [] : [found]));
}
