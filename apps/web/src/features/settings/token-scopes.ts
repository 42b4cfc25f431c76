import type { TokenScope } from '@ludus/contract';

/** The texts of scopes: a key of texts holds no colon. */
export const scopeKeys = {
  'statistics:read': 'statistics',
  'dashboard:read': 'dashboard',
  'reports:read': 'reports',
  'money:net-and-due': 'netAndDue',
  'sessions:read': 'sessions',
  'sessions:refresh': 'openSessions',
  'money:session-due': 'sessionDue',
  'catalog:read': 'catalog',
  'games:documents': 'documents',
  'reconciliation:read': 'reconciliation',
  'statements:read': 'statements',
  'periods:read': 'periods',
  'tickets:use': 'tickets',
  'rtp:monitor': 'rtp',
  'alerts:read': 'alerts',
  'logs:read': 'logs',
  'reconciliation:files': 'files',
} as const satisfies Record<TokenScope, string>;
