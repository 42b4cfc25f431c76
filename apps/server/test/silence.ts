import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Outgoing, OutgoingError } from '../src/platform/outgoing/index.ts';

const callHeader = 'x-test-call';
const underWay = new Map<unknown, () => void>();

/** Said by a machine of a test when it will answer this call no further. */
export function fallSilent({ headers }: IncomingMessage): void {
  underWay.get(headers[callHeader])?.();
}

/**
 * Calls that take too long once the other side has fallen silent, and at no other time: a clock would also run out on good
 * answers of a machine that is busy, or before the call has even arrived.
 */
export function outOfPatienceAtSilence(outgoing: Pick<Outgoing, 'send'>): Pick<Outgoing, 'send'> {
  return {
    async send(url, request = {}) {
      const call = randomUUID();
      const silence = Promise.withResolvers<never>();
      // Nobody may be waiting for it when it comes.
      silence.promise.catch(() => {});
      const stop = new AbortController();
      underWay.set(call, () => {
        silence.reject(new OutgoingError('timeout', `${new URL(url).host} took too long to answer.`));
        stop.abort();
      });
      const signals = [stop.signal, ...(request.signal === undefined ? [] : [request.signal])];
      const asked = outgoing.send(url, {
        ...request,
        headers: { ...request.headers, [callHeader]: call },
        signal: AbortSignal.any(signals),
      });
      const response = await Promise.race([silence.promise, asked]);
      async function* body() {
        const pieces = response.body[Symbol.asyncIterator]();
        try {
          for (;;) {
            const piece = await Promise.race([silence.promise, pieces.next()]);
            if (piece.done) return;
            yield piece.value;
          }
        } finally {
          underWay.delete(call);
          response.discard();
        }
      }
      return { ...response, body: body() };
    },
  };
}
