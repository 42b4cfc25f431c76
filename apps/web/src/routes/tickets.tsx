import { createFileRoute } from '@tanstack/react-router';
import { ScreenViews } from '../app/screen-views.tsx';
import { SessionDetailsPopup } from '../app/session-parts.tsx';
import { withSaved } from '../domain/view/view-location.ts';
import { TicketsPage } from '../features/tickets/pages/tickets-page.tsx';
import { readTicketsSearch } from '../features/tickets/search.ts';

export const Route = createFileRoute('/tickets')({
  staticData: { routeId: 'tickets' },
  validateSearch: withSaved(readTicketsSearch),
  component: TicketsRoute,
});

function TicketsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ScreenViews
      screen="tickets"
      search={search}
      read={readTicketsSearch}
      complete={(shown) => shown}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <TicketsPage
        search={search}
        onSearch={(next, replace) =>
          void navigate({ search: { ...next, saved: search.saved }, replace, resetScroll: false })
        }
        renderSession={(sessionId, onClose) => (
          <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />
        )}
      />
    </ScreenViews>
  );
}
