import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSidebar } from '../app/shell/use-sidebar.ts';
import { usePageExists } from '../app/use-page-exists.ts';
import { GameDocuments } from '../features/documents/components/game-documents.tsx';
import { GamePage } from '../features/game/pages/game-page.tsx';
import { readGameSearch, searchForOther } from '../features/game/search.ts';
import { readInteger } from '../lib/search.ts';

export const Route = createFileRoute('/game/{-$id}')({
  staticData: { routeId: 'game' },
  validateSearch: readGameSearch,
  component: GameRoute,
});

const editHref = (game: number) => `/editGame/${game}`;

function GameRoute() {
  const { id: named } = Route.useParams();
  const id = readInteger(named, 1, 65_535);
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const { isFixed } = useSidebar();
  const canEdit = usePageExists('editGame');
  const toCatalog = useCallback(() => void navigate({ to: '/catalog', replace: true }), [navigate]);
  if (id === undefined) {
    const refusal = { reason: 'unknown', path: `/game/${named}` } as const;
    return <Navigate to="/catalog" replace {...(named === undefined ? {} : { state: { refusal } })} />;
  }
  return (
    <GamePage
      id={id}
      isSidebarFixed={isFixed}
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      gameHref={(other, view) => `/game/${other}${view ? `?view=${view}` : ''}`}
      // In place of this one: Back leads to the catalogue, not through every game stepped over.
      onOpenGame={(other) =>
        void navigate({
          to: '/game/{-$id}',
          params: { id: String(other) },
          search: searchForOther(search),
          replace: true,
        })
      }
      onNotInCatalog={toCatalog}
      edit={canEdit ? { href: editHref, open: (game) => void navigate({ href: editHref(game) }) } : null}
      renderDocuments={(documents, onClose) => <GameDocuments {...documents} onClose={onClose} />}
    />
  );
}
