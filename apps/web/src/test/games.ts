import type { Certificate, Game, GameMedium, IntegrationLink } from '@ludus/contract';

/** Games and media as the API returns them, for screen tests. */
export function aMedium(part: Partial<GameMedium> = {}): GameMedium {
  return {
    id: 1,
    url: '/media/cover/cover.webp',
    mediaType: 'gallery',
    isMainImage: false,
    isBanner: false,
    isMiniBanner: false,
    order: 0,
    width: 1242,
    height: 1464,
    variants: [],
    ...part,
  };
}

/** Alpina's link to a game (the integration of the tests' integration roles), or another one's. */
export function aLink(state: 'active' | 'visible' | 'requested', part: Partial<IntegrationLink> = {}) {
  const at = '2026-05-01T00:00:00.000Z';
  return {
    id: 3,
    name: 'Alpina',
    externalIdentifier: 'alpina',
    integration_games: {
      is_active: state === 'active' ? at : null,
      is_requested: state === 'requested' ? at : null,
    },
    ...part,
  };
}

export function aGame(part: Partial<Game> = {}): Game {
  return {
    id: 7,
    name: 'Wolves of Skadi',
    sub_name: 'Ways 4.096',
    slug: 'wolves_of_skadi',
    externalIdentifier: 'wolves_of_skadi',
    providerId: null,
    rtp: 96.19,
    rtp_std_dev: 9.4,
    rtp_since: '2026-03-02',
    volatility: 7,
    hit_frequency: 27.4,
    max_multiplier_win: 12_500,
    type: 'SLOT MACHINE',
    format: 'HTML5',
    max_bet: 100,
    min_bet: 0.2,
    pay_method: 'Ways',
    lines: 4096,
    reels: 6,
    gameRows: 4,
    supportedPlatforms: { mobile: true, desktop: true },
    isBuyBonus: true,
    isDev: false,
    isDemo: true,
    isCatalog: true,
    max_exposure: 1_250_000,
    max_exposure_ratio: 1_250_000,
    release_date: '2025-06-12',
    propertiesData: { 'Bonus trigger': '4 runes' },
    description_en: 'High in the frozen passes the huntress keeps her wolves.',
    description_it: 'In alto, fra i passi gelati, la cacciatrice alleva i suoi lupi.',
    createdAt: '2025-04-28T09:00:00.000Z',
    updatedAt: '2025-04-28T09:00:00.000Z',
    ...part,
  };
}

/** A file of the game above that every integration may have. */
export function aDocument(part: Partial<Certificate> = {}): Certificate {
  return {
    id: 51,
    name: 'Certificate Italy',
    url: '/api/files/signed-51',
    fileName: 'certificate-italy.pdf',
    bytes: 1_240_000,
    updatedAt: '2026-10-02T21:30:00.000Z',
    type: null,
    validUntil: null,
    validFrom: null,
    jurisdiction: null,
    language: null,
    version: null,
    checksum: null,
    replacedBy: null,
    addedBy: null,
    isGeneral: false,
    games: [{ id: 7, name: 'Wolves of Skadi' }],
    integration: null,
    ...part,
  };
}
