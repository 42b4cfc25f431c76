/**
 * Simulates hubs and platforms by a seed: two processes fetch, store, refresh and query on the real stores, in a time that
 * jumps, while platforms play, correct and misbehave, stores fail, processes are killed between any two calls, and a
 * store is restored without the other one. After every step the invariants hold; a seed that breaks one does so again.
 */
import { setImmediate } from 'node:timers/promises';
import { type FixedClock, fixedClock } from '../../../../src/infra/clock/index.ts';
import { acquireFetchLock } from '../../../../src/modules/fetching/fetching.lock.ts';
import { type FetchPart, newPart, runPart } from '../../../../src/modules/fetching/fetching.parts.ts';
import {
  planHistory,
  planPeriod,
  planRecent,
  type TimeRange,
} from '../../../../src/modules/fetching/fetching.plan.ts';
import { createQuarantine } from '../../../../src/modules/fetching/fetching.quarantine.ts';
import {
  assertStoresMatch,
  type FetchedCoverage,
  joinStores,
  repairSessionStore,
  sessionIdOf,
  verifySessionStore,
} from '../../../../src/modules/session-store/index.ts';
import { addGame, addIntegration, addOperator } from '../../../catalogue.ts';
import { BrokenInvariant, checkInvariants, checkTruth, SimulationFailure } from './invariants.ts';
import { type Chance, chanceOf, type SentPage, SimulatedPlatform } from './platform.ts';
import { type Faults, isExpected, SimulatedProcess } from './process.ts';
import { createSchedule, type PassGate } from './schedule.ts';
import type { SimulatedStores } from './stores.ts';

export interface SimulationOptions {
  steps?: number;
  /** Receives each step, to compare two runs of a seed. */
  note?(line: string): void;
}

const defaultSteps = 10;
const dayMs = 86_400_000;
/** How late a platform may show a change that scheduled fetches find. */
const safetyMs = 6 * 3_600_000;
/** Ordinary days, and both changes of the clocks of Rome. */
const beginnings = ['2026-06-10', '2026-03-28', '2026-10-24', '2026-12-30'];

/** Runs a seed. @throws SimulationFailure when an invariant breaks */
export async function simulate(
  seed: number,
  stores: SimulatedStores,
  options: SimulationOptions = {},
): Promise<void> {
  await stores.reset();
  const trail: string[] = [];
  const note = (line: string) => {
    trail.push(line);
    options.note?.(line);
  };
  const simulation = new Simulation(seed, stores, note);
  try {
    await simulation.run(options.steps ?? defaultSteps);
  } catch (error) {
    throw new SimulationFailure(seed, trail, error);
  } finally {
    await simulation.close();
  }
}

/** A part of a fetch with the pages that were sent and not acknowledged yet. */
interface OpenFetch {
  checkpoint: FetchPart;
  force: boolean;
  goesFirst: boolean;
  period: TimeRange | null;
}

interface NewFetch extends OpenFetch {
  /** Absent where the fetch was planned before. */
  plan?: (coverage: FetchedCoverage | null) => TimeRange[];
}

class Simulation {
  readonly #stores: SimulatedStores;
  readonly #note: (line: string) => void;
  readonly #clock: FixedClock;
  readonly #chance: Chance;
  /** Of its own: what is drawn during a step must not depend on which of two calls of a process comes first. */
  readonly #seed: number;
  readonly #platforms: SimulatedPlatform[] = [];
  readonly #targets = new Map<number, { operators: Map<string, number>; games: Map<string, number> }>();
  readonly #acknowledged = new Map<string, number>();
  #open: OpenFetch[] = [];
  #processes: SimulatedProcess[] = [];
  #auditor: SimulatedProcess;
  #started = 0;
  #hasBackup = false;

  constructor(seed: number, stores: SimulatedStores, note: (line: string) => void) {
    this.#seed = seed;
    this.#stores = stores;
    this.#note = note;
    this.#chance = chanceOf(seed);
    this.#clock = fixedClock(`${this.#chance.pick(beginnings)}T20:00:00Z`);
    this.#auditor = this.#startProcess('auditor');
  }

  async run(steps: number): Promise<void> {
    await this.#begin();
    for (let step = 0; step < steps; step += 1) {
      await this.#step();
      await this.#check();
    }
    await this.#end();
  }

