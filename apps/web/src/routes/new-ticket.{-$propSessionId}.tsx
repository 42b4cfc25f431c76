import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { takePreparedTicket } from '../domain/ticket/prepared-ticket.ts';
import { NewTicketPage } from '../features/tickets/pages/new-ticket-page.tsx';
import { readNewTicketSearch } from '../features/tickets/search.ts';

export const Route = createFileRoute('/new-ticket/{-$propSessionId}')({
  staticData: { routeId: 'newTicket' },
  validateSearch: readNewTicketSearch,
  component: NewTicketRoute,
});

function NewTicketRoute() {
  const { propSessionId = null } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const [prepared] = useState(takePreparedTicket);
  return (
    <NewTicketPage
      // Another session is another form.
      key={propSessionId}
      sessionId={propSessionId}
      prepared={prepared}
      search={search}
      onOpen={(id) =>
        // In place of the form: Back leads to where the person came from.
        void navigate({ to: '/ticket/{-$id}', params: { id: String(id) }, replace: true })
      }
    />
  );
}
