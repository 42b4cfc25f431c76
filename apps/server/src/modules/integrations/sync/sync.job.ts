import { type Message, messageOf, recordId, textMessage } from '@ludus/contract';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Actor } from '../../../infra/access/index.ts';
import { HubError, UpstreamError } from '../../../infra/errors/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../../infra/queue/index.ts';

/** Of one integration, or of all active ones when none is named. */
const synchronisation = z.strictObject({ integrationId: recordId.optional() });
export type SynchroniseJob = JobDefinition<typeof synchronisation>;

const maxConcurrentIntegrations = 5;

export interface SynchroniseJobDeps {
  /** Active integrations, or the named one. @throws NotFoundError */
  targets(integrationId: number | undefined): Promise<readonly { id: number; name: string }[]>;
  synchronise(integrationId: number): Promise<unknown>;
}

/**
 * Synchronises a few platforms at a time; those that fail stop no others, and are named at the end, when
 * the job fails because of them.
 */
export function defineSynchroniseJob({ targets, synchronise }: SynchroniseJobDeps): SynchroniseJob {
  return defineJob({
    name: 'synchronise-integrations',
    queue: 'system',
    payload: synchronisation,
    // Whoever pressed the button sees what failed, and presses it again.
    options: { retries: 0, timeoutSeconds: 1_800, concurrency: 2 },
    async run({ payload, progress, summarise, signal, log }) {
      const integrations = await targets(payload.integrationId);
      const failed: { name: string; reason: Message }[] = [];
      let done = 0;
      const synchroniseOne = async ({ id, name }: { id: number; name: string }) => {
        signal.throwIfAborted();
        try {
          await synchronise(id);
        } catch (error) {
          log.warn({ err: error, integration: name }, 'an integration could not be synchronised');
          failed.push({ name, reason: reasonOf(error) });
        }
        done += 1;
        const code = failed.some((one) => one.name === name) ? 'jobs.notSynchronised' : 'jobs.synchronised';
        summarise({ synchronised: done - failed.length, failed: failed.length });
        progress(
          (done / integrations.length) * 100,
          messageOf(code, { integration: name, done, all: integrations.length }),
        );
      };
      await pLimit(maxConcurrentIntegrations).map(integrations, synchroniseOne);
      signal.throwIfAborted();
      if (failed.length > 0)
        throw new UpstreamError(failureMessage(payload.integrationId !== undefined, failed));
    },
  });
}

/** Synchronisations on request. */
export interface Synchronisations {
  /**
   * A job for the actor; the one that waits or runs already when the same button was pressed before.
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

function reasonOf(error: unknown): Message {
  if (!(error instanceof HubError)) return messageOf('plain.internal');
  return error.detail ?? textMessage(error.message);
}

function failureMessage(isOne: boolean, failed: readonly { name: string; reason: Message }[]): Message {
  const names = failed.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  const reasons = new Map(failed.map(({ reason }) => [JSON.stringify(reason), reason]));
  const failure = messageOf('jobs.synchronizeFailure', {
    names: names.join(', '),
    reasons: [...reasons.values()],
  });
  return messageOf(isOne ? 'jobs.synchronizeOneFailed' : 'jobs.synchronizeAllFailed', { failure });
}
