import type { Message, SessionSortField } from '@ludus/contract';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

export type { IntegrationScope };

/** What the session store works with. */
export interface SessionStoreDeps {
  clickhouse: ClickHouse;
  postgres: Postgres;
  clock: Clock;
  log: Log;
  /** Size of the cache of sums; 0, for the bench, computes each of them. */
  resultCacheBytes?: number;
  /** Most players in the cache of numbers; few, for a simulation, so that some are read again. */
  maxCachedPlayers?: number;
  /** False refreshes the rollup on request only, so that a simulation knows when. */
  refreshesByItself?: boolean;
}

/** A session as the fetch passes it on: checked, codes resolved to ids, cents as integers, instants in epoch ms. */
export interface IngestRow {
  /** The platform's id of the session, unique at its integration, never reused. */
  sessionId: string;
  externalSessionId: string | null;
  externalTicketId: string | null;
  /** The platform's id of the player. */
  userId: string;
  operatorId: number;
  gameId: number;
  sessionType: 1 | 4;
  isOpen: boolean;
  isMobile: boolean;
  bet: number;
  win: number;
  netWin: number;
  due: number;
  rounds: number;
  createdAtMs: number;
  /** The platform's last change; never before the creation. */
  updatedAtMs: number;
}

export interface IngestOptions {
  /** Writes rows again though they have not changed, and lets a row of the same version win whatever its content. */
  forceUpdate?: boolean;
  /** Called for each row that was written, once the batch is stored. */
  onWritten?: (row: IngestRow, kind: 'added' | 'changed') => void;
}

/** A row that was not stored, because an immutable field differs from the stored session (or from its own batch). */
export interface ImmutableFieldConflict {
  row: IngestRow;
  /** For whoever looks at the quarantined row. */
  reason: Message;
}

/** Outcome of a batch; the counts and the conflicts add up to its rows. */
export interface IngestResult {
  added: number;
  changed: number;
  /** The same state is stored already. */
  unchanged: number;
  /** A newer state is stored already. */
  outdated: number;
  /** The batch has newer states of the same sessions. */
  superseded: number;
  conflicts: ImmutableFieldConflict[];
}

/** A stored session. Cents are integers; instants are the platform's, to the millisecond. */
export interface StoredSession {
  id: string;
  sessionId: string;
  externalSessionId: string | null;
  externalTicketId: string | null;
  integrationId: number;
  operatorId: number;
  gameId: number;
  userId: string;
  sessionType: 1 | 4;
  isOpen: boolean;
  isMobile: boolean;
  bet: number;
  win: number;
  /** bet - win. */
  grossWin: number;
  netWin: number;
  due: number;
  rounds: number;
  createdAt: Date;
  /** The platform's last change. */
  updatedAt: Date;
  /** When the hub stored this state. */
  fetchedAt: Date;
}

/** What files have of a session. */
export type ListedSession = Omit<StoredSession, 'id' | 'externalSessionId' | 'isMobile' | 'fetchedAt'>;

/** Bounds in cents, both inclusive; null is no bound. */
export interface CentsRange {
  min: number | null;
  max: number | null;
}

/** Which sessions: the one filter behind list, count, export and mail. Empty lists are no filter. */
export interface SessionsFilter {
  /** Half-open, by creation time. */
  from: Date;
  to: Date;
  sessionType?: 1 | 4 | null | undefined;
  integrations?: readonly number[] | undefined;
  operators?: readonly number[] | undefined;
  games?: readonly number[] | undefined;
  isOpen?: boolean | null | undefined;
  /** Only sessions with at least one round. */
  nonZeroRounds?: boolean | null | undefined;
  /** The platform's id of a player; matched exactly. */
  userId?: string | undefined;
  bet?: CentsRange | undefined;
  win?: CentsRange | undefined;
  grossWin?: CentsRange | undefined;
}

export interface SessionsOrder {
  field: SessionSortField;
  direction: 'asc' | 'desc';
}

/** Where a page begins: by its number (from 1), or after the last row of the page before (its sort value and id). */
export type PagePosition =
  | { page: number }
  /** `value`: cents, rounds, or epoch ms for externalUpdatedAt. */
  | { after: { value: number; id: string } };

/** Sessions that match a filter; `withoutRounds` are those that its `nonZeroRounds` leaves out, else 0. */
export interface SessionsCount {
  count: number;
  withoutRounds: number;
}

export interface SessionsPage extends SessionsCount {
  rows: StoredSession[];
}
