import type { Engine } from './engine.ts';

interface OpenStream {
  /** The output that the engine is making. */
  reading: Promise<unknown>;
  end(): Promise<void>;
}

/** The streams of an engine that are being read; each has a connection of its own, because a slow download may hold it for long. */
export class Streams {
  readonly #engine: Engine;
  readonly #open = new Set<OpenStream>();
  #closed = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Runs a query and yields its output in chunks; it starts when it is iterated, and leaving the loop ends the query after the next chunk. */
  async *read(sql: string): AsyncIterable<Buffer> {
    if (this.#closed) throw closedError();
    const connection = this.#engine.open();
    const output = connection.stream(sql)[Symbol.asyncIterator]();
    let ending: Promise<void> | undefined;
    const end = async () => {
      try {
        await output.return?.();
      } finally {
        connection.close();
        this.#open.delete(stream);
      }
    };
    const stream: OpenStream = {
      reading: Promise.resolve(),
      end: () => {
        ending ??= end();
        return ending;
      },
    };
    this.#open.add(stream);
    // The engine makes a chunk while the reader is busy with the one before. Whoever leaves misses its failure.
    const readOn = () => {
      const reading = output.next();
      reading.catch(() => {});
      stream.reading = reading;
      return reading;
    };
    try {
      let reading = readOn();
      for (;;) {
        const { value, done } = await reading;
        if (this.#closed) throw closedError();
        if (done) return;
        reading = readOn();
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
        // It may have been ended while its reader was busy with this chunk.
        if (this.#closed) throw closedError();
      }
    } finally {
      await stream.end();
    }
  }

  /** Ends every stream once its running read has returned, also one whose reader no longer asks for more; its reader gets an error. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      [...this.#open].map(async (stream) => {
        await stream.reading.catch(() => {});
        await stream.end();
      }),
    );
  }
}

function closedError(): Error {
  return new Error('The session store is closed');
}
