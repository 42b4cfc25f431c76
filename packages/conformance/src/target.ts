import type { PlatformService, PlatformVersion } from '@ludus/contract/operator-api';

/** A platform to be checked: its addresses and tokens, as a hub is given them. */
export interface Target {
  services: Readonly<Record<PlatformService, { url: string; token: string | null }>>;
  /** Where one is null, the token of the service is sent, as the hub does. */
  bookkeepingToken: string | null;
  operatorToken: string | null;
  maintenanceToken: string | null;
  /** Whether sessions have Italian ids; null where it is not known. */
  version: PlatformVersion | null;
}

export interface ConformanceOptions {
  /** Only these checks; all where it is left out. */
  only?: readonly string[] | undefined;
  /** Also checks that change something at the platform. */
  withWrites: boolean;
  /** An open session that may be closed; none is closed without it. */
  closeSession: string | null;
  /** Whole days before today that are compared with the totals. */
  days: number;
  /** Most sessions that are read of one period; what would need more is skipped. */
  maxSessions: number;
  concurrency: number;
  /** How long calls are repeated to measure times. */
  seconds: number;
  /** The slowest that 95 in 100 calls may be. */
  slowMs: number;
  timeoutMs: number;
}

export const defaultOptions: ConformanceOptions = {
  withWrites: false,
  closeSession: null,
  days: 2,
  maxSessions: 200_000,
  concurrency: 2,
  seconds: 3,
  slowMs: 2_000,
  timeoutMs: 15_000,
};
