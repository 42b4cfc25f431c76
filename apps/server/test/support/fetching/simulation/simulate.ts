/**
 * Simulates hubs and platforms by a seed: two processes fetch, store, refresh and query on the real stores, in a time that
 * jumps, while platforms play, correct and misbehave, stores fail, processes are killed between any two calls, and a
 * store is restored without the other one. After every step the invariants hold; a seed that breaks one does so again.
 */
import { type FixedClock, fixedClock } from '../../../../src/infra/clock/index.ts';
import {
  assertStoresMatch,
  joinStores,
  repairSessionStore,
  verifySessionStore,
} from '../../../../src/modules/session-store/index.ts';
import { addGame, addIntegration, addOperator } from '../../../catalogue.ts';
import { BrokenInvariant } from './broken-invariant.ts';
import { type Chance, chanceOf } from './chance.ts';
import { SimulatedFetches } from './fetches.ts';
import { askRepeatedly, checkInvariants, checkQuarantine, checkTruth } from './invariants.ts';
import { SimulatedPlatform } from './platform.ts';
import { type Faults, isExpected, SimulatedProcess } from './process.ts';
import { createSchedule, type PassGate } from './schedule.ts';
import type { SimulatedStores } from './stores.ts';

export interface SimulationOptions {
  steps?: number;
  /** Receives each step, to compare two runs of a seed. */
  note?(line: string): void;
  /** Receives each kind of step, fault and outcome as often as it happens, to see what never does. */
  count?(kind: string): void;
}

/** A seed that broke an invariant, with the last steps before it. */
export class SimulationFailure extends Error {
  override readonly name = 'SimulationFailure';

  constructor(seed: number, trail: readonly string[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Seed ${seed}: ${reason}\n${trail.slice(-40).join('\n')}`, { cause });
  }
}

const defaultSteps = 10;
const dayMs = 86_400_000;
/** One in so many seeds is verified as an administrator would do it, which costs a fifth of a seed. */
const verifiedSeeds = 4;
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
  const simulation = new Simulation(seed, stores, note, options.count ?? (() => {}));
  try {
    await simulation.run(options.steps ?? defaultSteps);
  } catch (error) {
    throw new SimulationFailure(seed, trail, error);
  } finally {
    await simulation.close();
  }
}

interface Work {
  name: string;
  work(): Promise<unknown>;
}

class Simulation {
  readonly #seed: number;
  readonly #stores: SimulatedStores;
  readonly #note: (line: string) => void;
  readonly #count: (kind: string) => void;
  readonly #clock: FixedClock;
  /** Of its own: what is drawn during a step must not depend on which of two calls of a process comes first. */
  readonly #chance: Chance;
  readonly #platforms: SimulatedPlatform[] = [];
  readonly #games = new Map<string, number>();
  readonly #fetches: SimulatedFetches;
  #processes: SimulatedProcess[] = [];
  #auditor: SimulatedProcess;
  /** The process that was asked in this step, if it still lives. */
  #asked: SimulatedProcess | undefined;
  #started = 0;
  #hasBackup = false;

  constructor(
    seed: number,
    stores: SimulatedStores,
    note: (line: string) => void,
    count: (kind: string) => void,
  ) {
    this.#seed = seed;
    this.#stores = stores;
    this.#note = note;
    this.#count = count;
    this.#chance = chanceOf(seed);
    this.#clock = fixedClock(`${this.#chance.pick(beginnings)}T20:00:00Z`);
    this.#fetches = new SimulatedFetches({
      clock: this.#clock,
      platforms: this.#platforms,
      games: this.#games,
      count,
    });
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
    for (const slug of ['game-1', 'game-2']) this.#games.set(slug, await addGame(db, slug));
    for (const name of ['Alpina', 'Baltica']) {
      const { id } = await addIntegration(db, name);
      const platform = new SimulatedPlatform(id, this.#clock, chanceOf(this.#seed * 31 + id), this.#count);
      for (const code of platform.operators) await addOperator(db, id, code);
      this.#platforms.push(platform);
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
      count: this.#count,
    });
  }

