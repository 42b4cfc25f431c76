import { routes } from '@ludus/contract';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ScreenViews } from '../app/screen-views.tsx';
import { usePageExists } from '../app/use-page-exists.ts';
import { withSaved } from '../domain/view/view-location.ts';
import { ChartsPage } from '../features/charts/pages/charts-page.tsx';
import { type ChartsSearch, readChartsSearch } from '../features/charts/search.ts';
import { today } from '../lib/days.ts';
import { writeSearchText } from '../lib/search.ts';
import { periodFor } from '../lib/shared-filters.ts';

export const Route = createFileRoute('/charts')({
  staticData: { routeId: 'charts' },
  validateSearch: withSaved(readChartsSearch),
  component: ChartsRoute,
});

function ChartsRoute() {
  const search = Route.useSearch();
  const { saved } = search;
  const navigate = Route.useNavigate();
  const hasReports = usePageExists('reports');
  // The report is of the period and filters chosen here.
  const { from, to, games, integrations, operators } = search;
  const chosen = { from, to, games, integrations, operators };
  const onReplace = useCallback(
    // The entry stays the same one, with what is said above its page.
    (next: ChartsSearch) =>
      void navigate({ search: { ...next, saved }, replace: true, state: true, resetScroll: false }),
    [navigate, saved],
  );
  return (
    <ScreenViews
      screen="charts"
      search={search}
      read={readChartsSearch}
      complete={(shown) => ({ ...shown, ...periodFor(shown, today()) })}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <ChartsPage
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, saved }, resetScroll: false })}
        onReplace={onReplace}
        reportsHref={hasReports ? `${routes.reports.path}${writeSearchText(chosen)}` : null}
        onReports={() => void navigate({ to: routes.reports.path, search: chosen })}
      />
    </ScreenViews>
  );
}
