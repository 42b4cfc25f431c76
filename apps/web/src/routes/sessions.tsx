import { createFileRoute } from '@tanstack/react-router';
import { SearchWithBox } from '../app/session-parts.tsx';
import { SessionsOverviewPage } from '../features/sessions-overview/pages/sessions-overview-page.tsx';
import { readOverviewSearch } from '../features/sessions-overview/search.ts';
import { announceJob } from '../lib/jobs.ts';
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
      sessionSearch={<SearchWithBox />}
      socketId={socketId}
      onFetchStarted={(jobId) => announceJob(jobId, 'fetch-sessions')}
    />
  );
}
