import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../../../src/infra/clock/index.ts';
import { acquireFetchLock } from '../../../../src/modules/fetching/fetching.lock.ts';
import {
  type FetchPart,
  newPart,
  type PartDeps,
  runPart,
} from '../../../../src/modules/fetching/fetching.parts.ts';
import {
  planHistory,
  planPeriod,
  planRecent,
  type TimeRange,
} from '../../../../src/modules/fetching/fetching.plan.ts';
import { createQuarantine } from '../../../../src/modules/fetching/fetching.quarantine.ts';
import { createSingleSessions } from '../../../../src/modules/fetching/fetching.single.ts';
import { type FetchedCoverage, sessionIdOf } from '../../../../src/modules/session-store/index.ts';
import type { Chance } from './chance.ts';
import type { SentPage, SimulatedPlatform } from './platform.ts';
import type { SimulatedProcess } from './process.ts';

/** A part of a fetch that has not ended. */
interface OpenFetch {
  kind: string;
  checkpoint: FetchPart;
  force: boolean;
  goesFirst: boolean;
  period: TimeRange | null;
}

interface NewFetch extends OpenFetch {
  /** Absent where the fetch was planned before. */
  plan?: (coverage: FetchedCoverage | null) => TimeRange[];
}

const dayMs = 86_400_000;
/** How late a platform may show a change that scheduled fetches find. */
const safetyMs = 6 * 3_600_000;

/** Fetches of the simulation, as jobs run them, and what platforms may take for stored. */
export class SimulatedFetches {
  /** The latest change of each session that was acknowledged, by the hub's id. */
  readonly acknowledged = new Map<string, number>();
  readonly #clock: Clock;
  readonly #platforms: readonly SimulatedPlatform[];
  readonly #games: ReadonlyMap<string, number>;
  readonly #count: (kind: string) => void;
  #open: OpenFetch[] = [];

  constructor(given: {
    clock: Clock;
    platforms: readonly SimulatedPlatform[];
    /** By the platforms' names. */
    games: ReadonlyMap<string, number>;
    count(kind: string): void;
  }) {
    this.#clock = given.clock;
    this.#platforms = given.platforms;
    this.#games = given.games;
    this.#count = given.count;
  }

  /** A store was restored: checkpoints may be ahead of what is stored; the repair of a hub drops them too. */
  forget(): void {
    this.#open = [];
    this.acknowledged.clear();
  }

