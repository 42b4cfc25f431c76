import { createFileRoute, Navigate } from '@tanstack/react-router';
import { SessionDetailsPopup } from '../app/session-parts.tsx';
import { TicketPage } from '../features/tickets/pages/ticket-page.tsx';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/ticket/{-$id}')({
  staticData: { routeId: 'ticket' },
  component: TicketRoute,
});

function TicketRoute() {
  const id = readInteger(Route.useParams().id, 1, 2_147_483_647);
  const navigate = Route.useNavigate();
  if (id === undefined) return <Navigate to="/tickets" replace />;
  return (
    <TicketPage
      key={id}
      id={id}
      onDeleted={() => void navigate({ to: '/tickets', replace: true })}
      renderSession={(sessionId, onClose) => <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />}
    />
  );
}
