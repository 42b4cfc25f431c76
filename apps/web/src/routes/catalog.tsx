import { createFileRoute } from '@tanstack/react-router';
import { ScreenViews } from '../app/screen-views.tsx';
import { usePageExists } from '../app/use-page-exists.ts';
import { withSaved } from '../domain/view/view-location.ts';
import { CatalogPage } from '../features/catalog/pages/catalog-page.tsx';
import { readCatalogSearch, searchOf, storedView, viewOf } from '../features/catalog/search.ts';

export const Route = createFileRoute('/catalog')({
  staticData: { routeId: 'catalog' },
  validateSearch: withSaved(readCatalogSearch),
  component: CatalogRoute,
});

const wizard = '/games/1';

function CatalogRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canReview = usePageExists('reviewRequested');
  const canCreate = usePageExists('games');
  return (
    <ScreenViews
      screen="catalog"
      search={search}
      read={readCatalogSearch}
      complete={(shown) => searchOf(viewOf(shown, storedView.get()), shown.search)}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <CatalogPage
        search={search}
        onSearch={(next, typing) =>
          void navigate({ search: { ...next, saved: search.saved }, replace: typing, resetScroll: false })
        }
        gameHref={(id) => `/game/${id}`}
        onOpenGame={(id) => void navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
        onReview={
          canReview ? (games) => void navigate({ to: '/review', search: { games: [...games] } }) : null
        }
        create={canCreate ? { href: wizard, open: () => void navigate({ href: wizard }) } : null}
      />
    </ScreenViews>
  );
}
