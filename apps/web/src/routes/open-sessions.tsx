import { createFileRoute } from '@tanstack/react-router';
import { SessionDetailsPopup, SessionSearchWithDetails } from '../app/session-parts.tsx';
import { showRequestedJob } from '../domain/job/jobs.ts';
import { OpenSessionsPage } from '../features/open-sessions/pages/open-sessions-page.tsx';
import { readOpenSearch } from '../features/open-sessions/search.ts';

export const Route = createFileRoute('/open-sessions')({
  staticData: { routeId: 'openSessions' },
  validateSearch: readOpenSearch,
  component: OpenSessionsRoute,
});

function OpenSessionsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OpenSessionsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onOpenView={(view) =>
        void navigate({
          to: view === 'list' ? '/session-list' : '/sessions',
          search: { integrations: search.integrations, type: search.type },
        })
      }
      onStarted={(jobId, action) => showRequestedJob(jobId, `${action}-sessions`)}
      sessionSearch={<SessionSearchWithDetails />}
      renderDetails={(sessionId, onClose) => <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />}
    />
  );
}
