import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../features/status/pages/status-page.tsx';
import { readStatusSearch } from '../features/status/search.ts';

export const Route = createFileRoute('/status')({
  staticData: { routeId: 'status' },
  validateSearch: readStatusSearch,
  component: StatusRoute,
});

function StatusRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatusPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
}
