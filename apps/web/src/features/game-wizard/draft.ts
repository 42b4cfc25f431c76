import {
  type ChosenFile,
  type ChosenMedia,
  type FileRole,
  filesOf,
  noMedia,
} from '../../domain/game/form/media.ts';
import { type GameValues, newGame } from '../../domain/game/form/values.ts';
import { browserFiles, type FileStore } from '../../lib/file-store.ts';
import { createPersistentStore } from '../../lib/persistent-store.ts';

export type SlugMode = 'new' | 'storage';

/** The texts of a game that is being made; its files are kept beside it. */
export interface Draft {
  mode: SlugMode;
  /** The storage game it is made of, once one is picked. */
  storageId: number | null;
  values: GameValues;
  docsUrl: string;
  assetsUrl: string;
  /** The game that was created of it while some of its files have not gone up yet. */
  createdId: number | null;
}

export const emptyDraft: Draft = {
  mode: 'new',
  storageId: null,
  values: newGame,
  docsUrl: '',
  assetsUrl: '',
  createdId: null,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What storage holds of each field, where it has the field's kind; everything else starts anew. */
function filled<Shape extends object>(initial: Shape, stored: unknown): Shape {
  if (!isRecord(stored)) return initial;
  const entries = Object.entries(initial).map(([name, value]) => {
    const found = stored[name];
    const isKind = Array.isArray(value) ? Array.isArray(found) : typeof found === typeof value;
    return [name, isKind && found !== null ? found : value];
  });
  return Object.fromEntries(entries) as Shape;
}

export function readDraft(stored: unknown): Draft | undefined {
  if (!isRecord(stored)) return undefined;
  const values = filled(newGame, stored.values);
  const dayOf = (field: 'release_date' | 'rtp_since') => {
    const day = isRecord(stored.values) ? stored.values[field] : null;
    return typeof day === 'string' ? day : null;
  };
  const idOf = (value: unknown) => (Number.isInteger(value) ? (value as number) : null);
  return {
    ...filled(emptyDraft, stored),
    mode: stored.mode === 'storage' ? 'storage' : 'new',
    values: { ...values, release_date: dayOf('release_date'), rtp_since: dayOf('rtp_since') },
    storageId: idOf(stored.storageId),
    createdId: idOf(stored.createdId),
  };
}

export const draftTexts = createPersistentStore('ludus.new-game', emptyDraft, readDraft);

export interface DraftFile extends ChosenFile {
  role: FileRole;
  /** Its place among all files of the draft. */
  place: number;
}

export const draftFiles: FileStore<DraftFile> = browserFiles<DraftFile>('ludus-new-game');

/** The chosen files as they were kept. */
export function mediaOf(files: readonly DraftFile[]): ChosenMedia {
  const media: ChosenMedia = { ...noMedia, images: [], videos: [] };
  for (const { role, place: _place, ...file } of [...files].sort((a, b) => a.place - b.place)) {
    if (role === 'images' || role === 'videos') media[role].push(file);
    else media[role] = file;
  }
  return media;
}

let lastPlace = 0;

/** Places only grow, across reloads too: files are added at the end and never change places. */
function nextPlace(): number {
  lastPlace = Math.max(lastPlace + 1, Date.now());
  return lastPlace;
}

/** Keeps on this device what changed between two choices. */
export async function keepFiles(
  store: FileStore<DraftFile>,
  before: ChosenMedia,
  after: ChosenMedia,
): Promise<void> {
  const now = filesOf(after);
  const keys = new Set(now.map(({ chosen }) => chosen.key));
  const known = new Set(filesOf(before).map(({ chosen }) => chosen.key));
  const removedKeys = [...known].filter((key) => !keys.has(key));
  await Promise.all([
    ...removedKeys.map((key) => store.remove(key)),
    ...now.flatMap(({ role, chosen }) =>
      known.has(chosen.key) ? [] : [store.put({ ...chosen, role, place: nextPlace() })],
    ),
  ]);
}
