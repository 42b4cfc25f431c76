import { createFileRoute } from '@tanstack/react-router';
import { CatalogPage } from '../features/catalog/pages/catalog-page.tsx';
import { readCatalogSearch } from '../features/catalog/search.ts';

export const Route = createFileRoute('/catalog')({
  staticData: { routeId: 'catalog' },
  validateSearch: readCatalogSearch,
  component: CatalogRoute,
});

function CatalogRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CatalogPage
      search={search}
      onSearch={(next, typing) => void navigate({ search: next, replace: typing, resetScroll: false })}
      gameHref={(id) => `/game/${id}`}
      onOpenGame={(id) => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
    />
  );
}
