/** What a ticket is about. A type decides what support has to know; `general` asks for nothing. */
export const ticketTypes = [
  'general',
  'stuckSession',
  'bigWin',
  'reportBug',
  'asset',
  'certificate',
] as const;
export type TicketType = (typeof ticketTypes)[number];

export const assetKinds = ['icon', 'logo', 'banner', 'screenshot', 'video', 'document', 'other'] as const;
export type AssetKind = (typeof assetKinds)[number];

/** What a ticket of a type must name beside the facts of its case. */
export const ticketSubjects: Record<TicketType, 'session' | 'game' | null> = {
  general: null,
  stuckSession: 'session',
  bigWin: 'session',
  reportBug: null,
  asset: 'game',
  certificate: 'game',
};

/** How an integration says that it was served. */
export const ticketRatings = ['good', 'bad'] as const;
export type TicketRating = (typeof ticketRatings)[number];

/** For how many days after the first rating it can be changed. */
export const ratingDays = 7;

/** What a ticket can be linked with; a `difference` is a day of an integration that was compared with its platform. */
export const ticketLinkKinds = ['session', 'game', 'outage', 'incident', 'difference'] as const;
export type TicketLinkKind = (typeof ticketLinkKinds)[number];
