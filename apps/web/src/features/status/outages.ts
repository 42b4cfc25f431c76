import type { Outage } from '@ludus/contract';

/** How long an outage lasts, or has lasted, in milliseconds. */
export const lengthOf = ({ openedAt, closedAt }: Pick<Outage, 'openedAt' | 'closedAt'>): number =>
  Math.max(0, (closedAt === null ? Date.now() : Date.parse(closedAt)) - Date.parse(openedAt));
