import { addGameMediaUrl, deleteGameMedia, uploadGameMedia } from '@ludus/contract';
import { ApiError, call, upload } from '../../../lib/api/index.ts';
import type { MediaPlan } from './media.ts';

export interface MediaReport {
  /** Of one file, from 0 to 1. */
  onProgress: (key: string, part: number) => void;
  onSent: (key: string) => void;
  /** `refusal` is the server's reason where sending the file again cannot help. */
  onFailed: (key: string, refusal: string | null) => void;
}

/** Too large, of a wrong kind, or not as it must be. */
const cachedJson = new Set([413, 415, 422]);

/**
 * Makes the media calls of a plan, in its order: deletions, uploads, addresses. One that fails does
 * not stop the others; returns how many failed. A medium that is gone already counts as deleted.
 */
export async function sendMedia(gameId: number, plan: MediaPlan, report: MediaReport): Promise<number> {
  let failures = 0;
  for (const mediaId of plan.deletions) {
    try {
      await call(deleteGameMedia, { params: { mediaId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) failures += 1;
    }
  }
  for (const { chosen, fields } of plan.uploads) {
    try {
      await upload(uploadGameMedia, {
        params: { gameId },
        fields,
        file: chosen.file,
        onProgress: (part) => report.onProgress(chosen.key, part),
      });
      report.onSent(chosen.key);
    } catch (error) {
      failures += 1;
      const isLasting = error instanceof ApiError && cachedJson.has(error.status);
      report.onFailed(chosen.key, isLasting ? error.message : null);
    }
  }
  for (const { mediaType, url } of plan.urls) {
    try {
      await call(addGameMediaUrl, { params: { gameId }, body: { url, mediaType, type: 'url' } });
    } catch {
      failures += 1;
    }
  }
  return failures;
}
