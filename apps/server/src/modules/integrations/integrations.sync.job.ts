import { recordId } from '@ludus/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/access/index.ts';
import { HubError, UpstreamError } from '../../platform/errors/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../platform/queue/index.ts';
import { sideBySide } from './integrations.lanes.ts';

/** Of one integration, or of all active ones when none is named. */
const synchronisation = z.strictObject({ integrationId: recordId.optional() });
export type SynchroniseJob = JobDefinition<typeof synchronisation>;

const integrationsSideBySide = 5;

export interface SynchroniseJobDeps {
  /** Active integrations, or the named one. @throws NotFoundError */
  targets(integrationId: number | undefined): Promise<readonly { id: number; name: string }[]>;
  synchronise(integrationId: number): Promise<unknown>;
}

/**
 * OPEN-51: asks one platform after the other; those that do not answer stop nobody else, and are named at the end, when
 * the job fails because of them.
 */
export function defineSynchroniseJob({ targets, synchronise }: SynchroniseJobDeps): SynchroniseJob {
  return defineJob({
    name: 'synchronise-integrations',
    queue: 'system',
    payload: synchronisation,
    // Whoever pressed the button is told what failed, and presses it again.
    options: { retries: 0, timeoutSeconds: 1_800, concurrency: 2 },
    async run({ payload, progress, summarise, signal, log }) {
      const asked = await targets(payload.integrationId);
      const failed: { name: string; reason: string }[] = [];
      let done = 0;
      await sideBySide(asked, integrationsSideBySide, async ({ id, name }) => {
        signal.throwIfAborted();
        try {
          await synchronise(id);
        } catch (error) {
          log.warn({ err: error, integration: name }, 'an integration could not be synchronised');
          const known = error instanceof HubError;
          failed.push({ name, reason: known ? error.message : 'Something went wrong on the server.' });
        }
        done += 1;
        const state = failed.some((one) => one.name === name) ? 'failed' : 'done';
        summarise({ synchronised: done - failed.length, failed: failed.length });
        progress((done / asked.length) * 100, `${name}: ${state} (${done} of ${asked.length})`);
      });
      signal.throwIfAborted();
      if (failed.length > 0)
        throw new UpstreamError(failureText(payload.integrationId !== undefined, failed));
    },
  });
}

/** What the buttons ask for. */
export interface Synchronisations {
  /**
   * API-042, API-043: a job for the actor; the one that waits or runs already when the same button was pressed before.
   * @throws NotFoundError for an unknown integration
   */
  request(actor: Actor, integrationId?: number): Promise<{ jobId: string }>;
}

export function createSynchronisations(
  jobs: Pick<JobQueueClient, 'enqueue'>,
  job: SynchroniseJob,
  targets: SynchroniseJobDeps['targets'],
): Synchronisations {
  return {
    async request(actor, integrationId) {
      await targets(integrationId);
      const payload = integrationId === undefined ? {} : { integrationId };
      // Of each person's own: the events of a job reach whoever it belongs to.
      const singletonKey = `${actor.userId} ${integrationId ?? 'all'}`;
      return { jobId: await jobs.enqueue(job, payload, { actor, singletonKey, whenPresent: 'skip' }) };
    },
  };
}

function failureText(isOne: boolean, failed: readonly { name: string; reason: string }[]): string {
  const start = isOne ? 'Failed to synchronize integration' : 'Failed to synchronize integrations';
  const names = failed.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  const reasons = new Set(failed.map(({ reason }) => reason));
  return `${start}: ${names.join(', ')}. ${[...reasons].join(' ')}`;
}
