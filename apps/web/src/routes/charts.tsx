import { routes } from '@ludus/contract';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePageExists } from '../app/use-page-exists.ts';
import { ChartsPage } from '../features/charts/pages/charts-page.tsx';
import { type ChartsSearch, readChartsSearch } from '../features/charts/search.ts';
import { writeSearchText } from '../lib/search.ts';

export const Route = createFileRoute('/charts')({
  staticData: { routeId: 'charts' },
  validateSearch: readChartsSearch,
  component: ChartsRoute,
});

function ChartsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasReports = usePageExists('reports');
  // The report is of the period and filters chosen here.
  const { from, to, games, integrations, operators } = search;
  const chosen = { from, to, games, integrations, operators };
  const onReplace = useCallback(
    (next: ChartsSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <ChartsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onReplace={onReplace}
      reportsHref={hasReports ? `${routes.reports.path}${writeSearchText(chosen)}` : null}
      onReports={() => void navigate({ to: routes.reports.path, search: chosen })}
    />
  );
}
