import { createFileRoute } from '@tanstack/react-router';
import { PeriodClosePage } from '../features/period-close/pages/period-close-page.tsx';
import { readPeriodSearch } from '../features/period-close/search.ts';

export const Route = createFileRoute('/period-close')({
  staticData: { routeId: 'periodClose' },
  validateSearch: readPeriodSearch,
  component: PeriodCloseRoute,
});

function PeriodCloseRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PeriodClosePage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
