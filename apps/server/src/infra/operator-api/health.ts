import { type Message, messageOf, type ServiceAnswer } from '@ludus/contract';
import { bearer, platformUrls } from '@ludus/contract/operator-api';
import { renderMessage } from '../messages/index.ts';
import { type Outgoing, OutgoingError } from '../outgoing/index.ts';
import type { ServiceConnection } from './operator-api.ts';

/** Statuses of a service that has no health address. */
const statusesWithoutHealth: readonly (number | null)[] = [404, 405, 410, 501];

/**
 * A service is healthy when `GET {service}/health` with its token returns 200 in time, whole, and with something else
 * than a web page: those come from proxies and sign-in pages in front of a service. Where there is no health address,
 * a 200 of the service's own address counts. Redirects are not followed, and a redirect is no 200.
 */
export async function checkHealth(
  outgoing: Pick<Outgoing, 'send'>,
  service: ServiceConnection,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<ServiceAnswer> {
  const atHealth = await checkUrl(platformUrls.health(service.url));
  return statusesWithoutHealth.includes(atHealth.status) ? checkUrl(service.url) : atHealth;

  async function checkUrl(url: string): Promise<ServiceAnswer> {
    try {
      const response = await outgoing.send(url, {
        timeoutMs,
        maxBytes: 10_000,
        headers: service.token === null ? {} : bearer(service.token.reveal()),
        ...(signal === undefined ? {} : { signal }),
      });
      const { status } = response;
      if (status !== 200) {
        response.discard();
        const isRedirect = status >= 300 && status < 400;
        return failing(status, messageOf(isRedirect ? 'health.redirect' : 'health.status', { status }));
      }
      // A body without an end, or one that breaks off, is no response.
      const isPage = /^\s*</.test(await response.text());
      return isPage ? failing(status, messageOf('health.webPage')) : { ok: true, status, reason: null };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof OutgoingError)) throw error;
      return failing(null, error.detail);
    }
  }
}

function failing(status: number | null, detail: Message): ServiceAnswer {
  return { ok: false, status, reason: renderMessage(detail), reasonDetail: detail };
}
