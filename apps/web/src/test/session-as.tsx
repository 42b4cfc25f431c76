import type { Role } from '@ludus/contract';
import type { ReactNode } from 'react';
import { SessionProvider } from '../lib/auth/context.tsx';
import type { Session } from '../lib/auth/session.ts';
import { testSession } from './session.ts';

/** A signed-in session named after its role. */
export function sessionAs(role: Role): Session {
  return testSession(role, { userId: `user-${role}`, username: role, email: `${role}@ludus.example` });
}

export function SignedIn({ as, children }: { as: Role; children: ReactNode }) {
  return <SessionProvider session={sessionAs(as)}>{children}</SessionProvider>;
}
