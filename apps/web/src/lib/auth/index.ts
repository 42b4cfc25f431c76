export { SessionProvider, useCan, useSession, useUser } from './context.tsx';
export { type SessionUser, sessionUser, userFromTokens } from './identity.ts';
export { type ClientConfig, type Session, safeReturnPath, startSession } from './session.ts';
