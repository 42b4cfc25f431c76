import { createFileRoute } from '@tanstack/react-router';
import { usePageExists } from '../app/use-page-exists.ts';
import { CatalogPage } from '../features/catalog/pages/catalog-page.tsx';
import { readCatalogSearch } from '../features/catalog/search.ts';

export const Route = createFileRoute('/catalog')({
  staticData: { routeId: 'catalog' },
  validateSearch: readCatalogSearch,
  component: CatalogRoute,
});

const wizard = '/games/1';

function CatalogRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canReview = usePageExists('reviewRequested');
  const canCreate = usePageExists('games');
  return (
    <CatalogPage
      search={search}
      onSearch={(next, typing) => void navigate({ search: next, replace: typing, resetScroll: false })}
      gameHref={(id) => `/game/${id}`}
      onOpenGame={(id) => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      onReview={canReview ? (games) => void navigate({ to: '/review', search: { games: [...games] } }) : null}
      create={canCreate ? { href: wizard, open: () => void navigate({ href: wizard }) } : null}
    />
  );
}
