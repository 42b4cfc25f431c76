import type { PostgresSession } from '../postgres/index.ts';

const channel = 'hub_changes';

/** Calls back when a table changes, whichever process changed it. */
export interface InvalidationListener {
  /** True while nothing can be missed; no cached value may be used while it is false. */
  readonly live: boolean;
  /** Calls back after each commit that changed one of the tables, and when changes may have been missed. */
  onChange(tables: readonly string[], listener: () => void): void;
  /** Calls the listeners of this process at once, for reads that follow right after a write here. */
  invalidate(table: string): void;
  /** Listens; resolves when it is live for the first time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens to the notifications of the tables' triggers. */
export function createInvalidationListener({ session }: { session: PostgresSession }): InvalidationListener {
  const listeners: { tables: ReadonlySet<string>; call: () => void }[] = [];
  let listening: { close(): Promise<void> } | undefined;

  const notify = (table: string | null) => {
    for (const { tables, call } of listeners) if (table === null || tables.has(table)) call();
  };

  return {
    get live() {
      return listening !== undefined && session.isLive;
    },
    onChange(tables, call) {
      listeners.push({ tables: new Set(tables), call });
    },
    invalidate: notify,
    async start() {
      listening = await session.listen(channel, notify, () => notify(null));
      // Changes before it listened were not received.
      notify(null);
    },
    async stop() {
      const ended = listening;
      listening = undefined;
      await ended?.close();
    },
  };
}
