import type { Role } from '@ludus/contract';
import { vi } from 'vitest';
import { sessionUser } from '../lib/auth/identity.ts';
import type { Session } from '../lib/auth/session.ts';

/** A signed-in session for tests; integration roles belong to Alpina. */
export function testSession(
  role: Role,
  person: { userId?: string; username?: string; email?: string | null } = {},
): Session {
  const user = sessionUser({
    userId: person.userId ?? 'user-1',
    username: person.username ?? 'g.ferraris',
    email: person.email === undefined ? 'g.ferraris@ludus.example' : person.email,
    roles: [role],
    integrationName: role.startsWith('integration') ? 'Alpina' : null,
  });
  return {
    config: {
      issuer: 'http://localhost/realms/ludus',
      clientId: 'ludus-hub',
      audience: 'urn:ludus:api',
      languages: [],
      catalogPageSize: 50,
      integrationsPageSize: 50,
      userGuideUrl: 'http://localhost/user-guide',
      inboxUrl: null,
      tracing: false,
      demoUrl: null,
    },
    user: () => user,
    subscribe: () => () => {},
    hasFailed: () => false,
    accessToken: () => 'token',
    renew: async () => 'renewed',
    signInAgain: vi.fn(),
    prepare: () => {},
    signOut: vi.fn(),
    stop: () => {},
  };
}
