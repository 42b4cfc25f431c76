/** Pictures and videos that are shown with games. */
import type { HubModule, Platform } from '../../platform/module.ts';
import { mediaPlugin } from './media.plugin.ts';
import { createMediaService, type MediaService } from './media.service.ts';

export { mediaAddress } from './media.address.ts';
export type { MediaFileRow } from './media.repo.ts';
export type { MediaService } from './media.service.ts';
export type { MediaFilesTable, MediaVariantsTable } from './media.tables.ts';

export type MediaModule = HubModule & { service: MediaService };

export function createMediaModule(platform: Pick<Platform, 'files' | 'postgres' | 'log'>): MediaModule {
  const { files, postgres, log } = platform;
  const service = createMediaService(postgres, files, log);
  return { name: 'media', plugin: mediaPlugin(files), service };
}
