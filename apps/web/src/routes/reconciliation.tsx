import { createFileRoute } from '@tanstack/react-router';
import { showRequestedJob } from '../domain/job/jobs.ts';
import { ReconciliationPage } from '../features/reconciliation/pages/reconciliation-page.tsx';
import { readReconciliationSearch } from '../features/reconciliation/search.ts';

export const Route = createFileRoute('/reconciliation')({
  staticData: { routeId: 'reconciliation' },
  validateSearch: readReconciliationSearch,
  component: ReconciliationRoute,
});

function ReconciliationRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReconciliationPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      onStarted={(jobId) => showRequestedJob(jobId, 'compare-days')}
      onTicket={() => void navigate({ to: '/new-ticket/{-$propSessionId}', params: {} })}
    />
  );
}
