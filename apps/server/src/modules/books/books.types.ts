import type { SessionSortField } from '@ludus/contract';
import type { IntegrationScope } from '../../platform/access/index.ts';

export type { IntegrationScope };

/** A session as the fetch hands it over: checked, codes resolved to ids, cents as integers, instants in epoch ms. */
export interface IngestRow {
  /** The platform's id of the session, unique at its integration for ever. */
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
  /** Writes rows again though they have not changed, and lets a row of the same version win whatever it says. */
  forceUpdate?: boolean;
}

/** A row the books did not take because it contradicts what they hold (or its own batch). */
export interface Contradiction {
  row: IngestRow;
  /** In words, for the person who looks at rows kept aside. */
  reason: string;
}

/** What became of the rows of a batch; the counts add up to the rows handed in. */
export interface IngestResult {
  added: number;
  changed: number;
  /** The books hold the same already. */
  unchanged: number;
  /** The books hold a newer state. */
  stale: number;
  /** Other rows of the batch are newer states of the same session. */
  superseded: number;
  contradictions: Contradiction[];
}

/** A session as the books hold it. Cents are integers; instants are the platform's, to the millisecond. */
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
  /** bet - win (CONST-12). */
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

/** Bounds in cents, both included; null is no bound. */
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
  /** The platform's id of a player, whole. */
  userId?: string | undefined;
  bet?: CentsRange | undefined;
  win?: CentsRange | undefined;
  grossWin?: CentsRange | undefined;
}

export interface SessionsOrder {
  field: SessionSortField;
  direction: 'asc' | 'desc';
}

/** Where a page begins: by its number (from 1), or after the row seen last (its sort value and id). */
export type PagePosition =
  | { page: number }
  /** `value`: cents, rounds, or epoch ms for externalUpdatedAt. */
  | { after: { value: number; id: string } };

export interface SessionsPage {
  rows: StoredSession[];
  count: number;
}
