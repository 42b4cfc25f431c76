/** Without a schema, so that an address can be read without them. */

/** What a document is. A type of a newer release is shown as `other`. */
export const documentTypes = [
  'certificate',
  'test-report',
  'game-rules',
  'technical',
  'marketing',
  'agreement',
  'other',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** In the order of a life. */
export const documentStates = ['upcoming', 'valid', 'expiring', 'expired', 'replaced'] as const;
export type DocumentState = (typeof documentStates)[number];

/** Orders of coverage. Urgency: expired ones first, then expiring and missing ones, what ends sooner before the rest; or by the name of the game. */
export const coverageOrders = ['urgency', 'name'] as const;
export type CoverageOrder = (typeof coverageOrders)[number];

/** The states of a coverage that ask for someone, the most urgent first. */
export const actionStates = ['expired', 'expiring', 'missing'] as const;
export type ActionState = (typeof actionStates)[number];
