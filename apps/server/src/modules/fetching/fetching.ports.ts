import type { PlatformVersion } from '@ludus/contract/operator-api';
import type { OperatorConnection } from '../../infra/operator-api/index.ts';
import type { SessionStore } from '../session-store/index.ts';

/** An integration as fetching needs it: its data service, and the hub's ids of its codes and slugs. */
export interface FetchTarget {
  id: number;
  name: string;
  version: PlatformVersion;
  connection: OperatorConnection;
  /** Operator code -> id. */
  operators: ReadonlyMap<string, number>;
  /** Game slug -> id. */
  games: ReadonlyMap<string, number>;
}

/** What fetching needs from the module of integrations. */
export interface FetchTargets {
  /** Active integrations by id. */
  listIntegrations(): Promise<{ id: number; name: string; createdAt: Date }[]>;
  /** Returns null where the integration is gone or has no data service. */
  findTarget(integrationId: number): Promise<FetchTarget | null>;
  /**
   * Returns the ids of operators by code, after reading codes that are new from the platform.
   * @throws UpstreamError when the platform does not respond
   */
  ensureOperators(integrationId: number, codes: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** Stores that the sessions of these integrations are up to date as of now. */
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

/** What fetching needs from the session store: storing rows, what was fetched, and sums of days to compare with the platforms. */
export type FetchSessionStore = Pick<SessionStore, 'ingest' | 'queryAggregates' | 'coverage'>;

/** Sums over the sessions created on one Rome day, of one type. Amounts in integer cents. */
export interface DayTotal {
  day: string;
  sessionType: 1 | 4;
  sessions: number;
  open: number;
  bet: bigint;
  win: bigint;
  netWin: bigint;
  due: bigint;
  rounds: bigint;
}
