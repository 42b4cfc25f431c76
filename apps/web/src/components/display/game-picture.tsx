import type { Game, GameMedium } from '@ludus/contract';
import { type CSSProperties, useEffect, useState } from 'react';
import { Mark } from './brand-mark.tsx';
import styles from './game-picture.module.css';

export type PictureRole = 'main' | 'mini' | 'banner';

const roleFlags = { main: 'isMainImage', mini: 'isMiniBanner', banner: 'isBanner' } as const;

/** The picture that plays a role for a game, where the call has brought its media. */
export function pictureOf(game: Pick<Game, 'game_media'>, role: PictureRole): GameMedium | undefined {
  return game.game_media?.find((medium) => medium[roleFlags[role]]);
}

/** Candidates by width for `srcset`: the smaller renderings, and the original where its full size may be needed. */
export function sourcesOf(medium: GameMedium, withOriginal: boolean): string | undefined {
  const candidates = medium.variants.map((variant) => `${variant.url} ${variant.width}w`);
  if (candidates.length === 0) return undefined;
  if (withOriginal && medium.width !== null) candidates.push(`${medium.url} ${medium.width}w`);
  return candidates.join(', ');
}

/** Address of the smallest rendering that is at least this wide, for places of one fixed size. */
export function addressAt(medium: GameMedium | undefined, width: number): string | null {
  if (!medium) return null;
  const fitting = medium.variants
    .filter((variant) => variant.width >= width)
    .sort((first, second) => first.width - second.width);
  return fitting[0]?.url ?? medium.url;
}

interface GamePictureProps {
  medium: GameMedium | undefined;
  /** How wide it is drawn, as the `sizes` attribute has it. */
  sizes: string;
  /** Empty where a name stands beside it. */
  alt?: string;
  /** Offers the original too: for pictures that fill the screen. */
  full?: boolean;
  /** Loads at once: it is what the page opens with. The others let everything else go before them. */
  eager?: boolean;
  /** Asks for nothing yet: pictures before it go first. */
  waits?: boolean;
  /** The picture is there, or will never be. */
  onSettled?: (() => void) | undefined;
  /** What `object-fit: cover` keeps. */
  position?: CSSProperties['objectPosition'];
  /** Shows nothing in place of a missing picture, where the picture is only a backdrop. */
  bare?: boolean;
  markSize?: number;
}

/** A picture of a game, filling the box around it; a missing or broken one is replaced by the mark. */
export function GamePicture({ medium, sizes, alt = '', full = false, ...props }: GamePictureProps) {
  const [isBroken, setBroken] = useState(false);
  const src = medium ? (medium.variants.at(-1)?.url ?? medium.url) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture gets another try
  useEffect(() => setBroken(false), [src]);
  if (!medium || isBroken) {
    if (props.bare) return null;
    return (
      <span className={styles.fallback} data-fallback>
        <Mark size={props.markSize ?? 40} />
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      src={props.waits ? undefined : full ? medium.url : src}
      srcSet={props.waits ? undefined : sourcesOf(medium, full)}
      sizes={sizes}
      alt={alt}
      width={medium.width ?? undefined}
      height={medium.height ?? undefined}
      loading={props.eager ? 'eager' : 'lazy'}
      fetchPriority={props.eager ? 'high' : 'low'}
      decoding="async"
      draggable={false}
      style={{ objectPosition: props.position }}
      onLoad={props.onSettled}
      onError={() => {
        setBroken(true);
        props.onSettled?.();
      }}
    />
  );
}
