import type { User } from '@ludus/contract';
import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { UsersPage } from '../features/users/pages/users-page.tsx';
import type { UsersSearch } from '../features/users/search.ts';
import { answerCalls } from './answer-calls.ts';
import { renderScreen, type ScreenOptions } from './render.tsx';

/** A user as the call returns them. */
export const someone = (id: number, username: string, values: Partial<User> = {}): User => ({
  id,
  keycloakUserId: `kc-${id}`,
  username,
  email: `${username}@ludus.example`,
  emailVerified: false,
  role: 'integration_guest',
  enabled: true,
  platform: null,
  platformId: null,
  integrationId: 3,
  integration: 'Alpina',
  attributes: { integration: ['Alpina'] },
  localOnly: false,
  kcOnly: false,
  mustChangePassword: false,
  hasSecondFactor: false,
  created_at: '2026-11-01T10:00:00Z',
  ...values,
});
const staff = { role: 'ludus_admin', integrationId: null, integration: null } as const;
export const self = someone(1, 'g.ferraris', { ...staff, keycloakUserId: 'user-1' });
export const anna = someone(2, 'anna');
export const desk = someone(3, 'desk', { keycloakUserId: null, localOnly: true, role: null });
export const remote = someone(4, 'remote', { id: null, keycloakUserId: 'kc-4', kcOnly: true });
const made = {
  version: 'GAI2',
  externalIdentifier: 'x',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
const places = [
  { ...made, id: 3, name: 'Alpina', platforms: [{ id: 31, name: 'Alpina Brand' }] },
  { ...made, id: 4, name: 'Baltica', platforms: [] },
];
export const session = {
  id: 's',
  ipAddress: '10.1.2.3',
  start: '2026-11-20T08:00:00Z',
  lastAccess: '2026-11-20T09:30:00Z',
};

/** The page with its search in memory. Returns what it called and where it went. */
export function showUsers(
  answers: Parameters<typeof answerCalls>[0] = {},
  { search = {}, ...who }: { search?: UsersSearch } & Pick<ScreenOptions, 'role' | 'session'> = {},
) {
  const calls = answerCalls({
    describeIdentityProvider: { kind: 'built-in' },
    listAccounts: [anna, desk, self, remote],
    listUserSessions: [session],
    listIntegrations: { rows: places },
    ...answers,
  });
  const seen: UsersSearch[] = [];
  function Page() {
    const [at, setAt] = useState(search);
    return (
      <>
        <Notifications />
        <UsersPage
          search={at}
          onSearch={(next) => {
            seen.push(next);
            setAt(next);
          }}
        />
      </>
    );
  }
  const screened = renderScreen(<Page />, who);
  const made = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...screened, calls, made, seen };
}
