import type { Role } from '@ludus/contract';
import type { ReactNode } from 'react';
import { SessionProvider } from '../lib/auth/context.tsx';
import { sessionUser } from '../lib/auth/identity.ts';
import type { Session } from '../lib/auth/session.ts';

/** A signed-in session of one role, without an identity provider. Integration roles belong to Alpina. */
export function sessionAs(role: Role): Session {
  const isProvider = role.startsWith('ludus_');
  const user = sessionUser({
    userId: `user-${role}`,
    username: role,
    email: `${role}@ludus.example`,
    roles: [role],
    integrationName: isProvider ? null : 'Alpina',
  });
  return {
    config: {
      issuer: 'http://hub.test/realms/ludus',
      clientId: 'ludus-hub',
      audience: 'urn:ludus:api',
      languages: [],
      catalogPageSize: 50,
      integrationsPageSize: 50,
      inboxUrl: null,
      demoUrl: null,
    },
    user: () => user,
    subscribe: () => () => {},
    hasFailed: () => false,
    signOut: () => {},
    stop: () => {},
    accessToken: () => 'token',
    renew: async () => 'renewed',
    signInAgain: () => {},
  };
}

export function SignedIn({ as, children }: { as: Role; children: ReactNode }) {
  return <SessionProvider session={sessionAs(as)}>{children}</SessionProvider>;
}
