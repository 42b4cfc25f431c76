import { type ReactNode, Suspense } from 'react';
import { useIsShownBySearch } from '../domain/session/session-address.ts';
import { SessionSearch } from '../features/session-search/components/session-search.tsx';
import { latePart } from '../lib/late-part.ts';
import { usePageExists } from './use-page-exists.ts';

// Loaded when a session is first looked at: no screen shows one at once.
const SessionDetails = latePart(
  async () => (await import('../features/session-details/components/session-details.tsx')).SessionDetails,
);
const SessionPopup = latePart(
  async () => (await import('../features/session-details/components/session-popup.tsx')).SessionPopup,
);
const SessionSearchPanel = latePart(
  async () =>
    (await import('../features/session-search/components/session-search-panel.tsx')).SessionSearchPanel,
);

/** Where a bug of a session is reported; null for people who cannot open the ticket form. */
export function useReportHref(): (sessionId: string) => string | null {
  const canReport = usePageExists('newTicket');
  return (sessionId) => (canReport ? `/new-ticket/${sessionId}` : null);
}

/** A session as a part of something else. */
export function EmbeddedSession({ sessionId, closer }: { sessionId: string; closer?: ReactNode }) {
  const reportHref = useReportHref();
  return (
    <Suspense>
      <SessionDetails sessionId={sessionId} reportHref={reportHref} closer={closer} />
    </Suspense>
  );
}

const renderSession = (sessionId: string, closer: ReactNode) => (
  <EmbeddedSession sessionId={sessionId} closer={closer} />
);

/** The session search with the session box embedded in it. */
export function SessionSearchWithDetails() {
  return <SessionSearch renderDetails={renderSession} />;
}

/** The sessions of a player, over the page. */
export function PlayerSessions({ userId, onClose }: { userId: string; onClose: () => void }) {
  return (
    <Suspense>
      <SessionSearchPanel
        initial={{ relatedId: userId, searchType: 'userId' }}
        onClose={onClose}
        renderDetails={renderSession}
      />
    </Suspense>
  );
}

/** The session box over the page. */
export function SessionDetailsPopup({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const reportHref = useReportHref();
  if (useIsShownBySearch()) return null;
  return (
    <Suspense>
      <SessionPopup sessionId={sessionId} onClose={onClose} reportHref={reportHref} />
    </Suspense>
  );
}
