import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ScreenViews } from '../app/screen-views.tsx';
import { usePageExists } from '../app/use-page-exists.ts';
import { showRequestedJob } from '../domain/job/jobs.ts';
import { withSaved } from '../domain/view/view-location.ts';
import { ReportsPage } from '../features/reports/pages/reports-page.tsx';
import { type ReportsSearch, readReportsSearch } from '../features/reports/search.ts';
import { today } from '../lib/days.ts';
import { socketId } from '../lib/realtime.ts';
import { periodFor } from '../lib/shared-filters.ts';

export const Route = createFileRoute('/reports')({
  staticData: { routeId: 'reports' },
  validateSearch: withSaved(readReportsSearch),
  component: ReportsRoute,
});

function ReportsRoute() {
  const search = Route.useSearch();
  const { saved } = search;
  const navigate = Route.useNavigate();
  const hasCharts = usePageExists('charts');
  const onReplace = useCallback(
    // The entry stays the same one, with what is said above its page.
    (next: ReportsSearch) =>
      void navigate({ search: { ...next, saved }, replace: true, state: true, resetScroll: false }),
    [navigate, saved],
  );
  return (
    <ScreenViews
      screen="reports"
      search={search}
      read={readReportsSearch}
      complete={(shown) => ({ ...shown, ...periodFor(shown, today()) })}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <ReportsPage
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, saved }, resetScroll: false })}
        onReplace={onReplace}
        onCharts={
          hasCharts ? (chosen, type) => void navigate({ to: '/charts', search: { ...chosen, type } }) : null
        }
        socketId={socketId}
        onMailStarted={(jobId) => showRequestedJob(jobId, 'export')}
      />
    </ScreenViews>
  );
}
