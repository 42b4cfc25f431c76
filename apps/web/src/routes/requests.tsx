import { createFileRoute } from '@tanstack/react-router';
import { RequestsPage } from '../features/requests/pages/requests-page.tsx';
import { readRequestsSearch } from '../features/requests/search.ts';

export const Route = createFileRoute('/requests')({
  staticData: { routeId: 'requests' },
  validateSearch: readRequestsSearch,
  component: RequestsRoute,
});

function RequestsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RequestsPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
}
