import { messageOf } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Clock } from '../../infra/clock/index.ts';
import { type OperatorApi, OperatorApiError } from '../../infra/operator-api/index.ts';
import { checkRow } from './fetching.check.ts';
import type { FetchSessionStore, FetchTarget, FetchTargets } from './fetching.ports.ts';
import { outcomeOf, type PageOutcome, type Quarantine } from './fetching.quarantine.ts';

/** Where a session lives. */
export interface SessionPlace {
  integrationId: number;
  /** The platform's id of the session. */
  sessionId: string;
}

/** Calls about one session. The platform's response is stored like any fetched session. */
export interface SingleSessions {
  /** Reads the latest state and stores nothing. @throws OperatorApiError when the platform's response is not usable */
  read(place: SessionPlace, signal: AbortSignal): Promise<PlatformSession>;
  /** Reads the latest state and stores it. @throws OperatorApiError when the platform's response is not usable */
  refresh(place: SessionPlace, signal: AbortSignal): Promise<void>;
  /**
   * Closes the session at its platform and stores the response. `onClosed` runs as soon as the platform has confirmed it.
   * @throws OperatorApiError; `responseStatus` 409 when it may not be closed
   */
  close(place: SessionPlace, signal: AbortSignal, onClosed: () => Promise<void>): Promise<void>;
  /** Address of the transactions feed. @throws OperatorApiError also for an address that is not the platform's */
  feedLink(place: SessionPlace, signal: AbortSignal): Promise<string>;
}

/** Takes the place of the job's id in quarantined rows that came by a single call. */
const singleCall = 'single session';

export function createSingleSessions(deps: {
  client: Pick<OperatorApi, 'readSession' | 'closeSession' | 'readFeedLink'>;
  targets: Pick<FetchTargets, 'findTarget'>;
  sessionStore: Pick<FetchSessionStore, 'ingest'>;
  clock: Clock;
  quarantine: Quarantine;
}): SingleSessions {
  const { client, targets, sessionStore } = deps;

  async function targetOf(place: SessionPlace): Promise<FetchTarget> {
    const target = await targets.findTarget(place.integrationId);
    if (target === null) throw new OperatorApiError(messageOf('services.integrationWithoutData'), false);
    return target;
  }

  async function store(place: SessionPlace, target: FetchTarget, session: PlatformSession): Promise<void> {
    assertSame(place, session);
    const latestMs = deps.clock.now().getTime() + 3_600_000;
    const checked = checkRow(session, { ...target, latestMs });
    const text = JSON.stringify(session);
    let outcome: PageOutcome;
    if ('reason' in checked) {
      outcome = { stored: [], refused: [{ ...checked, text }] };
    } else {
      const { conflicts } = await sessionStore.ingest(target.id, [checked]);
      outcome = outcomeOf({ rows: [checked], texts: [text], quarantined: [] }, conflicts);
    }
    await deps.quarantine.update(singleCall, target.id, outcome);
    const reason = outcome.refused[0]?.reason;
    if (reason !== undefined)
      throw new OperatorApiError(messageOf('services.quarantined', { reason }), false);
  }

  async function readFrom(target: FetchTarget, place: SessionPlace, signal: AbortSignal) {
    const session = await client.readSession(target.connection, place.sessionId, signal);
    if (session === null) throw new OperatorApiError(messageOf('services.sessionUnknown'), false, 404);
    return session;
  }

  return {
    async read(place, signal) {
      const session = await readFrom(await targetOf(place), place, signal);
      assertSame(place, session);
      return session;
    },
    async refresh(place, signal) {
      const target = await targetOf(place);
      await store(place, target, await readFrom(target, place, signal));
    },
    async close(place, signal, onClosed) {
      const target = await targetOf(place);
      const session = await client.closeSession(target.connection, place.sessionId, signal);
      if (session.sessionId === place.sessionId && !session.isOpen) await onClosed();
      await store(place, target, session);
      if (session.isOpen) throw new OperatorApiError(messageOf('services.sessionLeftOpen'), false);
    },
    async feedLink(place, signal) {
      const target = await targetOf(place);
      const link = await client.readFeedLink(target.connection, place.sessionId, signal);
      if (link === null) throw new OperatorApiError(messageOf('services.sessionUnknown'), false, 404);
      if (!isOwnAddress(link, target.connection.services.data.url)) {
        throw new OperatorApiError(messageOf('services.foreignLink'), false);
      }
      return link;
    },
  };
}

function assertSame(place: SessionPlace, session: PlatformSession): void {
  if (session.sessionId !== place.sessionId) {
    throw new OperatorApiError(messageOf('services.otherSession'), false);
  }
}

/** The feed is shown in a frame: only a web page of the platform's own host may stand there. */
export function isOwnAddress(link: string, serviceUrl: string): boolean {
  const url = URL.parse(link);
  const service = URL.parse(serviceUrl);
  if (url === null || service === null || url.username !== '' || url.password !== '') return false;
  const web = url.protocol === 'https:' || url.protocol === service.protocol;
  return web && url.hostname === service.hostname;
}
