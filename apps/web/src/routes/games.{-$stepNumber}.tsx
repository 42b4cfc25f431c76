import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useSidebar } from '../app/shell/use-sidebar.ts';
import { GameView } from '../features/game/components/game-view.tsx';
import { GameWizardPage } from '../features/game-wizard/pages/game-wizard-page.tsx';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/games/{-$stepNumber}')({
  staticData: { routeId: 'games' },
  component: GamesRoute,
});

function GamesRoute() {
  const step = readInteger(Route.useParams().stepNumber, 1, 4);
  const navigate = Route.useNavigate();
  const { isFixed } = useSidebar();
  // OPEN-06: an invalid step opens step 1.
  if (step === undefined) return <Navigate to="/games/{-$stepNumber}" params={{ stepNumber: '1' }} replace />;
  return (
    <GameWizardPage
      step={step}
      onStep={(next) => void navigate({ to: '/games/{-$stepNumber}', params: { stepNumber: String(next) } })}
      onCreated={(id) => navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      renderPreview={(game) => <GameView game={game} integration={null} isSidebarFixed={isFixed} isPreview />}
    />
  );
}
