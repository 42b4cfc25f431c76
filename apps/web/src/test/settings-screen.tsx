import type { Job, PickedUser } from '@ludus/contract';
import { useState } from 'react';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';
import type { SettingsSearch } from '../features/settings/search.ts';
import { answerCalls } from './answer-calls.ts';
import { ownSecurity } from './own-security.ts';
import { renderScreen } from './render.tsx';

const user = (id: number, username: string, parts: Partial<PickedUser> = {}): PickedUser => ({
  id,
  userId: `u${id}`,
  username,
  email: `${username}@ludus.test`,
  roles: ['integration_admin'],
  integrationId: 1,
  integration: 'Alpina',
  ...parts,
});
const users = [
  user(1, 'chief', { roles: ['ludus_admin'], integrationId: null, integration: null }),
  user(2, 'silent', { roles: ['ludus_admin'], integrationId: null, integration: null, email: null }),
  user(3, 'anna'),
  user(4, 'boris', { integrationId: 2, integration: 'Baltica' }),
  user(5, 'nomail', { email: 'nowhere' }),
];
const integrations = {
  rows: [1, 2].map((id) => ({
    id,
    name: id === 1 ? 'Alpina' : 'Baltica',
    version: 'GAI2',
    externalIdentifier: String(id),
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
  })),
};

/** A job as the board's calls return it. */
export const job = (id: string, parts: Partial<Job> = {}): Job => ({
  id,
  name: 'fetch-sessions',
  state: 'completed',
  queueQualifiedName: 'hub:bookkeeping',
  data: { userId: 'u1', dateStart: '2026-11-01', dateEnd: '2026-11-03', integrationIds: null },
  username: 'anna',
  progress: { percentage: 100, message: 'Done' },
  summary: {},
  integrations: [],
  error: null,
  timestamp: '2026-11-20T10:00:00Z',
  processedOn: '2026-11-20T10:00:10Z',
  finishedOn: '2026-11-20T10:01:15Z',
  delay: 0,
  ...parts,
});
type Lists = Record<'active' | 'waiting' | 'completed' | 'delayed' | 'failed', Job[]>;
export const none: Lists & { more: Record<'active' | 'waiting' | 'delayed', number> } = {
  active: [],
  waiting: [],
  completed: [],
  delayed: [],
  failed: [],
  more: { active: 0, waiting: 0, delayed: 0 },
};

/** The page with its search in memory. */
export function SettingsScreen({ first = {} }: { first?: SettingsSearch }) {
  const [search, setSearch] = useState(first);
  return <SettingsPage search={search} onSearch={setSearch} />;
}

/** The page of an administrator. Returns what it called. */
export function showSettings(
  answers: Record<string, unknown> = {},
  boards: { bookkeeping?: Partial<typeof none>; reports?: Partial<typeof none> } = {},
  search: SettingsSearch = {},
) {
  const calls = answerCalls({
    ...ownSecurity,
    listIntegrations: integrations,
    listUsers: ({ query }: { query: { integrationId?: string } }) => ({
      rows: users.filter(
        ({ integrationId, roles }) =>
          query.integrationId === undefined ||
          integrationId === Number(query.integrationId) ||
          roles.includes('ludus_admin'),
      ),
    }),
    listAllJobs: ({ path }: { path: string }) => ({
      ...none,
      ...boards[path.endsWith('reports') ? 'reports' : 'bookkeeping'],
    }),
    listSavedReplies: { rows: [] },
    getApprovalSettings: {
      settings: {
        visibility: false,
        bets: true,
        roles: false,
        terms: false,
        visibilityThreshold: 20,
        expiryDays: 7,
      },
      approvers: 1,
    },
    getTicketSettings: { firstAnswerHours: null, nextAnswerHours: 24 },
    listWaitingJobs: [],
    listReportDeliveries: [],
    ...answers,
  });
  return { calls, ...renderScreen(<SettingsScreen first={search} />) };
}
/** The calls of one endpoint. */
export const called = (calls: { endpoint: string }[], name: string) =>
  calls.filter(({ endpoint }) => endpoint === name);
