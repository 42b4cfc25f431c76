import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ReviewPage, type WhyNot } from '../features/review/pages/review-page.tsx';
import { useCan } from '../lib/auth/index.ts';
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
  // Whoever may not open the Catalog would read that of the Catalog, which they did not ask for.
  const to = useCan('catalog:read') ? '/catalog' : '/sessions';
  const leave = useCallback(
    (why?: WhyNot) => {
      const state = why
        ? { refusal: { reason: why, path: '/review', route: 'reviewRequested' } as const }
        : {};
      void navigate({ to, replace: true, state });
    },
    [navigate, to],
  );
  return (
    <ReviewPage
      games={games}
      onGames={(next) => void navigate({ search: { games: [...next] }, replace: true, resetScroll: false })}
      gameHref={(id) => `/game/${id}`}
      onOpenGame={(id) => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      onCatalog={leave}
    />
  );
}
