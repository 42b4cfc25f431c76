import type { Audience, Realtime, RealtimeEvent } from '../src/infra/realtime/index.ts';

/** A realtime that keeps what was published, for tests of services. */
export function recordedRealtime(): Realtime & { events: [RealtimeEvent, Audience][] } {
  const events: [RealtimeEvent, Audience][] = [];
  return { events, publish: (event, audience) => void events.push([event, audience]) };
}
