import { clear, createStore, del, set, values } from 'idb-keyval';

/** Files kept on this device beside what describes them. A change has been written when its promise resolves. */
export interface FileStore<Entry extends { key: string }> {
  /** Nothing where storage is forbidden. */
  all(): Promise<Entry[]>;
  /** @throws when storage is full or forbidden */
  put(entry: Entry): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
}

/** A store in the browser's own database, one database per name. */
export function browserFiles<Entry extends { key: string }>(database: string): FileStore<Entry> {
  // Opened when it is first asked for: a private window may refuse it.
  let opened: ReturnType<typeof createStore> | undefined;
  const store = () => {
    opened ??= createStore(database, 'entries');
    return opened;
  };
  return {
    all: async () => {
      try {
        return await values<Entry>(store());
      } catch {
        return [];
      }
    },
    put: async (entry) => set(entry.key, entry, store()),
    remove: async (key) => del(key, store()),
    clear: async () => clear(store()),
  };
}

/** A store that lasts as long as the page. */
export function memoryFiles<Entry extends { key: string }>(): FileStore<Entry> {
  const entries = new Map<string, Entry>();
  return {
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.key, entry),
    remove: async (key) => void entries.delete(key),
    clear: async () => entries.clear(),
  };
}
