import { createFileRoute, Navigate } from '@tanstack/react-router';
import { EditGamePage } from '../features/game-edit/pages/edit-game-page.tsx';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/editGame/{-$id}')({
  staticData: { routeId: 'editGame' },
  component: EditGameRoute,
});

function EditGameRoute() {
  const id = readInteger(Route.useParams().id, 1, 65_535);
  const navigate = Route.useNavigate();
  if (id === undefined) return <Navigate to="/catalog" replace />;
  return (
    <EditGamePage
      id={id}
      onSaved={() => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      onDeleted={() => void navigate({ to: '/catalog' })}
    />
  );
}
