import { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import type { Postgres } from '../postgres/index.ts';

export type AdapterPostgres = Pick<Postgres, 'pool' | 'session'>;

/**
 * What the socket adapter takes for a pool. It sends on the pool of the process, one statement after the other, so that events
 * arrive in the order they were published in, and listens on the connection that the process keeps open.
 * @param onGap called when that connection is back after a loss
 */
export function createAdapterPool({ pool, session }: AdapterPostgres, onGap: () => void) {
  const inOrder = pLimit(1);
  return {
    query: (text: string, values?: unknown[]) => inOrder(() => pool.query(text, values)),
    connect: async () => {
      const client = new EventEmitter();
      const listening: Promise<{ close(): Promise<void> }>[] = [];
      return Object.assign(client, {
        async query(statement: string) {
          const channel = /^LISTEN "(.+)"$/.exec(statement)?.[1];
          if (channel === undefined) throw new Error(`Not a statement of the socket adapter: ${statement}`);
          const started = session.listen(
            channel,
            (payload) => client.emit('notification', { channel, payload }),
            () => {
              if (session.isLive) onGap();
            },
          );
          listening.push(started);
          await started;
        },
        release() {
          for (const started of listening) started.then((channel) => channel.close()).catch(() => {});
        },
      });
    },
  };
}
