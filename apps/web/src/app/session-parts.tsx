import type { ReactNode } from 'react';
import { SessionDetails } from '../features/session-details/components/session-details.tsx';
import { SessionPopup } from '../features/session-details/components/session-popup.tsx';
import { SessionSearch } from '../features/session-search/components/session-search.tsx';
import { usePageExists } from './use-page-exists.ts';

/** Where a bug of a session is reported; null for people who cannot open the ticket form. */
function useReportHref(): (sessionId: string) => string | null {
  const canReport = usePageExists('newTicket');
  return (sessionId) => (canReport ? `/new-ticket/${sessionId}` : null);
}

/** The session search with the session box embedded in it. */
export function SessionSearchWithDetails() {
  const reportHref = useReportHref();
  return (
    <SessionSearch
      renderDetails={(sessionId: string, closer: ReactNode) => (
        <SessionDetails sessionId={sessionId} reportHref={reportHref} closer={closer} />
      )}
    />
  );
}

/** The session box as a popup. */
export function SessionDetailsPopup({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  return <SessionPopup sessionId={sessionId} onClose={onClose} reportHref={useReportHref()} />;
}
