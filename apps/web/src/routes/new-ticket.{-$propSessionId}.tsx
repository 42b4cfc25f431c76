import { createFileRoute } from '@tanstack/react-router';
import { NewTicketPage } from '../features/tickets/pages/new-ticket-page.tsx';

export const Route = createFileRoute('/new-ticket/{-$propSessionId}')({
  staticData: { routeId: 'newTicket' },
  component: NewTicketRoute,
});

function NewTicketRoute() {
  const { propSessionId = null } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <NewTicketPage
      // Another session is another form.
      key={propSessionId}
      sessionId={propSessionId}
      onOpen={(id) =>
        // In place of the form: Back leads to where the person came from.
        void navigate({ to: '/ticket/{-$id}', params: { id: String(id) }, replace: true })
      }
    />
  );
}
