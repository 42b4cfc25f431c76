import type { ReactNode } from 'react';
import { SessionBox } from '../features/session-box/components/session-box.tsx';
import { SessionPopup } from '../features/session-box/components/session-popup.tsx';
import { SessionSearch } from '../features/session-search/components/session-search.tsx';
import { usePageExists } from './use-page-exists.ts';

/** Where a bug of a session is reported (BOX-11); null for people who cannot open the ticket form (OPEN-20). */
function useReportHref(): (sessionId: string) => string | null {
  const canReport = usePageExists('newTicket');
  return (sessionId) => (canReport ? `/new-ticket/${sessionId}` : null);
}

/** The session search with the session box embedded in it. */
export function SearchWithBox() {
  const reportHref = useReportHref();
  return (
    <SessionSearch
      renderBox={(sessionId: string, closer: ReactNode) => (
        <SessionBox sessionId={sessionId} reportHref={reportHref} closer={closer} />
      )}
    />
  );
}

/** The session box as a popup. */
export function BoxPopup({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  return <SessionPopup sessionId={sessionId} onClose={onClose} reportHref={useReportHref()} />;
}
