import type { Kysely, Transaction } from 'kysely';

/**
 * The tables of PostgreSQL. Each module adds its own by declaration merging:
 * `declare module './database.ts' { interface Database { games: GamesTable } }`.
 * 64-bit integers and numerics arrive as text, `timestamptz` as Date, `date` as `YYYY-MM-DD`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface Database {}

/** A transaction of `Postgres.transaction`: what is written in it exists together or not at all. */
export type Tx = Transaction<Database>;

/** What repositories take: the database, or the transaction their caller runs in. */
export type Db = Kysely<Database> | Tx;
