import { createFileRoute } from '@tanstack/react-router';
import { NewIntegrationPage } from '../features/integrations/pages/new-integration-page.tsx';

export const Route = createFileRoute('/new-integration')({
  staticData: { routeId: 'newIntegration' },
  component: NewIntegrationRoute,
});

function NewIntegrationRoute() {
  const navigate = Route.useNavigate();
  return (
    <NewIntegrationPage
      onCreated={(id) =>
        // In place of the form: Back leads to where the person came from.
        void navigate({ to: '/integration/{-$id}', params: { id: String(id) }, replace: true })
      }
    />
  );
}
