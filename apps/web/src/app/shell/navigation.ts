import { mayOpen, type Role, type RouteId } from '@ludus/contract';
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBell,
  IconBuildingStore,
  IconCalendar,
  IconChartBar,
  IconChartLine,
  IconClipboardData,
  IconCoins,
  IconDeviceGamepad2,
  IconFileInvoice,
  IconFiles,
  IconHeartPlus,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLifebuoy,
  IconListDetails,
  IconMail,
  IconPlugConnected,
  IconScale,
  IconSettings,
  IconShieldCheck,
  IconTool,
  IconUserCheck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { BuiltRoutes } from '../guard.ts';
import type { en } from './i18n.en.ts';

export type EntryId = keyof typeof en.entries & RouteId;
export type GroupId = 'main' | keyof typeof en.groups;

/** The sidebar's groups and entries, in order. Entries follow the route table. */
export const groups: readonly { id: GroupId; entries: readonly EntryId[] }[] = [
  { id: 'main', entries: ['dashboard', 'sessions', 'charts', 'reports', 'rtpMonitor', 'alerts'] },
  { id: 'finance', entries: ['reconciliation', 'periodClose', 'statements'] },
  { id: 'games', entries: ['catalog', 'games', 'requests', 'documentation', 'certificates'] },
  { id: 'operators', entries: ['integrations', 'operators', 'bets', 'maintenances'] },
  { id: 'support', entries: ['tickets', 'notifications', 'mailingList', 'status'] },
  { id: 'admin', entries: ['users', 'approvals', 'logs', 'settings'] },
];

/** Exhaustive, so that an entry without an icon is a type error. */
export const entryIcons: Record<EntryId, TablerIcon> = {
  dashboard: IconLayoutDashboard,
  sessions: IconListDetails,
  charts: IconChartLine,
  reports: IconClipboardData,
  rtpMonitor: IconChartBar,
  alerts: IconAlertTriangle,
  reconciliation: IconScale,
  periodClose: IconCalendar,
  statements: IconFileInvoice,
  catalog: IconLayoutGrid,
  games: IconDeviceGamepad2,
  requests: IconHeartPlus,
  documentation: IconFiles,
  certificates: IconShieldCheck,
  integrations: IconPlugConnected,
  operators: IconBuildingStore,
  bets: IconCoins,
  maintenances: IconTool,
  tickets: IconLifebuoy,
  notifications: IconBell,
  mailingList: IconMail,
  status: IconActivityHeartbeat,
  users: IconUsers,
  approvals: IconUserCheck,
  logs: IconHistory,
  settings: IconSettings,
};

/** What the phone's bar holds. The user's menu has an order of its own. */
export const barEntries: readonly EntryId[] = ['dashboard', 'catalog', 'sessions', 'charts', 'documentation'];
export const userEntries: readonly EntryId[] = ['notifications', 'settings'];

/** The entry that stands for a page which has none of its own. */
const parents: Partial<Record<RouteId, EntryId>> = {
  sessionsList: 'sessions',
  openSessions: 'sessions',
  session: 'sessions',
  quarantine: 'sessions',
  player: 'sessions',
  game: 'catalog',
  editGame: 'catalog',
  reviewRequested: 'catalog',
  operatorGuide: 'documentation',
  integration: 'integrations',
  newIntegration: 'integrations',
  ticket: 'tickets',
  newTicket: 'tickets',
};

/** Pages without an entry of their own that have a name all the same. */
export type NamedPage = keyof typeof en.refused.pages & RouteId;
const namedPages: Record<NamedPage, true> = {
  editGame: true,
  figures: true,
  openSessions: true,
  operatorGuide: true,
  quarantine: true,
  reviewRequested: true,
};
export const isNamedPage = (route: RouteId | null): route is NamedPage =>
  route !== null && Object.hasOwn(namedPages, route);

export function entryOf(route: RouteId | null): EntryId | null {
  if (route === null) return null;
  const own = groups.flatMap((group) => group.entries).find((entry) => entry === route);
  return own ?? parents[route] ?? null;
}

function isShown(entry: EntryId, userRoles: readonly Role[], built: BuiltRoutes): boolean {
  return built.has(entry) && mayOpen(entry, userRoles);
}

/** The groups with only the entries that exist and that these roles admit; empty groups fall away. */
export function sidebarGroups(userRoles: readonly Role[], built: BuiltRoutes) {
  return groups
    .map((group) => ({
      id: group.id,
      entries: group.entries.filter((entry) => isShown(entry, userRoles, built)),
    }))
    .filter((group) => group.entries.length > 0);
}

/** The phone's bar, the groups of its overflow menu without what stands in the bar, and the pages of its user menu. */
export function phoneNavigation(userRoles: readonly Role[], built: BuiltRoutes) {
  const shown = sidebarGroups(userRoles, built);
  const all = shown.flatMap((group) => group.entries);
  const elsewhere = [...barEntries, ...userEntries];
  const bar = barEntries.filter((entry) => all.includes(entry));
  const user = userEntries.filter((entry) => all.includes(entry));
  return {
    // Guests have hardly a page of it: what their menu offers is one tap away, too.
    bar: bar.length > 2 ? bar : [...bar, ...user],
    overflow: shown
      .map(({ id, entries }) => ({ id, entries: entries.filter((entry) => !elsewhere.includes(entry)) }))
      .filter(({ entries }) => entries.length > 0),
    user,
  };
}
