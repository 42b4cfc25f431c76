import { setTimeout as wait } from 'node:timers/promises';

/** Polls until there is a value. Throws naming what it waited for when there is none in time. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs / 1000} s in vain for ${what}`);
    await wait(100);
  }
}