  /** A new fetch, or one that was begun and not finished. */
  choose({ pick, whole, percent }: Chance): NewFetch {
    const given = percent(40) ? this.#open.shift() : undefined;
    if (given !== undefined) {
      this.#count('fetch: continued');
      return given;
    }
    const integrationId = pick(this.#platforms)?.integrationId ?? 1;
    const nowMs = this.#clock.now().getTime();
    const force = percent(15);
    const drawn = whole(10);
    const kind = drawn < 6 ? 'recent' : drawn === 9 ? 'history' : 'period';
    const fromMs = nowMs - whole(5 * dayMs);
    const period = kind === 'period' ? { fromMs, toMs: fromMs + dayMs } : null;
    const plan = (coverage: FetchedCoverage | null) => {
      if (kind === 'recent') return planRecent(coverage, nowMs, { lookbackMs: dayMs, safetyMs });
      return period === null ? planHistory(nowMs) : planPeriod(period, coverage, nowMs, force);
    };
    this.#count(`fetch: ${kind}${force ? ', forced' : ''}`);
    const checkpoint = newPart({ id: integrationId, name: `integration ${integrationId}` }, []);
    return { kind, checkpoint, force, goesFirst: kind === 'recent', period, plan };
  }

  /** As a fetch job does it: planned at the start, and continued from its checkpoint by whoever takes it up. */
  async run(process: SimulatedProcess, fetch: NewFetch): Promise<FetchPart['state']> {
    let { checkpoint } = fetch;
    const { integrationId } = checkpoint;
    if (fetch.plan !== undefined) {
      const ranges = fetch.plan(await process.sessionStore.coverage.find(integrationId));
      checkpoint = { ...checkpoint, ranges };
    }
    const part = structuredClone(checkpoint);
    const sent: SentPage[] = [];
    const run = {
      force: fetch.force,
      goesFirst: fetch.goesFirst,
      period: fetch.period,
      signal: new AbortController().signal,
      checkpoint: async () => {
        checkpoint = structuredClone(part);
        for (const [sessionId, changedMs] of sent.shift() ?? [])
          this.#acknowledge(integrationId, sessionId, changedMs);
      },
      reportProgress: () => {},
    };
    try {
      await runPart(part, run, this.#partDeps(process, sent));
      this.#count(`fetch: ${part.state}`);
      return part.state;
    } finally {
      if (part.state === 'waiting' && checkpoint.state === 'waiting' && checkpoint.ranges.length > 0) {
        this.#count('fetch: interrupted');
        const { plan: _, ...rest } = fetch;
        this.#open.push({ ...rest, checkpoint });
      }
    }
  }

  /** Fetches everything that a platform has; one that fails a page is asked again. */
  async runHistory(process: SimulatedProcess, integrationId: number): Promise<void> {
    for (let state: FetchPart['state'] = 'failed'; state !== 'done'; ) {
      const ranges = planHistory(this.#clock.now().getTime());
      const checkpoint = newPart({ id: integrationId, name: 'all' }, ranges);
      state = await this.run(process, {
        kind: 'all',
        checkpoint,
        force: false,
        goesFirst: false,
        period: null,
      });
    }
  }

  /** As a person does who has one session read again. */
  async runSingle(process: SimulatedProcess, { pick }: Chance): Promise<void> {
    const platform = pick(this.#platforms);
    const row = pick([...(platform?.rows.values() ?? [])]);
    if (platform === undefined || row === undefined) return;
    const { integrationId } = platform;
    const { sessionId } = row.session;
    const { targets } = this.#partDeps(process, []);
    let changedMs = 0;
    const single = createSingleSessions({
      client: {
        readSession: async () => {
          changedMs = Date.parse(row.session.updatedAt);
          return structuredClone(row.session);
        },
        closeSession: () => Promise.reject(new Error('No session is closed here')),
        readFeedLink: async () => null,
      },
      targets,
      sessionStore: process.sessionStore,
      clock: this.#clock,
      quarantine: createQuarantine({ postgres: process.postgres, clock: this.#clock }),
    });
    try {
      await single.refresh({ integrationId, sessionId }, new AbortController().signal);
    } catch (error) {
      // Only fetches look new operators up.
      if (!(error instanceof Error && error.message.includes('Unknown operator'))) throw error;
      this.#count('single: unknown operator');
      return;
    }
    this.#acknowledge(integrationId, sessionId, changedMs);
  }

  #partDeps(process: SimulatedProcess, sent: SentPage[]): PartDeps {
    const { sessionStore } = process;
    const quarantine = createQuarantine({ postgres: process.postgres, clock: this.#clock });
    return {
      client: {
        readSessionPage: async (connection, query) => {
          await setImmediate();
          const { integrationId } = connection as unknown as { integrationId: number };
          const platform = this.#platforms.find((one) => one.integrationId === integrationId);
          if (platform === undefined) throw new Error('No platform');
          const answer = platform.readPage(query);
          sent.push(answer.sent);
          return answer.page;
        },
      },
      targets: {
        findTarget: async (id) => ({
          id,
          name: 'simulated',
          version: 'GAI2',
          connection: { integrationId: id } as never,
          operators: await readOperators(process, id),
          games: this.#games,
        }),
        ensureOperators: async (id, codes) => {
          const platform = this.#platforms.find(({ integrationId }) => integrationId === id);
          for (const code of codes) if (platform?.operators.includes(code)) await addOnce(process, id, code);
          return readOperators(process, id);
        },
      },
      sessionStore,
      clock: this.#clock,
      store: {
        findCoverage: (id) => sessionStore.coverage.find(id),
        saveCoverage: (id, coverage) => sessionStore.coverage.save(id, coverage),
        updateQuarantine: (id, outcome) => quarantine.update('simulation', id, outcome),
        acquireLock: async (id, options) => {
          const lock = await acquireFetchLock(process.postgres, id, {
            ...options,
            onBusy: () => this.#count('fetch: waits for the lock'),
          });
          // A page that was on its way when the lock was released is read again.
          sent.length = 0;
          return lock;
        },
      },
      wait: process.wait,
      rowsPerPage: 9,
      safetyMs,
    };
  }

  #acknowledge(integrationId: number, sessionId: string, changedMs: number): void {
    const id = sessionIdOf(integrationId, sessionId);
    this.acknowledged.set(id, Math.max(changedMs, this.acknowledged.get(id) ?? 0));
  }
}

async function readOperators(
  { postgres }: SimulatedProcess,
  integrationId: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; code: string }>`
    SELECT id, code FROM operators WHERE integration_id = ${integrationId}`.execute(postgres.db);
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** As the hub does with an operator that it meets in the rows of a platform, whichever process is first. */
async function addOnce({ postgres }: SimulatedProcess, integrationId: number, code: string): Promise<void> {
  await sql`
    INSERT INTO operators (integration_id, code, name) VALUES (${integrationId}, ${code}, ${code})
    ON CONFLICT DO NOTHING`.execute(postgres.db);
}
