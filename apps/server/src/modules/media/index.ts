/** Pictures and videos that are shown with games. */
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { EnqueueOptions } from '../../platform/queue/index.ts';
import { defineMediaJobs } from './media.jobs.ts';
import { mediaPlugin } from './media.plugin.ts';
import { createMediaService, type MediaService } from './media.service.ts';

export { mediaAddress } from './media.address.ts';
export type { MediaFileRow } from './media.repo.ts';
export type { MediaContent, MediaService } from './media.service.ts';
export type { MediaFilesTable, MediaVariantsTable } from './media.tables.ts';

export type MediaModule = HubModule & { service: MediaService };

export function createMediaModule(
  platform: Pick<Platform, 'files' | 'postgres' | 'log' | 'jobs' | 'clock' | 'realtime'>,
): MediaModule {
  const { files, postgres, log, jobs, clock, realtime } = platform;
  const definitions = defineMediaJobs(
    () => service,
    clock,
    () => realtime.publish({ name: 'changed', data: { topic: 'games' } }, { everyone: true }),
  );
  const within = (tx: Db): EnqueueOptions =>
    tx.isTransaction ? { tx: tx as EnqueueOptions['tx'] & {} } : {};
  const service: MediaService = createMediaService(postgres, files, log, {
    // One after the other, so that two never make the same rendering.
    render: async (tx) =>
      void (await jobs.enqueue(definitions.render, {}, { ...within(tx), singletonKey: 'all' })),
    removeUnused: async (tx, hashes) =>
      void (await jobs.enqueue(definitions.removeUnused, { hashes: [...hashes] }, within(tx))),
  });
  return {
    name: 'media',
    plugin: mediaPlugin(files),
    jobs: [definitions.render, definitions.removeUnused],
    service,
    async start() {
      const nightly = { tz: 'Europe/Rome', key: 'nightly', payload: {} };
      await jobs.schedule(definitions.removeUnused, '40 4 * * *', nightly);
    },
  };
}
