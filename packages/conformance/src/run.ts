import {
  type ConformanceCheckId,
  type ConformanceReport,
  type ConformanceResult,
  conformanceCheckIds,
  conformanceChecks,
} from '@ludus/contract/conformance';
import type { Check, CheckContext } from './check.ts';
import { accessChecks } from './checks/access.ts';
import { clockChangeChecks } from './checks/clock-changes.ts';
import { directoryChecks } from './checks/directory.ts';
import { feedCallChecks } from './checks/feed-calls.ts';
import { feedRowChecks } from './checks/feed-rows.ts';
import { loadChecks } from './checks/load.ts';
import { sessionChecks } from './checks/sessions.ts';
import { totalsChecks } from './checks/totals.ts';
import { writeChecks } from './checks/writes.ts';
import { Client } from './client.ts';
import { Evidence } from './evidence.ts';
import { type Send, sendByFetch } from './http.ts';
import { Probe, Skipped } from './probe.ts';
import { type ConformanceOptions, defaultOptions, type Target } from './target.ts';

const checks: Record<ConformanceCheckId, Check> = {
  ...accessChecks,
  ...feedRowChecks,
  ...feedCallChecks,
  ...sessionChecks,
  ...totalsChecks,
  ...clockChangeChecks,
  ...directoryChecks,
  ...loadChecks,
  ...writeChecks,
};

export interface RunDeps {
  now?(): number;
  send?: Send;
  signal?: AbortSignal;
  /** Called before each check. */
  onCheck?(check: { id: ConformanceCheckId; index: number; count: number }): void | Promise<void>;
}

/**
 * Checks a platform. The checks run in the order of the contract, one after the other, so that a report of the same platform is
 * the same report.
 * @throws the signal's reason when it is aborted
 */
export async function runConformance(
  target: Target,
  given: Partial<ConformanceOptions> = {},
  deps: RunDeps = {},
): Promise<ConformanceReport> {
  const now = deps.now ?? Date.now;
  const options = { ...defaultOptions, ...given };
  const signal = deps.signal ?? new AbortController().signal;
  const client = new Client(target, { options, send: deps.send ?? sendByFetch, signal });
  const started = now();
  const evidence = new Evidence(client, started);
  const wanted = conformanceCheckIds.filter((id) => options.only === undefined || options.only.includes(id));
  const results: ConformanceResult[] = [];
  for (const [index, id] of wanted.entries()) {
    signal.throwIfAborted();
    // The start of a walk that is gone on with at the end: what changes while the other checks run is new to it.
    if (wanted.includes('feed-new-rows') && conformanceChecks[id] !== 'access')
      await quietly(() => evidence.firstPage());
    await deps.onCheck?.({ id, index, count: wanted.length });
    results.push(await runCheck(id, { client, evidence, probe: new Probe() }));
  }
  const count = (state: ConformanceResult['state']) => results.filter((one) => one.state === state).length;
  return {
    startedAt: new Date(started).toISOString(),
    finishedAt: new Date(now()).toISOString(),
    withWrites: options.withWrites,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    results,
  };
}

async function runCheck(id: ConformanceCheckId, context: CheckContext): Promise<ConformanceResult> {
  const { client, probe } = context;
  const before = client.calls;
  const result = (outcome: Pick<ConformanceResult, 'state' | 'findings'>): ConformanceResult => ({
    id,
    ...outcome,
    calls: client.calls - before,
  });
  if (conformanceChecks[id] === 'writes' && !client.options.withWrites)
    return result({ state: 'skipped', findings: [{ code: 'withWrites', values: {}, request: null }] });
  try {
    await checks[id](context);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    // What failed before it could not go on counts more.
    if (!probe.hasFailed) return result({ state: 'skipped', findings: [error.finding] });
  }
  return result(probe.outcome());
}

async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
  }
}
