import { changesKeptMs, type RealtimeEventName } from '@ludus/contract';
import type { Clock } from '../clock/index.ts';

/** For the way of a handshake and the check of its token: what is read once too often costs little. */
const marginMs = 10_000;
const keptMs = changesKeptMs + marginMs;
const mostKept = 2_000;

/** Progress of jobs is no change of a record: the API says how far a job is by now. */
const kept: readonly RealtimeEventName[] = ['changed', 'fetch-sessions-updated'];

interface Change {
  at: number;
  rooms: readonly string[];
  name: RealtimeEventName;
  data: unknown;
}

/**
 * The changes of the last minute. A page reads first and opens its socket after: what changed in between is sent to it once it
 * is connected.
 */
export function createRecentChanges(clock: Clock) {
  let changes: Change[] = [];
  return {
    add(rooms: readonly string[], name: RealtimeEventName, data: unknown): void {
      if (!kept.includes(name)) return;
      const at = clock.now().getTime();
      const oldest = changes[0];
      if (oldest !== undefined && (oldest.at < at - keptMs || changes.length >= mostKept))
        changes = changes.filter((one) => one.at >= at - keptMs).slice(1 - mostKept);
      changes.push({ at, rooms, name, data });
    },
    /** At least those of the last milliseconds for anyone in one of the rooms, each once, the oldest first. */
    of(rooms: ReadonlySet<string>, lastMs: number): { name: RealtimeEventName; data: unknown }[] {
      const from = clock.now().getTime() - lastMs - marginMs;
      const found = changes.filter((one) => one.at >= from && one.rooms.some((room) => rooms.has(room)));
      return [...new Map(found.map((one) => [JSON.stringify([one.name, one.data]), one])).values()];
    },
  };
}
