import { createFileRoute } from '@tanstack/react-router';
import { MaintenancesPage } from '../features/maintenances/pages/maintenances-page.tsx';
import { readMaintenancesSearch } from '../features/maintenances/search.ts';

export const Route = createFileRoute('/maintenances')({
  staticData: { routeId: 'maintenances' },
  validateSearch: readMaintenancesSearch,
  component: MaintenancesRoute,
});

function MaintenancesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MaintenancesPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
