import type { Log } from '../log/index.ts';
import { withTimeout } from './timeout.ts';

export type PartState = 'ok' | 'failing';

/** A part that a process works with, such as a store. */
export interface HealthPart {
  /** Rejects when the part does not work. */
  check(): Promise<unknown>;
  /** Whether the process is out of service while it fails. */
  isRequired: boolean;
}

export interface Readiness {
  status: 'ready' | 'starting' | 'draining' | 'failing';
  /** Empty before the start has ended and during a stop: nothing is asked then. */
  parts: Record<string, PartState>;
}

/** What a process says about itself to probes. */
export interface Health {
  /** Names the parts. The state of each is logged when it changes. */
  watch(parts: Readonly<Record<string, HealthPart>>): void;
  /** The start has ended: from now on readiness follows from the parts. */
  markStarted(): void;
  /** The process is about to stop; it is not ready again. */
  markDraining(): void;
  checkParts(): Promise<Record<string, PartState>>;
  readiness(): Promise<Readiness>;
}

const checkMs = 2_000;

/** Creates the health of a process that is starting. */
export function createHealth(log: Log): Health {
  let phase: 'starting' | 'started' | 'draining' = 'starting';
  let parts: Readonly<Record<string, HealthPart>> = {};
  const known = new Map<string, PartState>();
  let running: Promise<Record<string, PartState>> | undefined;

  async function stateOf(name: string, { check }: HealthPart): Promise<PartState> {
    try {
      await withTimeout(check(), checkMs);
      if (known.get(name) === 'failing') log.info({ part: name }, 'health: a part works again');
      known.set(name, 'ok');
      return 'ok';
    } catch (error) {
      if (known.get(name) !== 'failing') log.warn({ err: error, part: name }, 'health: a part is failing');
      known.set(name, 'failing');
      return 'failing';
    }
  }

  async function checkAll(): Promise<Record<string, PartState>> {
    const states = Object.entries(parts).map(
      async ([name, part]) => [name, await stateOf(name, part)] as const,
    );
    return Object.fromEntries(await Promise.all(states));
  }

  /** Probes that arrive side by side share one look: anyone may call them. */
  function checkParts(): Promise<Record<string, PartState>> {
    running ??= checkAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    watch(given) {
      parts = given;
    },
    markStarted() {
      if (phase === 'starting') phase = 'started';
    },
    markDraining() {
      phase = 'draining';
    },
    checkParts,
    async readiness() {
      if (phase !== 'started') return { status: phase, parts: {} };
      const states = await checkParts();
      // The stop may have begun in the meantime.
      if (phase !== 'started') return { status: phase, parts: {} };
      const isReady = Object.entries(parts).every(
        ([name, { isRequired }]) => !isRequired || states[name] === 'ok',
      );
      return { status: isReady ? 'ready' : 'failing', parts: states };
    },
  };
}
