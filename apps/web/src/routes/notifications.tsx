import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '../features/notifications/pages/notifications-page.tsx';
import { readInteger, type SearchInput } from '../lib/search.ts';

export const Route = createFileRoute('/notifications')({
  staticData: { routeId: 'notifications' },
  validateSearch: (input: SearchInput): { id?: number | undefined } => ({
    id: readInteger(input.id, 1, 65_535),
  }),
  component: NotificationsRoute,
});

function NotificationsRoute() {
  const { id } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NotificationsPage
      chosenId={id}
      onChoose={(next) => void navigate({ search: { id: next }, resetScroll: false })}
    />
  );
}
