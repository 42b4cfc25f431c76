/** Files kept on this device beside what describes them; storage that is full or forbidden only forgets them. */
export interface FileStore<Entry extends { key: string }> {
  all(): Promise<Entry[]>;
  put(entry: Entry): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
}

const storeName = 'files';

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A store in the browser's own database, one database per name. */
export function browserFiles<Entry extends { key: string }>(database: string): FileStore<Entry> {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    opening ??= (async () => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' });
      return answered(request);
    })();
    return opening;
  };
  const run = async <Result>(
    mode: IDBTransactionMode,
    work: (files: IDBObjectStore) => IDBRequest<Result>,
    otherwise: Result,
  ): Promise<Result> => {
    try {
      const files = (await open()).transaction(storeName, mode).objectStore(storeName);
      return await answered(work(files));
    } catch {
      opening = undefined;
      return otherwise;
    }
  };
  return {
    all: () => run<Entry[]>('readonly', (files) => files.getAll(), []),
    put: async (entry) =>
      void (await run<IDBValidKey | undefined>(
        'readwrite',
        (files) => files.put(entry) as IDBRequest<IDBValidKey | undefined>,
        undefined,
      )),
    remove: (key) => run('readwrite', (files) => files.delete(key), undefined),
    clear: () => run('readwrite', (files) => files.clear(), undefined),
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
