/** Pictures and videos that are shown with games. */
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { EnqueueOptions } from '../../infra/queue/index.ts';
import { defineMediaJobs } from './media.jobs.ts';
import { mediaPlugin } from './media.plugin.ts';
import { createMediaService, type MediaService } from './media.service.ts';

export type { MediaFileRow } from './media.repo.ts';
export type { MediaContent, MediaService } from './media.service.ts';
export type { MediaFilesTable, MediaVariantsTable } from './media.tables.ts';
export { mediaAddress } from './media.urls.ts';

export type MediaModule = HubModule & { service: MediaService };

export function createMediaModule(
  infra: Pick<Infra, 'files' | 'postgres' | 'log' | 'jobs' | 'clock' | 'realtime'>,
): MediaModule {
  const { files, postgres, log, jobs, clock, realtime } = infra;
  const definitions = defineMediaJobs(
    () => service,
    { clock, postgres },
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
