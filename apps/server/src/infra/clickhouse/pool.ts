import type { Engine, EngineConnection } from './engine.ts';

type Access = 'read' | 'write';

interface Waiting {
  access: Access;
  start(connection: EngineConnection): void;
  refuse(error: Error): void;
}

/**
 * Lends out the connections of an engine, each to one caller at a time, first come first served. Writes may hold half of
 * them, so that a long write never stops people from reading.
 */
export class ConnectionPool {
  readonly #engine: Engine;
  readonly #maxWrites: number;
  readonly #idle: EngineConnection[] = [];
  readonly #waiting: Waiting[] = [];
  #writes = 0;
  #busy = 0;
  #closed = false;
  #whenIdle: (() => void) | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#maxWrites = Math.max(1, Math.floor(engine.width / 2));
  }

  /** Runs work on a connection of its own, which is reused only when it is clean. */
  async use<T>(access: Access, work: (connection: EngineConnection) => Promise<T>): Promise<T> {
    const connection = await this.#checkout(access);
    let clean = true;
    try {
      return await work(connection);
    } catch (error) {
      clean = await connection.drain();
      throw error;
    } finally {
      this.#release(access, connection, clean);
    }
  }

  /** Waits for what runs, refuses what waits, and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(closedError());
    if (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #checkout(access: Access): Promise<EngineConnection> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((start, refuse) => {
      this.#waiting.push({ access, start, refuse });
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#busy < this.#engine.width) {
      const index = this.#waiting.findIndex(
        ({ access }) => access === 'read' || this.#writes < this.#maxWrites,
      );
      const next = index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
      if (next === undefined) return;
      const connection = this.#idle.pop() ?? this.#openConnection(next);
      if (connection === undefined) continue;
      this.#busy++;
      if (next.access === 'write') this.#writes++;
      next.start(connection);
    }
  }

  #openConnection(waiting: Waiting): EngineConnection | undefined {
    try {
      return this.#engine.open();
    } catch (error) {
      waiting.refuse(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  #release(access: Access, connection: EngineConnection, clean: boolean): void {
    this.#busy--;
    if (access === 'write') this.#writes--;
    if (clean) this.#idle.push(connection);
    else connection.close();
    this.#serve();
    if (this.#busy === 0) this.#whenIdle?.();
  }
}

function closedError(): Error {
  return new Error('The session store is closed');
}
