import { createFileRoute } from '@tanstack/react-router';
import { IntegrationsPage } from '../features/integrations/pages/integrations-page.tsx';
import { readIntegrationsSearch } from '../features/integrations/search.ts';

export const Route = createFileRoute('/integrations')({
  staticData: { routeId: 'integrations' },
  validateSearch: readIntegrationsSearch,
  component: IntegrationsRoute,
});

function IntegrationsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <IntegrationsPage
      search={search}
      onSearch={(next, typing) => void navigate({ search: next, replace: typing, resetScroll: false })}
      onOpen={(id) => void navigate({ to: '/integration/{-$id}', params: { id: String(id) } })}
      onAdd={() => void navigate({ to: '/new-integration' })}
    />
  );
}
