import { createFileRoute } from '@tanstack/react-router';
import { OperatorsPage } from '../features/operators/pages/operators-page.tsx';
import { readOperatorsSearch } from '../features/operators/search.ts';

export const Route = createFileRoute('/operators')({
  staticData: { routeId: 'operators' },
  validateSearch: readOperatorsSearch,
  component: OperatorsRoute,
});

function OperatorsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OperatorsPage
      search={search}
      onSearch={(next) => void navigate({ search: readOperatorsSearch({ ...next }), resetScroll: false })}
      onReplace={(next) =>
        void navigate({ search: readOperatorsSearch({ ...next }), replace: true, resetScroll: false })
      }
      onOpenList={(preset) => void navigate({ to: '/session-list', search: preset })}
      onOpenCharts={(preset) => void navigate({ to: '/charts', search: preset })}
    />
  );
}
