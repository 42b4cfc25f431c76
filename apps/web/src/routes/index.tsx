import { type DashboardPeriod, dashboardPeriods } from '@ludus/contract';
import { createFileRoute } from '@tanstack/react-router';
import { NeedsAttention } from '../app/shell/needs-attention.tsx';
import { usePageExists } from '../app/use-page-exists.ts';
import { DashboardPage } from '../features/dashboard/pages/dashboard-page.tsx';
import { readOneOf, type SearchInput, writeSearchText } from '../lib/search.ts';

interface DashboardSearch {
  period?: DashboardPeriod | undefined;
}

export const Route = createFileRoute('/')({
  staticData: { routeId: 'dashboard' },
  validateSearch: (input: SearchInput): DashboardSearch => ({
    period: readOneOf(input.period, dashboardPeriods),
  }),
  component: DashboardRoute,
});

function DashboardRoute() {
  const { period = 'today' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasCharts = usePageExists('charts');
  return (
    <DashboardPage
      period={period}
      attention={<NeedsAttention />}
      onPeriod={(chosen) =>
        void navigate({ search: { period: chosen === 'today' ? undefined : chosen }, resetScroll: false })
      }
      chartsHref={(gameId) => (hasCharts ? `/charts${writeSearchText({ type: 'Specific', gameId })}` : null)}
    />
  );
}
