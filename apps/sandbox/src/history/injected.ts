import { type PlatformSession, platformSessionSchema } from '@ludus/contract/operator-api';
import { z } from 'zod';

/** A line that someone put into the feed by hand: a session, or anything else that a broken platform might send. */
export const injectedLineSchema = z.strictObject({
  changedAt: z.number(),
  /** Place among lines of the same time; the session's id where the line has one. */
  id: z.string(),
  line: z.string(),
});
export type InjectedLine = z.infer<typeof injectedLineSchema>;

const keySchema = z.looseObject({ sessionId: z.string().min(1), updatedAt: z.iso.datetime() });

function keyOf(line: string): { id: string; changedAt: number } | null {
  try {
    const key = keySchema.safeParse(JSON.parse(line));
    return key.success ? { id: key.data.sessionId, changedAt: Date.parse(key.data.updatedAt) } : null;
  } catch {
    return null;
  }
}

export function compareKeys(timeA: number, idA: string, timeB: number, idB: string): number {
  return timeA - timeB || (idA < idB ? -1 : idA > idB ? 1 : 0);
}

/** The lines put into one platform's feed, by change time, then id. A session's line replaces its earlier one. */
export class InjectedLines {
  #lines: InjectedLine[];
  #sessions = new Map<string, PlatformSession>();

  constructor(lines: InjectedLine[] = []) {
    this.#lines = lines;
    for (const one of lines) this.#remember(one);
  }

  get lines(): readonly InjectedLine[] {
    return this.#lines;
  }

  /** Sessions among the lines, for single reads and totals; malformed lines are not here. */
  get sessions(): ReadonlyMap<string, PlatformSession> {
    return this.#sessions;
  }

  /** Adds lines; one without a readable id and change time counts as changed at `now`. */
  add(texts: readonly string[], now: number): void {
    const replaced = new Set<string>();
    const added = new Map<string, InjectedLine>();
    for (const text of texts) {
      const key = keyOf(text);
      const id = key?.id ?? `~${String(this.#lines.length + added.size).padStart(9, '0')}`;
      if (key) replaced.add(id);
      added.set(id, { changedAt: key?.changedAt ?? now, id, line: text });
    }
    const kept = this.#lines.filter((one) => !replaced.has(one.id));
    this.#lines = [...kept, ...added.values()].sort((a, b) =>
      compareKeys(a.changedAt, a.id, b.changedAt, b.id),
    );
    for (const one of added.values()) this.#remember(one);
  }

  clear(): void {
    this.#lines = [];
    this.#sessions.clear();
  }

  #remember(one: InjectedLine): void {
    if (one.id.startsWith('~')) return;
    const session = keyOf(one.line) ? platformSessionSchema.safeParse(JSON.parse(one.line)) : null;
    if (session?.success) this.#sessions.set(one.id, session.data);
    else this.#sessions.delete(one.id);
  }
}