  async close(): Promise<void> {
    for (const process of [...this.#processes, this.#auditor]) await process.close();
  }

  async #begin(): Promise<void> {
    const { db } = this.#auditor.postgres;
    const games = new Map<string, number>();
    for (const slug of ['game-1', 'game-2']) games.set(slug, await addGame(db, slug));
    for (const name of ['Alpina', 'Baltica']) {
      const { id } = await addIntegration(db, name);
      const operators = new Map<string, number>();
      for (const code of ['A', 'B']) operators.set(code, (await addOperator(db, id, code)).id);
      this.#targets.set(id, { operators, games });
      this.#platforms.push(new SimulatedPlatform(id, this.#clock, chanceOf(this.#seed * 31 + id)));
    }
    await joinStores(this.#auditor);
    this.#processes = [this.#startProcess('first'), this.#startProcess('second')];
  }

  #startProcess(name: string): SimulatedProcess {
    this.#started += 1;
    return new SimulatedProcess({
      name,
      addresses: this.#stores.addresses,
      clickhouse: this.#stores.clickhouse,
      clock: this.#clock,
      chance: chanceOf(this.#seed * 1009 + this.#started),
      untilGone: this.#stores.untilGone,
    });
  }

  async #step(): Promise<void> {
    const { percent, whole, pick } = this.#chance;
    this.#clock.advance(percent(10) ? whole(3 * dayMs) : whole(2 * 3_600_000));
    for (const platform of this.#platforms) if (percent(70)) platform.live();
    if (percent(this.#hasBackup ? 5 : 20)) return this.#backUp();
    if (this.#hasBackup && percent(25)) return this.#restore();
    const busy = percent(50) ? this.#processes : [pick(this.#processes) ?? this.#auditor];
    await this.#work(busy);
  }

  /** Lets processes do one thing each, at the same time. */
  async #work(busy: readonly SimulatedProcess[]): Promise<void> {
    const { whole } = this.#chance;
    const schedule = createSchedule({ whole, findBlocked: this.#stores.findBlocked, note: this.#note });
    const results = await schedule.run(
      busy.map((process) => {
        const faults = this.#chooseFaults();
        const { name, work } = this.#chooseWork(process);
        this.#note(`${process.name} begins ${name} ${JSON.stringify(faults)}`);
        return { name: process.name, work: (pass: PassGate) => process.run(pass, faults, work) };
      }),
    );
    for (const [index, result] of results.entries()) {
      const process = busy[index];
      if (process === undefined || result.status === 'fulfilled') continue;
      this.#note(
        `${process.name} ended: ${(result.reason as Error).message || (result.reason as Error).name}`,
      );
      if (!isExpected(result.reason)) throw result.reason;
      await this.#replace(process);
    }
  }

  #chooseFaults(): Faults {
    const { percent, whole } = this.#chance;
    return { killAfter: percent(35) ? whole(40) : undefined, failing: percent(20) ? 4 : 0 };
  }

  async #replace(process: SimulatedProcess): Promise<void> {
    await process.close();
    this.#processes = this.#processes.map((one) =>
      one === process ? this.#startProcess(process.name) : one,
    );
  }

  #chooseWork(process: SimulatedProcess): { name: string; work: () => Promise<unknown> } {
    const { whole, percent } = this.#chance;
    const choice = whole(10);
    if (choice < 7) {
      const given = percent(40) ? this.#open.shift() : undefined;
      const fetch = given ?? this.#newFetch();
      return {
        name: `fetch ${JSON.stringify(fetch.checkpoint.ranges)}`,
        work: () => this.#fetch(process, fetch),
      };
    }
    if (choice < 9) return { name: 'refresh', work: () => process.sessionStore.refreshDirty() };
    return { name: 'rebuild', work: () => process.sessionStore.rebuildRollup() };
  }

  #newFetch(): NewFetch {
    const { pick, whole, percent } = this.#chance;
    const integrationId = pick(this.#platforms)?.integrationId ?? 1;
    const nowMs = this.#clock.now().getTime();
    const force = percent(15);
    const kind = whole(10);
    const fromMs = nowMs - whole(5 * dayMs);
    const period = kind < 6 || kind === 9 ? null : { fromMs, toMs: fromMs + dayMs };
    const plan = (coverage: FetchedCoverage | null) =>
      kind < 6
        ? planRecent(coverage, nowMs, { lookbackMs: dayMs, safetyMs })
        : period === null
          ? planHistory(nowMs)
          : planPeriod(period, coverage, nowMs, force);
    return {
      checkpoint: newPart({ id: integrationId, name: `integration ${integrationId}` }, []),
      force,
      goesFirst: kind < 6,
      period,
      plan,
    };
  }

  /** As a fetch job does it: planned at the start, and continued from its checkpoint by whoever takes it up. */
  async #fetch(process: SimulatedProcess, fetch: NewFetch): Promise<FetchPart['state']> {
    const { sessionStore } = process;
    const { integrationId } = fetch.checkpoint;
    let { checkpoint } = fetch;
    if (fetch.plan !== undefined) {
      const ranges = fetch.plan(await sessionStore.coverage.find(integrationId));
      checkpoint = { ...checkpoint, ranges };
    }
    const part = structuredClone(checkpoint);
    const sent: SentPage[] = [];
    const quarantine = createQuarantine({ postgres: process.postgres, clock: this.#clock });
    try {
      await runPart(
        part,
        {
          force: fetch.force,
          goesFirst: fetch.goesFirst,
          period: fetch.period,
          signal: new AbortController().signal,
          checkpoint: async () => {
            checkpoint = structuredClone(part);
            this.#acknowledge(integrationId, sent.shift());
          },
          reportProgress: () => {},
        },
        {
          client: {
            readSessionPage: async (_connection, query) => this.#readPage(integrationId, query, sent),
          },
          targets: {
            findTarget: async () => ({
              id: integrationId,
              name: 'simulated',
              version: 'GAI2',
              connection: {} as never,
              ...(this.#targets.get(integrationId) ?? { operators: new Map(), games: new Map() }),
            }),
            ensureOperators: async () => this.#targets.get(integrationId)?.operators ?? new Map(),
          },
          sessionStore,
          clock: this.#clock,
          store: {
            findCoverage: (id) => sessionStore.coverage.find(id),
            saveCoverage: (id, coverage) => sessionStore.coverage.save(id, coverage),
            updateQuarantine: (id, outcome) => quarantine.update('simulation', id, outcome),
            acquireLock: async (id, options) => {
              const lock = await acquireFetchLock(process.postgres, id, options);
              // A page that was on its way when the lock was released is read again.
              sent.length = 0;
              return lock;
            },
          },
          wait: process.wait,
          rowsPerPage: 9,
          safetyMs,
        },
      );
      return part.state;
    } finally {
      if (part.state === 'waiting' && checkpoint.state === 'waiting' && checkpoint.ranges.length > 0) {
        this.#open.push({ ...fetch, checkpoint });
      }
    }
  }

  async #readPage(
    integrationId: number,
    query: { changedFrom: string; changedTo: string; cursor: string | null; limit: number },
    sent: SentPage[],
  ) {
    await setImmediate();
    const platform = this.#platforms.find((one) => one.integrationId === integrationId);
    if (platform === undefined) throw new Error('No platform');
    const answer = platform.readPage(query);
    sent.push(answer.sent);
    return answer.page;
  }

  #acknowledge(integrationId: number, page: SentPage | undefined): void {
    for (const [sessionId, changedMs] of page ?? []) {
      const id = sessionIdOf(integrationId, sessionId);
      this.#acknowledged.set(id, Math.max(changedMs, this.#acknowledged.get(id) ?? 0));
    }
  }

  async #check(): Promise<void> {
    await assertStoresMatch(this.#auditor);
    await checkInvariants({
      clickhouse: this.#stores.clickhouse,
      sessionStore: this.#auditor.sessionStore,
      platforms: this.#platforms,
      acknowledged: this.#acknowledged,
      chance: chanceOf(this.#seed + this.#started + this.#clock.now().getTime()),
    });
  }

  async #backUp(): Promise<void> {
    this.#note('both stores are backed up');
    await this.#leaveStores();
    await this.#stores.backUp();
    this.#hasBackup = true;
    this.#enterStores();
  }

  /** One store, or both, as they were at the backup; the hub refuses to start on only one of them until they are repaired. */
  async #restore(): Promise<void> {
    const which = this.#chance.pick(['postgres', 'clickhouse', 'both'] as const) ?? 'both';
    this.#note(`restored: ${which}`);
    await this.#leaveStores();
    if (which !== 'clickhouse') await this.#stores.restorePostgres();
    if (which !== 'postgres') await this.#stores.restoreClickHouse();
    this.#enterStores();
    // What is not refused is repaired all the same: it must do no harm.
    await repairSessionStore(
      { ...this.#auditor, postgres: this.#auditor.postgres, clickhouse: this.#auditor.clickhouse },
      { refetch: false },
      { progress: () => {}, problem: () => {} },
    );
    // Checkpoints of fetches may be ahead of what is stored now; the repair of a hub drops them too.
    this.#open = [];
    this.#acknowledged.clear();
  }

  async #leaveStores(): Promise<void> {
    await this.close();
  }

