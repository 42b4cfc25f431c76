import type { PlatformVersion } from '@ludus/contract/operator-api';
import type { Books } from '../books/index.ts';
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
  /**
   * The ids of operators by code, after asking the platform about codes the hub does not know yet.
   * @throws UpstreamError when the platform does not answer
   */
  ensureOperators(integrationId: number, codes: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** Remembers that the sessions of these integrations are fresh as of now. */
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

/** What fetching asks of the books: to take rows in, and the sums of days to compare with the platforms. */
export type FetchBooks = Pick<Books, 'ingest' | 'figures'>;

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
