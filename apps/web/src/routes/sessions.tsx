import { createFileRoute } from '@tanstack/react-router';
import { SessionSearchWithDetails } from '../app/session-parts.tsx';
import { showRequestedJob } from '../domain/job/jobs.ts';
import { SessionsOverviewPage } from '../features/sessions-overview/pages/sessions-overview-page.tsx';
import { readOverviewSearch } from '../features/sessions-overview/search.ts';
import { socketId } from '../lib/realtime.ts';

export const Route = createFileRoute('/sessions')({
  staticData: { routeId: 'sessions' },
  validateSearch: readOverviewSearch,
  component: SessionsRoute,
});

function SessionsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SessionsOverviewPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onOpenList={(preset) => void navigate({ to: '/session-list', search: preset })}
      onOpenOpen={(preset) => void navigate({ to: '/open-sessions', search: preset })}
      sessionSearch={<SessionSearchWithDetails />}
      socketId={socketId}
      onFetchStarted={(jobId) => showRequestedJob(jobId, 'fetch-sessions')}
    />
  );
}
