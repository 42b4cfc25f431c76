import type { Channel, Engine } from './engine.ts';

type Lane = 'read' | 'write';

interface Waiting {
  lane: Lane;
  start(channel: Channel): void;
  refuse(error: Error): void;
}

/**
 * Hands out the channels of an engine, each to one user at a time, first come first served. Writes may hold half of
 * them, so that a long write never stops people from reading.
 */
export class ChannelPool {
  readonly #engine: Engine;
  readonly #maxWrites: number;
  readonly #idle: Channel[] = [];
  readonly #waiting: Waiting[] = [];
  #writes = 0;
  #busy = 0;
  #closed = false;
  #whenIdle: (() => void) | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#maxWrites = Math.max(1, Math.floor(engine.width / 2));
  }

  /** Runs work on a channel of its own and hands the channel on only once it is clean. */
  async use<T>(lane: Lane, work: (channel: Channel) => Promise<T>): Promise<T> {
    const channel = await this.#checkout(lane);
    let clean = true;
    try {
      return await work(channel);
    } catch (error) {
      clean = await channel.drain();
      throw error;
    } finally {
      this.#release(lane, channel, clean);
    }
  }

  /** Waits for what runs, refuses what waits, and closes every channel. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(closedError());
    if (this.#busy > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    for (const channel of this.#idle.splice(0)) channel.close();
  }

  #checkout(lane: Lane): Promise<Channel> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((start, refuse) => {
      this.#waiting.push({ lane, start, refuse });
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#busy < this.#engine.width) {
      const index = this.#waiting.findIndex(({ lane }) => lane === 'read' || this.#writes < this.#maxWrites);
      const next = index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
      if (next === undefined) return;
      const channel = this.#idle.pop() ?? this.#openChannel(next);
      if (channel === undefined) continue;
      this.#busy++;
      if (next.lane === 'write') this.#writes++;
      next.start(channel);
    }
  }

  #openChannel(waiting: Waiting): Channel | undefined {
    try {
      return this.#engine.open();
    } catch (error) {
      waiting.refuse(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  #release(lane: Lane, channel: Channel, clean: boolean): void {
    this.#busy--;
    if (lane === 'write') this.#writes--;
    if (clean) this.#idle.push(channel);
    else channel.close();
    this.#serve();
    if (this.#busy === 0) this.#whenIdle?.();
  }
}

function closedError(): Error {
  return new Error('The books are closed');
}
