import type { Game, GameMedium } from '@ludus/contract';
import { type ChosenMedia, filesOf, slots } from '../../domain/game/form/media.ts';
import { type GameValues, toUpdate } from '../../domain/game/form/values.ts';

/**
 * The game that a draft would become, for the game page to show: its files under addresses of this device, named so
 * that pictures and videos are distinguished as on stored media.
 */
export function previewGame(
  values: GameValues,
  media: ChosenMedia,
  addressOf: (file: File) => string,
  now: string,
): Game {
  const sent = toUpdate(values);
  const whole = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
  const maxBet = whole(sent.max_bet);
  const maxWin = whole(sent.max_multiplier_win);
  const base = { isMainImage: false, isBanner: false, isMiniBanner: false, variants: [] };
  const pictures = filesOf(media).map(({ role, chosen }, index): GameMedium => {
    const kind = role === 'videos' ? 'video' : 'picture.webp';
    return {
      ...base,
      id: index + 1,
      url: `${addressOf(chosen.file)}#${kind}`,
      mediaType: 'gallery',
      order: index,
      width: chosen.width,
      height: chosen.height,
      ...(role === 'images' || role === 'videos' ? {} : { [slots[role].flag]: true }),
    };
  });
  return {
    ...sent,
    id: 1,
    isCatalog: true,
    externalIdentifier: null,
    providerId: null,
    rtp: whole(sent.rtp),
    rtp_std_dev: whole(sent.rtp_std_dev ?? null),
    rtp_since: sent.rtp_since ?? null,
    hit_frequency: whole(sent.hit_frequency),
    max_multiplier_win: maxWin,
    max_bet: maxBet,
    min_bet: whole(sent.min_bet),
    // What the server will make of it.
    max_exposure: maxBet !== null && maxWin !== null ? maxBet * maxWin : null,
    max_exposure_ratio: null,
    createdAt: now,
    updatedAt: now,
    game_media: pictures,
  };
}
