import { createFileRoute, Navigate } from '@tanstack/react-router';
import { openOverlay } from '../app/palette/overlay.ts';
import { usePageExists } from '../app/use-page-exists.ts';
import { IntegrationPage } from '../features/integrations/pages/integration-page.tsx';
import { readIntegrationSearch } from '../features/integrations/search.ts';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/integration/{-$id}')({
  staticData: { routeId: 'integration' },
  validateSearch: readIntegrationSearch,
  component: IntegrationRoute,
});

function IntegrationRoute() {
  const id = readInteger(Route.useParams().id, 1, 65_535);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasSessions = usePageExists('sessions');
  if (id === undefined) return <Navigate to="/integrations" replace />;
  return (
    <IntegrationPage
      key={id}
      id={id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      onDeleted={() => void navigate({ to: '/integrations', replace: true })}
      onViewAs={() => openOverlay({ kind: 'viewAs', integrationId: id })}
      onManageSessions={
        hasSessions
          ? (day) =>
              void navigate({
                to: '/sessions',
                search: { from: day, to: day, type: 'all', integrations: [id] },
              })
          : null
      }
    />
  );
}
