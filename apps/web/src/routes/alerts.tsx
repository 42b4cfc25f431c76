import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '../features/alerts/pages/alerts-page.tsx';
import { readAlertsSearch } from '../features/alerts/search.ts';

export const Route = createFileRoute('/alerts')({
  staticData: { routeId: 'alerts' },
  validateSearch: readAlertsSearch,
  component: AlertsRoute,
});

function AlertsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AlertsPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
}
