import type { Settings } from './settings.ts';

/** Path of the hub's own user guide. */
export const userGuidePath = '/user-guide';

/** The address of the user guide: the configured one, else the hub's own page. */
export function userGuideAddress({
  userGuideUrl,
  publicUrl,
}: Pick<Settings, 'userGuideUrl' | 'publicUrl'>): string {
  return userGuideUrl ?? publicUrl + userGuidePath;
}
