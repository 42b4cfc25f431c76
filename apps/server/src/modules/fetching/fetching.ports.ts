import type { PlatformSession, PlatformVersion } from '@ludus/contract/operator-api';
import type { CheckedRow } from './fetching.check.ts';
import type { DataService } from './fetching.client.ts';

/** An integration as fetching needs it: where its sessions are, and what its codes and slugs mean in the hub. */
export interface FetchTarget {
  id: number;
  name: string;
  version: PlatformVersion;
  data: DataService;
  /** Operator code -> id. */
  operators: ReadonlyMap<string, number>;
  /** Game slug -> id. */
  games: ReadonlyMap<string, number>;
}

/** What fetching asks of the catalogue of integrations. */
export interface FetchDirectory {
  /** Active integrations by id. */
  listIntegrations(): Promise<{ id: number; name: string }[]>;
  /** Null where the integration is gone or has no data service to ask. */
  findTarget(integrationId: number): Promise<FetchTarget | null>;
  /** Remembers that the sessions of these integrations are fresh as of now. */
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

/** What the books did with a batch. The four add up to the number of rows given. */
export interface IngestOutcome {
  new: number;
  changed: number;
  unchanged: number;
  /** Rows that contradict what is known of their session and were not taken. */
  refused: { row: PlatformSession; reason: string }[];
}

/** What fetching asks of the books. */
export interface FetchBooks {
  /**
   * Takes rows of one integration in, so that the books hold the latest state of each session. The same rows again
   * change nothing; `force` writes them again all the same.
   */
  ingest(
    integrationId: number,
    rows: readonly CheckedRow[],
    options: { force: boolean },
  ): Promise<IngestOutcome>;
  /** Sums per Rome day (`from` and `to` included) and session type, for one integration; days without a session are left out. */
  dayTotals(integrationId: number, days: { from: string; to: string }): Promise<DayTotal[]>;
}

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
