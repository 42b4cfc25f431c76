import type { Scope } from '@ludus/contract';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { SessionUser } from './identity.ts';
import type { Session } from './session.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

/** The signed-in person; follows changes of rights that come with a new token. */
export function useUser(): SessionUser {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.user);
}

/** May the signed-in person do this? The same table as the server's decides. */
export function useCan(scope: Scope): boolean {
  return useUser().scopes.has(scope);
}
