import { createFileRoute } from '@tanstack/react-router';
import { BetsPage } from '../features/bets/pages/bets-page.tsx';
import { readBetsSearch } from '../features/bets/search.ts';

export const Route = createFileRoute('/bets')({
  staticData: { routeId: 'bets' },
  validateSearch: readBetsSearch,
  component: BetsRoute,
});

function BetsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BetsPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
}