  #enterStores(): void {
    this.#auditor = this.#startProcess('auditor');
    this.#processes = [this.#startProcess('first'), this.#startProcess('second')];
  }

  /** Everything is fetched without faults: the stores are whole, and hold what the platforms have. */
  async #end(): Promise<void> {
    this.#note('end');
    for (const { integrationId } of this.#platforms) {
      // A platform may fail a page; the next job begins again.
      for (let state: FetchPart['state'] = 'failed'; state !== 'done'; ) {
        state = await this.#fetch(this.#auditor, {
          checkpoint: newPart({ id: integrationId, name: 'all' }, planHistory(this.#clock.now().getTime())),
          force: false,
          goesFirst: false,
          period: null,
        });
      }
    }
    await this.#auditor.sessionStore.refreshDirty();
    await this.#check();
    await checkTruth(this.#stores.clickhouse, this.#platforms);
    const problems: string[] = [];
    await verifySessionStore(this.#auditor, {
      progress: () => {},
      problem: (line) => problems.push(line),
    });
    if (problems.length > 0) throw new BrokenInvariant(problems.join(' '));
    await this.#checkQuarantine();
  }

  async #checkQuarantine(): Promise<void> {
    const { rows } = await this.#auditor.postgres.pool.query<{ row_text: string }>(
      'SELECT row_text FROM quarantined_rows ORDER BY row_text COLLATE "C"',
    );
    const expected = this.#platforms.flatMap(({ malformed }) => malformed.map(({ line }) => line)).toSorted();
    const found = rows.map(({ row_text }) => row_text);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    throw new BrokenInvariant(`Quarantined are ${found.join()} and not ${expected.join()}`);
  }
}
