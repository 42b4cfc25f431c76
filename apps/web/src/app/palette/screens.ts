import { mayOpen, type Role, type RouteId } from '@ludus/contract';
import type { BuiltRoutes } from '../guard.ts';
import type { EntryId } from '../shell/navigation.ts';

/** The screens that can be gone to without an id, with the letter that follows `g`. */
export const screenLetters = {
  dashboard: 'd',
  sessions: 's',
  sessionsList: 'l',
  openSessions: 'w',
  quarantine: 'q',
  figures: 'j',
  charts: 'h',
  reports: 'r',
  rtpMonitor: 'v',
  alerts: 'x',
  reconciliation: 'k',
  periodClose: 'y',
  statements: 'z',
  catalog: 'c',
  games: 'g',
  requests: '1',
  documentation: 'f',
  certificates: '8',
  integrations: 'i',
  operators: 'o',
  bets: 'b',
  maintenances: 'm',
  status: '9',
  tickets: 't',
  notifications: 'n',
  mailingList: 'e',
  users: 'u',
  approvals: '7',
  logs: 'a',
  settings: 'p',
} as const satisfies Record<EntryId, string> & Partial<Record<RouteId, string>>;

export type ScreenId = keyof typeof screenLetters;

/** Screens that are looked for by words that are not in their names. */
export const screensWithWords = [
  'statements',
  'certificates',
  'reconciliation',
  'periodClose',
  'status',
  'approvals',
  'figures',
] as const;

/** Those that exist and that these roles may open. */
export function screensFor(userRoles: readonly Role[], built: BuiltRoutes): ScreenId[] {
  return (Object.keys(screenLetters) as ScreenId[]).filter(
    (screen) => built.has(screen) && mayOpen(screen, userRoles),
  );
}
