import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { messageOf } from '@ludus/contract';
import { type Outgoing, OutgoingError } from '../src/infra/outgoing/index.ts';

const callHeader = 'x-test-call';
const underWay = new Map<unknown, () => void>();

/** Emitted by a test's machine when it will send no more of this response. */
export function fallSilent({ headers }: IncomingMessage): void {
  underWay.get(headers[callHeader])?.();
}

/**
 * Calls that take too long once the other side has fallen silent, and at no other time: a clock would also run out on good
 * responses of a machine that is busy, or before the call has even arrived.
 */
export function outOfPatienceAtSilence(
  outgoing: Pick<Outgoing, 'send' | 'assertCallable'>,
): Pick<Outgoing, 'send' | 'assertCallable'> {
  return {
    assertCallable: (url) => outgoing.assertCallable(url),
    async send(url, request = {}) {
      const call = randomUUID();
      const silence = Promise.withResolvers<never>();
      // No one may be waiting for it when it comes.
      silence.promise.catch(() => {});
      const stop = new AbortController();
      underWay.set(call, () => {
        silence.reject(
          new OutgoingError('timeout', messageOf('outgoing.timeout', { host: new URL(url).host })),
        );
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
