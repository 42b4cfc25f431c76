import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ReviewPage } from '../features/review/pages/review-page.tsx';
import { readIds, type SearchInput } from '../lib/search.ts';

interface ReviewSearch {
  games?: number[] | undefined;
}

export const Route = createFileRoute('/review')({
  staticData: { routeId: 'reviewRequested' },
  validateSearch: (input: SearchInput): ReviewSearch => ({ games: readIds(input.games) }),
  component: ReviewRoute,
});

const none: readonly number[] = [];

function ReviewRoute() {
  const { games = none } = Route.useSearch();
  const navigate = Route.useNavigate();
  const toCatalog = useCallback(() => void navigate({ to: '/catalog', replace: true }), [navigate]);
  return (
    <ReviewPage
      games={games}
      onGames={(next) => void navigate({ search: { games: [...next] }, replace: true, resetScroll: false })}
      gameHref={(id) => `/game/${id}`}
      onOpenGame={(id) => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      onCatalog={toCatalog}
    />
  );
}
