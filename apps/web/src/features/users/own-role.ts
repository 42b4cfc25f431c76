import { mayOpen, type Role, type RouteId, routeIds } from '@ludus/contract';
import type { HubTexts } from '../../lib/texts.ts';

/** A page with a name of its own in the navigation. */
type Screen = keyof HubTexts['shell']['entries'] & RouteId;

const unnamed: Record<Exclude<RouteId, Screen>, true> = {
  game: true,
  editGame: true,
  integration: true,
  newIntegration: true,
  operatorGuide: true,
  reviewRequested: true,
  sessionsList: true,
  openSessions: true,
  session: true,
  quarantine: true,
  figures: true,
  player: true,
  ticket: true,
  newTicket: true,
};

/** What someone of one role may open and, with another role, may not. */
export function listLostScreens(before: Role | null, after: Role | null): Screen[] {
  if (before === null || after === null) return [];
  return routeIds
    .filter((id): id is Screen => !(id in unnamed))
    .filter((id) => mayOpen(id, [before]) && !mayOpen(id, [after]));
}
