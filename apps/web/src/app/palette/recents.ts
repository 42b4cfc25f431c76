import { createPersistentStore } from '../../lib/persistent-store.ts';

export const recentKinds = [
  'screen',
  'game',
  'session',
  'player',
  'playerPage',
  'ticket',
  'integration',
  'operator',
  'person',
] as const;

/** Something that can be opened again by its kind and id. */
export interface Target {
  kind: (typeof recentKinds)[number];
  id: string;
}

/** What was opened, with the words that it was found by. */
export interface Recent extends Target {
  label: string;
  detail: string;
}

type RecentsByPerson = Readonly<Record<string, readonly Recent[]>>;

const [keptPerPerson, keptPeople, longest] = [8, 5, 200];

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

function isRecent(value: unknown): value is Recent {
  if (value === null || typeof value !== 'object') return false;
  const { kind, id, label, detail } = value as Record<string, unknown>;
  return recentKinds.some((known) => known === kind) && isText(id) && isText(label) && isText(detail);
}

function read(value: unknown): RecentsByPerson | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([person, recents]) =>
      Array.isArray(recents) ? [[person, recents.filter(isRecent)]] : [],
    ),
  );
}

/** By the `sub` of the person: on a shared device no one sees what another one has opened. */
export const recents = createPersistentStore<RecentsByPerson>('ludus.recents', {}, read);

export function remember(person: string, recent: Recent): void {
  const { [person]: own = [], ...others } = recents.get();
  const isSame = ({ kind, id }: Recent) => kind === recent.kind && id === recent.id;
  const next = [recent, ...own.filter((one) => !isSame(one))].slice(0, keptPerPerson);
  const newestPeople = Object.entries(others).slice(0, keptPeople - 1);
  recents.set({ [person]: next, ...Object.fromEntries(newestPeople) });
}
