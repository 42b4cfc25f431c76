import {
  eurosFromCents,
  type Game,
  type GameMedium,
  type GameSummary,
  type IntegrationLink,
} from '@ludus/contract';
import { mediaAddress } from '../media/index.ts';
import type { GameReferenceRow, GameRow, LinkRow, MediumRow } from './games.repo.ts';

const number = (text: string | null): number | null => (text === null ? null : Number(text));
const euros = (cents: number | string | null): number | null =>
  cents === null ? null : eurosFromCents(BigInt(cents));

/** A game as the contract has it, without media and links. */
export function gameOf(row: GameRow): Game {
  const exposure = euros(row.max_exposure_cents);
  return {
    id: row.id,
    name: row.name,
    sub_name: row.sub_name,
    slug: row.slug,
    externalIdentifier: row.external_identifier,
    providerId: row.provider_id,
    rtp: number(row.rtp),
    rtp_std_dev: number(row.rtp_std_dev),
    rtp_since: row.rtp_since,
    volatility: row.volatility,
    hit_frequency: number(row.hit_frequency),
    max_multiplier_win: number(row.max_multiplier_win),
    type: row.type,
    format: row.format,
    max_bet: euros(row.max_bet_cents),
    min_bet: euros(row.min_bet_cents),
    pay_method: row.pay_method,
    lines: row.lines,
    reels: row.reels,
    gameRows: row.game_rows,
    supportedPlatforms: { mobile: row.on_mobile, desktop: row.on_desktop },
    isBuyBonus: row.is_buy_bonus,
    isDev: row.is_dev,
    isDemo: row.is_demo,
    isCatalog: row.is_catalog,
    // One value under the names of both documents.
    max_exposure: exposure,
    max_exposure_ratio: exposure,
    release_date: row.release_date,
    propertiesData: row.properties_data,
    description_en: row.description_en,
    description_it: row.description_it,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function mediumOf(row: MediumRow): GameMedium {
  const { hash, name } = row;
  const stored = hash !== null && name !== null;
  return {
    id: row.id,
    url: stored ? mediaAddress(hash, name) : (row.url ?? ''),
    mediaType: row.media_type,
    isMainImage: row.role === 'main',
    isBanner: row.role === 'banner',
    isMiniBanner: row.role === 'mini',
    order: row.position,
    width: row.width,
    height: row.height,
    variants: stored
      ? row.variants.map((variant) => ({ width: variant.width, url: mediaAddress(hash, variant.name) }))
      : [],
  };
}

export function linkOf(row: LinkRow): IntegrationLink {
  return {
    id: row.id,
    name: row.name,
    externalIdentifier: row.external_identifier,
    integration_games: linkState(row),
  };
}

/** The state of a link, as instants of which only nullness counts. */
export function linkState(
  row: Pick<LinkRow, 'is_active' | 'is_requested'>,
): IntegrationLink['integration_games'] {
  return {
    is_active: row.is_active?.toISOString() ?? null,
    is_requested: row.is_requested?.toISOString() ?? null,
  };
}

/** A game by its names and smallest pictures. */
export interface GameReference {
  readonly id: number;
  readonly slug: string;
  /** As sessions and lists return it. */
  readonly summary: GameSummary;
  /** Smallest rendering of the mini banner and of the main image; null without one. */
  readonly miniBannerUrl: string | null;
  readonly thumbUrl: string | null;
}

/** Games in the order of the rows. */
export function gameReferencesOf(rows: readonly GameReferenceRow[]): GameReference[] {
  const pictures = new Map<number, { mini: string | null; main: string | null; row: GameReferenceRow }>();
  for (const row of rows) {
    const known = pictures.get(row.id) ?? { mini: null, main: null, row };
    const name = row.smallest ?? row.file_name;
    if (row.hash !== null && name !== null && (row.role === 'mini' || row.role === 'main')) {
      known[row.role] = mediaAddress(row.hash, name);
    }
    pictures.set(row.id, known);
  }
  return [...pictures.values()].map(({ mini, main, row }) => ({
    id: row.id,
    slug: row.slug,
    summary: {
      id: row.id,
      name: row.name,
      sub_name: row.sub_name,
      slug: row.slug,
      isCatalog: row.is_catalog,
      isDev: row.is_dev,
      game_media: [
        ...(main === null ? [] : [{ url: main, isMainImage: true, isMiniBanner: false }]),
        ...(mini === null ? [] : [{ url: mini, isMainImage: false, isMiniBanner: true }]),
      ],
    },
    miniBannerUrl: mini,
    thumbUrl: main,
  }));
}
