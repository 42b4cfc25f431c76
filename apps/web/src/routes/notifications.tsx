import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '../features/notifications/pages/notifications-page.tsx';
import { readInteger, type SearchInput } from '../lib/search.ts';

interface NotificationsSearch {
  id?: number | undefined;
  maintenance?: number | undefined;
}

const largestId = 2_147_483_647;

export const Route = createFileRoute('/notifications')({
  staticData: { routeId: 'notifications' },
  validateSearch: (input: SearchInput): NotificationsSearch => ({
    id: readInteger(input.id, 1, largestId),
    maintenance: readInteger(input.maintenance, 1, largestId),
  }),
  component: NotificationsRoute,
});

function NotificationsRoute() {
  const { id, maintenance } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NotificationsPage
      chosenId={id}
      maintenanceId={maintenance}
      onChoose={(next) => void navigate({ search: { id: next }, resetScroll: false })}
    />
  );
}
