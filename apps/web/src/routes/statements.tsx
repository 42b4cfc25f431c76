import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '../features/statements/pages/statements-page.tsx';
import { readStatementsSearch } from '../features/statements/search.ts';

export const Route = createFileRoute('/statements')({
  staticData: { routeId: 'statements' },
  validateSearch: readStatementsSearch,
  component: StatementsRoute,
});

function StatementsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatementsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
