import { createFileRoute } from '@tanstack/react-router';
import { QuarantinePage } from '../features/quarantine/pages/quarantine-page.tsx';
import { readQuarantineSearch } from '../features/quarantine/search.ts';

export const Route = createFileRoute('/quarantine')({
  staticData: { routeId: 'quarantine' },
  validateSearch: readQuarantineSearch,
  component: QuarantineRoute,
});

function QuarantineRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <QuarantinePage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
