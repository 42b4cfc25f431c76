import { createFileRoute, Navigate } from '@tanstack/react-router';
import { readPlayerId } from '../domain/session/players.ts';
import { useSessionAddress } from '../domain/session/session-address.ts';
import { PlayerPage } from '../features/player/pages/player-page.tsx';
import { readPlayerSearch } from '../features/player/search.ts';
import { PlayerSessions } from '../features/sessions-list/components/player-sessions.tsx';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/players/{-$integrationId}/{-$userId}')({
  staticData: { routeId: 'player' },
  validateSearch: readPlayerSearch,
  component: PlayerRoute,
});

function PlayerRoute() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useSessionAddress();
  const integrationId = readInteger(params.integrationId, 1, 65_535);
  if (integrationId === undefined || params.userId === undefined)
    return <Navigate to="/session-list" replace />;
  const userId = readPlayerId(params.userId);
  return (
    <PlayerPage
      key={`${integrationId}/${userId}`}
      integrationId={integrationId}
      userId={userId}
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onOpenSession={session.open}
      renderSessions={(sessions) => (
        <PlayerSessions
          {...sessions}
          page={search.page ?? 1}
          onPage={(page) =>
            void navigate({
              search: { ...search, page: page === 1 ? undefined : page },
              replace: true,
              resetScroll: false,
            })
          }
          selectedId={session.shown}
          onOpen={session.open}
        />
      )}
    />
  );
}
