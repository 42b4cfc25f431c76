/**
 * Decides, by a seed, in which order the steps of concurrent tasks happen. Every call of a store passes a gate; one of the
 * calls that wait there goes on at a time, so that the same seed gives the same order again, also where PostgreSQL lets one
 * task wait for a lock of another.
 */
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { BrokenInvariant } from './broken-invariant.ts';

/** A task of a process: how many of its calls wait, and which of them runs but waits for a lock. */
interface Task {
  readonly name: string;
  waiting: Gate[];
  /** Calls that were let through and have not ended. */
  running: Set<Gate>;
  hasEnded: boolean;
}

interface Gate {
  label: string;
  task: Task;
  /** The backend of PostgreSQL that runs the call, if it is one of PostgreSQL. */
  backend: number | undefined;
  start(): void;
  /** Ends with the call, however it ends. */
  ended: Promise<void>;
  hasEnded: boolean;
}

/** Passes a call of a store through the schedule. */
export type PassGate = <T>(label: string, call: () => Promise<T>, backend?: number) => Promise<T>;

export interface Schedule {
  /** Runs tasks until all of them have ended; each gets the gate of its own calls. */
  run(tasks: { name: string; work(pass: PassGate): Promise<void> }[]): Promise<PromiseSettledResult<void>[]>;
}

/** Event-loop turns after which a task that computes has reached its next call. */
const settlingTurns = 4;

/** Calls after which a task that has not ended never will: it waits for a lock that no one releases. */
const maxCalls = 5_000;

/** A call that runs longer than this may wait for a lock. */
const lookMs = 15;

/**
 * @param whole returns a whole number below its argument
 * @param findBlocked returns the backends of PostgreSQL that wait for a lock
 * @param note is called with each call, for the trail of a failure
 */
export function createSchedule(deps: {
  whole(limit: number): number;
  findBlocked(): Promise<ReadonlySet<number>>;
  note(line: string): void;
}): Schedule {
  async function run(given: Parameters<Schedule['run']>[0]): Promise<PromiseSettledResult<void>[]> {
    const tasks: Task[] = given.map(({ name }) => ({
      name,
      waiting: [],
      running: new Set(),
      hasEnded: false,
    }));
    const works = given.map(({ work }, index) => {
      const task = tasks[index] as Task;
      return work(passOf(task)).finally(() => {
        task.hasEnded = true;
      });
    });
    const settled = Promise.allSettled(works);
    for (let calls = 0; tasks.some(({ hasEnded }) => !hasEnded); calls += 1) {
      if (calls > maxCalls) throw new BrokenInvariant('A task does not come to an end');
      await untilAllWait(tasks);
      const waiting = tasks.flatMap((task) => task.waiting);
      // Nothing is drawn for the last calls, which pass no gate: how long they take must not matter.
      const gate = waiting.length > 0 ? waiting[deps.whole(waiting.length)] : undefined;
      if (gate === undefined) await setImmediate();
      else await letThrough(gate);
    }
    return settled;
  }

  function passOf(task: Task): PassGate {
    return async (label, call, backend) => {
      const started = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const gate: Gate = {
        label,
        task,
        backend,
        start: started.resolve,
        ended: ended.promise,
        hasEnded: false,
      };
      task.waiting.push(gate);
      await started.promise;
      try {
        return await call();
      } finally {
        gate.hasEnded = true;
        task.running.delete(gate);
        ended.resolve();
      }
    };
  }

  async function letThrough(gate: Gate): Promise<void> {
    const { task } = gate;
    task.waiting.splice(task.waiting.indexOf(gate), 1);
    task.running.add(gate);
    deps.note(`${task.name}: ${gate.label}`);
    gate.start();
    await untilEndedOrBlocked([gate]);
  }

  /** Until every task has ended, waits at a gate, or waits for a lock. */
  async function untilAllWait(tasks: readonly Task[]): Promise<void> {
    for (let calm = 0; calm < settlingTurns; ) {
      await setImmediate();
      const running = tasks.flatMap((task) => [...task.running]);
      if (running.length > 0) await untilEndedOrBlocked(running);
      const isCalm = tasks.every(
        ({ hasEnded, waiting, running: blocked }) => hasEnded || waiting.length > 0 || blocked.size > 0,
      );
      calm = isCalm ? calm + 1 : 0;
    }
  }

  async function untilEndedOrBlocked(gates: readonly Gate[]): Promise<void> {
    for (;;) {
      const running = gates.filter(({ hasEnded }) => !hasEnded);
      if (running.length === 0) return;
      await Promise.race([Promise.all(running.map(({ ended }) => ended)), wait(lookMs)]);
      const open = running.filter(({ hasEnded }) => !hasEnded);
      if (open.length === 0) continue;
      const blocked = await deps.findBlocked();
      if (open.every(({ backend }) => backend !== undefined && blocked.has(backend))) return;
    }
  }

  return { run };
}
