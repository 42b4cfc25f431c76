import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePageExists } from '../app/use-page-exists.ts';
import { showRequestedJob } from '../domain/job/jobs.ts';
import { ReportsPage } from '../features/reports/pages/reports-page.tsx';
import { type ReportsSearch, readReportsSearch } from '../features/reports/search.ts';
import { socketId } from '../lib/realtime.ts';

export const Route = createFileRoute('/reports')({
  staticData: { routeId: 'reports' },
  validateSearch: readReportsSearch,
  component: ReportsRoute,
});

function ReportsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasCharts = usePageExists('charts');
  const onReplace = useCallback(
    (next: ReportsSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <ReportsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onReplace={onReplace}
      onCharts={hasCharts ? (chosen) => void navigate({ to: '/charts', search: chosen }) : null}
      socketId={socketId}
      onMailStarted={(jobId) => showRequestedJob(jobId, 'export')}
    />
  );
}
