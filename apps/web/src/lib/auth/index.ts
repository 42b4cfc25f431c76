export { SessionProvider, useCan, useSession, useUser } from './context.tsx';
export { type SessionUser, sessionUser, userFromTokens } from './identity.ts';
export { type ClientConfig, type Session, startSession } from './session.ts';
