import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Clock } from '../../platform/clock/index.ts';
import { checkRow } from './fetching.check.ts';
import { type PlatformClient, PlatformError } from './fetching.client.ts';
import type { FetchBooks, FetchDirectory, FetchTarget } from './fetching.ports.ts';
import type { AsideRow } from './fetching.repo.ts';

/** Where a session lives. */
export interface SessionPlace {
  integrationId: number;
  /** The platform's id of the session. */
  sessionId: string;
}

/** Calls about one session. What the platform answers goes into the books like any fetched session. */
export interface SingleSessions {
  /** Asks for the latest state and stores it. @throws PlatformError when the platform does not give a usable answer */
  refresh(place: SessionPlace, signal: AbortSignal): Promise<void>;
  /** Closes the session at its platform and stores the answer. @throws PlatformError; `status` 409 when it may not be */
  close(place: SessionPlace, signal: AbortSignal): Promise<void>;
  /** Address of the transactions feed. @throws PlatformError also for an address that is not the platform's */
  feedLink(place: SessionPlace, signal: AbortSignal): Promise<string>;
}

/** Stands for the job among rows kept aside that came by a single call. */
const singleCall = 'single session';

export function createSingleSessions(deps: {
  client: PlatformClient;
  directory: Pick<FetchDirectory, 'findTarget'>;
  books: Pick<FetchBooks, 'ingest'>;
  clock: Clock;
  keepAside(jobId: string, integrationId: number, rows: readonly AsideRow[]): Promise<void>;
}): SingleSessions {
  const { client, directory, books } = deps;

  async function targetOf(place: SessionPlace): Promise<FetchTarget> {
    const target = await directory.findTarget(place.integrationId);
    if (target === null)
      throw new PlatformError('The integration has no data service that could be asked.', false);
    return target;
  }

  async function store(place: SessionPlace, target: FetchTarget, answer: PlatformSession): Promise<void> {
    if (answer.sessionId !== place.sessionId) {
      throw new PlatformError('The data service answered with another session.', false);
    }
    const latestMs = deps.clock.now().getTime() + 3_600_000;
    const checked = checkRow(answer, { ...target, latestMs });
    let refusal = 'reason' in checked ? checked.reason : null;
    if (!('reason' in checked)) {
      const { contradictions } = await books.ingest(target.id, [checked]);
      refusal = contradictions[0]?.reason ?? null;
    }
    if (refusal === null) return;
    const aside = { text: JSON.stringify(answer), reason: refusal, sessionId: answer.sessionId };
    await deps.keepAside(singleCall, target.id, [aside]);
    throw new PlatformError(`The answer of the data service was kept aside: ${refusal}`, false);
  }

  return {
    async refresh(place, signal) {
      const target = await targetOf(place);
      const answer = await client.readSession(target.data, place.sessionId, signal);
      if (answer === null) throw new PlatformError('The platform does not know the session.', false, 404);
      await store(place, target, answer);
    },
    async close(place, signal) {
      const target = await targetOf(place);
      const answer = await client.closeSession(target.data, place.sessionId, signal);
      await store(place, target, answer);
      if (answer.isOpen) throw new PlatformError('The platform left the session open.', false);
    },
    async feedLink(place, signal) {
      const target = await targetOf(place);
      const link = await client.readFeedLink(target.data, place.sessionId, signal);
      if (link === null) throw new PlatformError('The platform does not know the session.', false, 404);
      if (!isOwnAddress(link, target.data.url)) {
        throw new PlatformError('The data service answered with an address that is not its own.', false);
      }
      return link;
    },
  };
}

/** The feed is shown in a frame: only a web page of the platform's own host may stand there. */
export function isOwnAddress(link: string, serviceUrl: string): boolean {
  const url = URL.parse(link);
  const service = URL.parse(serviceUrl);
  if (url === null || service === null || url.username !== '' || url.password !== '') return false;
  const web = url.protocol === 'https:' || url.protocol === service.protocol;
  return web && url.hostname === service.hostname;
}
