import { createFileRoute } from '@tanstack/react-router';
import { SessionDetailsPopup } from '../app/session-parts.tsx';
import { TicketsPage } from '../features/tickets/pages/tickets-page.tsx';
import { readTicketsSearch } from '../features/tickets/search.ts';

export const Route = createFileRoute('/tickets')({
  staticData: { routeId: 'tickets' },
  validateSearch: readTicketsSearch,
  component: TicketsRoute,
});

function TicketsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TicketsPage
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
      renderSession={(sessionId, onClose) => <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />}
    />
  );
}
