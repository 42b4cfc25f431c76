import type { Postgres, SessionLock } from '../../infra/postgres/index.ts';

// Each is the first number of a lock; no other lock of the hub uses them. The second is the integration.
const fetchLock = 7_305_300;
/** Held by a fetch that goes first, from before it waits for the lock until it ends. */
const turnLock = 7_305_301;

/** Held while an integration is being fetched, in one process of all. */
export interface FetchLock {
  /** Whether a fetch that goes first waits for the lock. */
  isWanted(): Promise<boolean>;
  release(): Promise<void>;
}

export interface FetchLockOptions {
  /** Whoever holds the lock learns that it is wanted, and only this fetch acquires it next. */
  goesFirst: boolean;
  /** Called when the lock is lost with the connection. */
  onLost(error: Error): void;
  /** Called before each further attempt, while another fetch has the lock. */
  onBusy(): void;
  /** Waits until the next attempt. What it throws ends the waiting. */
  wait(): Promise<void>;
}

/** Waits for the lock of an integration. A hub that dies loses it at once. */
export async function acquireFetchLock(
  { session }: Pick<Postgres, 'session'>,
  integrationId: number,
  { goesFirst, onLost, onBusy, wait }: FetchLockOptions,
): Promise<FetchLock> {
  const tryTurn = () => session.tryLock([turnLock, integrationId], onLost);

  async function isWanted(): Promise<boolean> {
    const turn = await tryTurn();
    await turn?.release();
    return turn === null;
  }

  async function tryBehind(): Promise<SessionLock | null> {
    const turn = await tryTurn();
    if (turn === null) return null;
    try {
      return await session.tryLock([fetchLock, integrationId], onLost);
    } finally {
      await turn.release();
    }
  }

  async function waitForTurn(): Promise<SessionLock> {
    for (;;) {
      // Others hold it for the moment in which they look whether they may go on.
      const turn = await tryTurn();
      if (turn !== null) return turn;
      await wait();
    }
  }

  const turn = goesFirst ? await waitForTurn() : null;
  try {
    for (;;) {
      const lock = await (turn === null ? tryBehind() : session.tryLock([fetchLock, integrationId], onLost));
      if (lock !== null) return { isWanted, release: () => releaseBoth(lock, turn) };
      onBusy();
      await wait();
    }
  } catch (error) {
    await turn?.release();
    throw error;
  }
}

async function releaseBoth(lock: SessionLock, turn: SessionLock | null): Promise<void> {
  try {
    await lock.release();
  } finally {
    await turn?.release();
  }
}
