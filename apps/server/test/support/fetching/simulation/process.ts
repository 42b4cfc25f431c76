import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type ClickHouse, ClickHouseError } from '../../../../src/infra/clickhouse/index.ts';
import type { Clock } from '../../../../src/infra/clock/index.ts';
import { createLog } from '../../../../src/infra/log/index.ts';
import {
  connectPostgres,
  type DatabaseAddresses,
  type Postgres,
} from '../../../../src/infra/postgres/index.ts';
import { createSessionStore, type SessionStore } from '../../../../src/modules/session-store/index.ts';
import { BrokenInvariant } from './broken-invariant.ts';
import type { Chance } from './chance.ts';
import type { PassGate } from './schedule.ts';

/** Times after which what a process waits for will never happen. */
const maxWaits = 1_000;

/** The process was killed between two calls of its stores. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A store did not do what it was asked, or did it and could not say so. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** Faults that the calls of one task meet. */
export interface Faults {
  /** After so many calls the process is killed; never without one. */
  killAfter: number | undefined;
  /** In so many of a hundred calls a store fails, or its response is lost. */
  failing: number;
}

/**
 * A process of the hub on the stores of the simulation. Every call of PostgreSQL and ClickHouse passes the gate of the task
 * that runs, where it may meet a fault.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly sessionStore: SessionStore;
  isKilled = false;
  /** Connections to PostgreSQL, with their backends. */
  readonly #clients = new Map<pg.PoolClient, number>();
  readonly #untilGone: (of: number | string) => Promise<void>;
  readonly #applicationName = `simulation ${randomBytes(6).toString('hex')}`;
  readonly #chance: Chance;
  readonly #count: (kind: string) => void;
  #waits = 0;
  #pass: PassGate | undefined;
  #faults: Faults = { killAfter: undefined, failing: 0 };

  constructor(given: {
    name: string;
    addresses: DatabaseAddresses;
    clickhouse: ClickHouse;
    clock: Clock;
    chance: Chance;
    /** Waits until PostgreSQL has ended a backend, or all of a name. */
    untilGone(of: number | string): Promise<void>;
    count(kind: string): void;
  }) {
    this.name = given.name;
    this.#chance = given.chance;
    this.#untilGone = given.untilGone;
    this.#count = given.count;
    const log = createLog({ logLevel: 'silent' });
    const { runtime } = given.addresses;
    this.postgres = connectPostgres({ runtime: named(runtime, this.#applicationName) }, log);
    this.postgres.pool.on('connect', (client) => this.#watch(client));
    this.clickhouse = this.#gated(given.clickhouse);
    this.sessionStore = createSessionStore({
      postgres: this.postgres,
      clickhouse: this.clickhouse,
      clock: given.clock,
      log,
      refreshesByItself: false,
      maxCachedPlayers: 8,
    });
  }

  /** Runs work whose calls pass the gate and meet the faults. @throws Killed, once the process has left PostgreSQL */
  async run(pass: PassGate, faults: Faults, work: () => Promise<unknown>): Promise<void> {
    this.#pass = pass;
    this.#faults = faults;
    try {
      await work();
      if (this.isKilled) throw new Killed();
    } catch (error) {
      if (!this.isKilled) throw error;
      throw new Killed();
    } finally {
      this.#pass = undefined;
    }
  }

  /** Leaves PostgreSQL, as the end of the process does: what was not committed is rolled back, and locks are released. */
  async close(): Promise<void> {
    await this.#leave();
    await this.postgres.close().catch(() => {});
  }

  async #leave(): Promise<void> {
    this.isKilled = true;
    for (const client of this.#clients.keys()) cut(client);
    this.#clients.clear();
    await this.postgres.session.close();
    await this.#untilGone(this.#applicationName);
  }

  /** A connection breaks: PostgreSQL rolls back what was begun on it, and releases its locks. */
  async #break(client: pg.PoolClient): Promise<void> {
    const backend = this.#clients.get(client);
    this.#clients.delete(client);
    cut(client);
    if (backend !== undefined) await this.#untilGone(backend);
  }

  /** Yields to other tasks, where the hub would wait. */
  wait = async (): Promise<void> => {
    this.#waits += 1;
    if (this.#waits > maxWaits) throw new BrokenInvariant('A lock is not released');
    await this.#call('wait', async () => {});
  };

  #watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const backend = (client as unknown as { processID: number }).processID;
    this.#clients.set(client, backend);
    client.query = ((...args: unknown[]) =>
      this.#call(`postgres ${textOf(args[0])}`, () => query(...args), client)) as typeof client.query;
  }

  async #call<T>(label: string, call: () => Promise<T>, client?: pg.PoolClient): Promise<T> {
    const pass = this.#pass;
    if (this.isKilled) throw new Killed();
    // Between tasks, invariants are checked without faults.
    if (pass === undefined) return call();
    return pass(label, () => this.#meetFaults(call, client), client && this.#clients.get(client));
  }

  async #meetFaults<T>(call: () => Promise<T>, client?: pg.PoolClient): Promise<T> {
    const { percent } = this.#chance;
    const faults = this.#faults;
    if (this.isKilled) throw new Killed();
    if (faults.killAfter !== undefined && faults.killAfter-- <= 0) {
      // Before the call reached the store, or after it was carried out.
      const isCarriedOut = percent(50);
      this.#count(`killed ${isCarriedOut ? 'after' : 'before'} a call of ${nameOf(client)}`);
      if (isCarriedOut) await call().catch(() => {});
      await this.#leave();
      throw new Killed();
    }
    if (!percent(faults.failing)) return call();
    const isCarriedOut = percent(50);
    this.#count(`${isCarriedOut ? 'response lost' : 'call failed'}, of ${nameOf(client)}`);
    if (isCarriedOut) await call().catch(() => {});
    if (client !== undefined) await this.#break(client);
    throw new StoreFailure('The connection was lost');
  }

  #gated(clickhouse: ClickHouse): ClickHouse {
    const call = <T>(label: string, work: () => Promise<T>) =>
      this.#call(`clickhouse ${label}`, work).catch((error: unknown) => {
        throw error instanceof StoreFailure ? new ClickHouseError(label, error) : error;
      });
    return {
      ...clickhouse,
      rows: (sql, options) => call(options.label, () => clickhouse.rows(sql, options)),
      integers: (sql, options) => call(options.label, () => clickhouse.integers(sql, options)),
      binary: (sql, columns, options) => call(options.label, () => clickhouse.binary(sql, columns, options)),
      command: (sql, options) => call(options.label, () => clickhouse.command(sql, options)),
      truncateTable: (table, options) => call(options.label, () => clickhouse.truncateTable(table, options)),
      changeRows: (table, change, options) =>
        call(options.label, () => clickhouse.changeRows(table, change, options)),
      insertLines: (table, lines, options) =>
        call(options.label, () => clickhouse.insertLines(table, lines, options)),
      insertBinary: (table, columns, rows, options) =>
        call(options.label, () => clickhouse.insertBinary(table, columns, rows, options)),
    };
  }
}

/** What may end a task: its death, a store that failed, or PostgreSQL that saw its connection end. */
export function isExpected(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Killed || cause instanceof StoreFailure) return true;
    if (/Connection terminated|Client has encountered a connection error/.test(cause.message)) return true;
  }
  return false;
}

const nameOf = (client: pg.PoolClient | undefined) => (client === undefined ? 'ClickHouse' : 'PostgreSQL');

function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

function named(address: string, applicationName: string): string {
  const url = new URL(address);
  url.searchParams.set('application_name', applicationName);
  return url.href;
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
}
