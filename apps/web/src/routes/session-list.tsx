import { createFileRoute } from '@tanstack/react-router';
import { SessionDetailsPopup, SessionSearchWithDetails } from '../app/session-parts.tsx';
import { SessionsListPage } from '../features/sessions-list/pages/sessions-list-page.tsx';
import { readListSearch } from '../features/sessions-list/search.ts';

export const Route = createFileRoute('/session-list')({
  staticData: { routeId: 'sessionsList' },
  validateSearch: readListSearch,
  component: SessionListRoute,
});

function SessionListRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SessionsListPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onOpenOverview={(preset) => void navigate({ to: '/sessions', search: preset })}
      sessionSearch={<SessionSearchWithDetails />}
      renderDetails={(sessionId, onClose) => <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />}
    />
  );
}