  async #step(): Promise<void> {
    const { percent, whole, pick } = this.#chance;
    this.#clock.advance(percent(10) ? whole(3 * dayMs) : whole(2 * 3_600_000));
    for (const platform of this.#platforms)
      if (percent(70)) platform.live((id) => this.#fetches.acknowledged.has(id));
    if (percent(this.#hasBackup ? 5 : 20)) return this.#backUp();
    if (this.#hasBackup && percent(25)) return this.#restore();
    const busy = percent(50) ? this.#processes : [pick(this.#processes) ?? this.#auditor];
    await this.#work(busy);
  }

  /** Lets processes do one thing each, at the same time. */
  async #work(busy: readonly SimulatedProcess[]): Promise<void> {
    const { whole, percent } = this.#chance;
    const schedule = createSchedule({ whole, findBlocked: this.#stores.findBlocked, note: this.#note });
    const results = await schedule.run(
      busy.map((process, index) => {
        const faults = this.#chooseFaults();
        // Most can go wrong where one writes and another refreshes or reads.
        const isBeside = index > 0 && percent(60);
        const { name, work } = isBeside ? this.#chooseBeside(process) : this.#chooseWork(process);
        this.#note(`${process.name} begins ${name} ${JSON.stringify(faults)}`);
        return { name: process.name, work: (pass: PassGate) => process.run(pass, faults, work) };
      }),
    );
    this.#count(`step: ${busy.length} at work`);
    for (const [index, result] of results.entries()) {
      const process = busy[index];
      if (process === undefined || result.status === 'fulfilled') continue;
      const { message, name } = result.reason as Error;
      this.#note(`${process.name} ended: ${message || name}`);
      if (!isExpected(result.reason)) throw result.reason;
      await this.#forgetCachedResults();
      // What only failed goes on, with what it has cached; now and then it is started again.
      if (process.isKilled || this.#chance.percent(30)) await this.#replace(process);
      else this.#count('process: goes on after a failure');
    }
  }

  /**
   * A writer that ended between its write and the next data version leaves results in caches that lack its rows, which no
   * one has acknowledged. The refresh of abandoned buckets drops them within seconds; here, before anyone asks.
   */
  async #forgetCachedResults(): Promise<void> {
    await this.#auditor.postgres.pool.query("SELECT nextval('data_version_seq')");
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

  #chooseWork(process: SimulatedProcess): Work {
    const choice = this.#chance.whole(20);
    if (choice < 12) {
      const fetch = this.#fetches.choose(this.#chance);
      const { integrationId, ranges } = fetch.checkpoint;
      return {
        name: `fetch ${fetch.kind} of ${integrationId} ${JSON.stringify(ranges)}`,
        work: () => this.#fetches.run(process, fetch),
      };
    }
    if (choice < 15) return this.#refresh(process);
    if (choice < 16) return this.#rebuild(process);
    if (choice < 18) return this.#ask(process);
    // Drawn now: what a task draws while others run depends on who comes first.
    const chance = chanceOf(this.#chance.whole(1_000_000));
    this.#count('work: single');
    return { name: 'single', work: () => this.#fetches.runSingle(process, chance) };
  }

  #chooseBeside(process: SimulatedProcess): Work {
    return this.#chance.percent(60) ? this.#refresh(process) : this.#ask(process);
  }

  #refresh({ sessionStore }: SimulatedProcess): Work {
    this.#count('work: refresh');
    return { name: 'refresh', work: () => sessionStore.refreshDirty() };
  }

  #rebuild({ sessionStore }: SimulatedProcess): Work {
    this.#count('work: rebuild');
    return { name: 'rebuild', work: () => sessionStore.rebuildRollup() };
  }

  #ask(process: SimulatedProcess): Work {
    this.#count('work: read');
    this.#asked = process;
    return { name: 'read', work: () => askRepeatedly(process.sessionStore) };
  }

  async #check(): Promise<void> {
    await assertStoresMatch(this.#auditor);
    const chance = chanceOf(this.#seed + this.#started + this.#clock.now().getTime());
    // What a process has cached must not outlive a change by another one.
    const others = [this.#auditor, ...this.#processes];
    const asked = others.find((process) => process === this.#asked);
    const reader = asked ?? chance.pick(others) ?? this.#auditor;
    this.#asked = undefined;
    await checkInvariants({
      clickhouse: this.#stores.clickhouse,
      pool: this.#auditor.postgres.pool,
      sessionStore: reader.sessionStore,
      platforms: this.#platforms,
      acknowledged: this.#fetches.acknowledged,
      chance,
      asksAgain: asked !== undefined,
    });
  }

  async #backUp(): Promise<void> {
    this.#note('both stores are backed up');
    this.#count('step: backup');
    await this.#stores.backUp();
    this.#hasBackup = true;
  }

  /** One store, or both, as they were at the backup; the hub refuses to start on only one of them until they are repaired. */
  async #restore(): Promise<void> {
    const which = this.#chance.pick(['postgres', 'clickhouse', 'both'] as const) ?? 'both';
    this.#note(`restored: ${which}`);
    this.#count(`step: restore of ${which}`);
    await this.close();
    if (which !== 'clickhouse') await this.#stores.restorePostgres();
    if (which !== 'postgres') await this.#stores.restoreClickHouse();
    for (const platform of this.#platforms) platform.retractContradictions();
    this.#auditor = this.#startProcess('auditor');
    this.#processes = [this.#startProcess('first'), this.#startProcess('second')];
    // What is not refused is repaired all the same: it must do no harm. Sessions of operators that are unknown again are
    // fetched again, with another id of theirs.
    await repairSessionStore(this.#auditor, { refetch: true }, { progress: () => {}, problem: () => {} });
    this.#fetches.forget();
  }

  /** Everything is fetched without faults: the stores are whole, and hold what the platforms have. */
  async #end(): Promise<void> {
    this.#note('end');
    const { postgres, sessionStore } = this.#auditor;
    for (const { integrationId } of this.#platforms)
      await this.#fetches.runHistory(this.#auditor, integrationId);
    await sessionStore.refreshDirty();
    const { dirtyDays, dirtyMonths } = await sessionStore.state();
    if (dirtyDays.size + dirtyMonths.size > 0) throw new BrokenInvariant('Buckets are dirty after a refresh');
    await this.#check();
    await checkTruth(this.#stores.clickhouse, this.#platforms);
    if (this.#seed % verifiedSeeds === 0) await this.#verify();
    await checkQuarantine(postgres.pool, this.#platforms);
  }

  /** As `verify-store` does. */
  async #verify(): Promise<void> {
    const problems: string[] = [];
    await verifySessionStore(this.#auditor, {
      progress: () => {},
      problem: (line) => problems.push(line),
    });
    if (problems.length > 0) throw new BrokenInvariant(problems.join(' '));
  }
}
