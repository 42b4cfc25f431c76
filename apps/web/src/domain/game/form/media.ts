import type { BodyInput, GameMedium, uploadGameMedia } from '@ludus/contract';
import type { Problems } from './values.ts';

export type Slot = 'main' | 'banner' | 'mini';

/** Recommended sizes in pixels, compared exactly. */
export const slots = {
  main: { width: 1242, height: 1464, flag: 'isMainImage' },
  banner: { width: 1833, height: 686, flag: 'isBanner' },
  mini: { width: 1152, height: 80, flag: 'isMiniBanner' },
} as const satisfies Record<Slot, { width: number; height: number; flag: keyof GameMedium }>;

export const slotIds = Object.keys(slots) as Slot[];

/** A file as it will be sent; pictures know their size in pixels. */
export interface ChosenFile {
  key: string;
  file: File;
  width: number | null;
  height: number | null;
}

export interface ChosenMedia {
  main: ChosenFile | null;
  banner: ChosenFile | null;
  mini: ChosenFile | null;
  images: ChosenFile[];
  videos: ChosenFile[];
  docsUrl: string;
  assetsUrl: string;
}

export const noMedia: ChosenMedia = {
  main: null,
  banner: null,
  mini: null,
  images: [],
  videos: [],
  docsUrl: '',
  assetsUrl: '',
};

export type FileRole = Slot | 'images' | 'videos';

const imageName = /\.(?:jpe?g|png|webp)$/i;
const videoName = /\.(?:mp4|avi|mov|wmv|flv|webm)$/i;

/** Whether a file's extension fits its place. */
export function isAccepted(fileName: string, role: FileRole): boolean {
  return (role === 'videos' ? videoName : imageName).test(fileName);
}

/** What the file picker offers. */
export function pickerTypes(role: FileRole, withWebp: boolean): string {
  if (role === 'videos') return '.mp4,.avi,.mov,.wmv,.flv,.webm';
  return withWebp ? 'image/png,image/jpeg,image/webp' : 'image/png,image/jpeg';
}

/** The medium that plays a role among a game's stored media. */
export function storedIn(media: readonly GameMedium[], slot: Slot): GameMedium | undefined {
  return media.find((medium) => medium[slots[slot].flag]);
}

/** The stored gallery in its order, pictures or videos. */
export function storedGallery(media: readonly GameMedium[], kind: 'images' | 'videos'): GameMedium[] {
  return media
    .filter((medium) => medium.mediaType === 'gallery' && !slotIds.some((slot) => medium[slots[slot].flag]))
    .filter((medium) => /jpg|png|webp/i.test(medium.url) === (kind === 'images'))
    .sort((first, second) => first.order - second.order || first.id - second.id);
}

/** The stored docs or promo assets address, of which a game has one each. */
export function storedUrl(media: readonly GameMedium[], type: 'docs' | 'assets'): GameMedium | undefined {
  return media.find((medium) => medium.mediaType === type);
}

/** What an editor starts from: no files, and the addresses as they are stored. */
export function chosenOf(media: readonly GameMedium[]): ChosenMedia {
  return {
    ...noMedia,
    docsUrl: storedUrl(media, 'docs')?.url ?? '',
    assetsUrl: storedUrl(media, 'assets')?.url ?? '',
  };
}

/** The choice seen from other stored media: an address that was not edited follows them, instead of undoing them. */
export function rebaseFiles(
  chosen: ChosenMedia,
  before: readonly GameMedium[],
  now: readonly GameMedium[],
): ChosenMedia {
  const [old, next] = [chosenOf(before), chosenOf(now)];
  return {
    ...chosen,
    docsUrl: chosen.docsUrl === old.docsUrl ? next.docsUrl : chosen.docsUrl,
    assetsUrl: chosen.assetsUrl === old.assetsUrl ? next.assetsUrl : chosen.assetsUrl,
  };
}

/** All chosen files with their roles, in the order they are sent in. */
export function filesOf(chosen: ChosenMedia): { role: FileRole; chosen: ChosenFile }[] {
  const inSlots = slotIds.flatMap((role) => {
    const file = chosen[role];
    return file ? [{ role, chosen: file }] : [];
  });
  const gallery = (['images', 'videos'] as const).flatMap((role) =>
    chosen[role].map((file) => ({ role, chosen: file })),
  );
  return [...inSlots, ...gallery];
}

/** The choice without one file. */
export function withoutFile(chosen: ChosenMedia, key: string): ChosenMedia {
  const keep = (file: ChosenFile | null) => (file?.key === key ? null : file);
  return {
    ...chosen,
    main: keep(chosen.main),
    banner: keep(chosen.banner),
    mini: keep(chosen.mini),
    images: chosen.images.filter((file) => file.key !== key),
    videos: chosen.videos.filter((file) => file.key !== key),
  };
}

export interface MediaPlan {
  deletions: number[];
  uploads: { chosen: ChosenFile; fields: BodyInput<typeof uploadGameMedia> }[];
  urls: { mediaType: 'docs' | 'assets'; url: string }[];
}

/**
 * The calls that turn the stored media into what was chosen. A replaced main image, banner or mini banner and
 * an address that was emptied are queued for deletion.
 */
export function mediaPlan(
  stored: readonly GameMedium[],
  removed: readonly number[],
  chosen: ChosenMedia,
): MediaPlan {
  const deletions = new Set(removed.filter((id) => stored.some((medium) => medium.id === id)));
  for (const slot of slotIds) {
    const old = storedIn(stored, slot);
    if (chosen[slot] && old) deletions.add(old.id);
  }
  const urls: MediaPlan['urls'] = [];
  for (const mediaType of ['docs', 'assets'] as const) {
    const old = storedUrl(stored, mediaType);
    const url = chosen[`${mediaType}Url`].trim();
    if (url === '' && old) deletions.add(old.id);
    else if (url !== '' && url !== old?.url) urls.push({ mediaType, url });
  }
  return {
    deletions: [...deletions],
    uploads: filesOf(chosen).map(({ role, chosen: file }) => ({
      chosen: file,
      fields: {
        ...(role === 'images' || role === 'videos' ? {} : { [slots[role].flag]: 'true' }),
        mediaType: 'gallery',
        type: 'file',
      },
    })),
    urls,
  };
}

export function isEmptyPlan(plan: MediaPlan): boolean {
  return plan.deletions.length + plan.uploads.length + plan.urls.length === 0;
}

/** Docs and assets must be web addresses, or empty. */
export function addressProblems(chosen: ChosenMedia): Problems {
  const found: Problems = {};
  for (const field of ['docsUrl', 'assetsUrl'] as const) {
    const text = chosen[field].trim();
    if (text === '') continue;
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol) || text.length > 2000) found[field] = 'webAddress';
  }
  return found;
}
