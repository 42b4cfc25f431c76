import type { GameMedium } from '@ludus/contract';

export interface GalleryItem {
  medium: GameMedium;
  isVideo: boolean;
}

/** An image if the address says jpg, png or webp, otherwise a video. */
export function isImageAddress(url: string): boolean {
  return /jpg|png|webp/i.test(url);
}

/** The gallery in ascending order: what has no other role. */
export function galleryOf(media: readonly GameMedium[] | undefined): GalleryItem[] {
  return (media ?? [])
    .filter(
      (medium) =>
        medium.mediaType === 'gallery' && !medium.isMainImage && !medium.isBanner && !medium.isMiniBanner,
    )
    .sort((first, second) => first.order - second.order || first.id - second.id)
    .map((medium) => ({ medium, isVideo: !isImageAddress(medium.url) }));
}

/** How many are shown on the page. */
export function previewSize(isSidebarFixed: boolean): number {
  return isSidebarFixed ? 5 : 6;
}

/** From how many items on the page leads to the viewer in words. */
export const viewMoreFrom = 6;

/** Where a game's documentation or promo assets are found on the web; null without such an address. */
export function addressOfKind(
  media: readonly GameMedium[] | undefined,
  kind: 'docs' | 'assets',
): string | null {
  return media?.find((medium) => medium.mediaType === kind)?.url ?? null;
}

/** The list with one item taken out and put in at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_item, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
