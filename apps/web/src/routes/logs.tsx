import { createFileRoute } from '@tanstack/react-router';
import { ScreenViews } from '../app/screen-views.tsx';
import { useMayOpen } from '../app/use-may-open.ts';
import { withSaved } from '../domain/view/view-location.ts';
import { LogsPage } from '../features/logs/pages/logs-page.tsx';
import { readLogsSearch } from '../features/logs/search.ts';

export const Route = createFileRoute('/logs')({
  staticData: { routeId: 'logs' },
  validateSearch: withSaved(readLogsSearch),
  component: LogsRoute,
});

function LogsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayOpen = useMayOpen();
  return (
    <ScreenViews
      screen="logs"
      search={search}
      read={readLogsSearch}
      complete={(shown) => shown}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <LogsPage
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, saved: search.saved }, resetScroll: false })}
        mayOpen={mayOpen}
      />
    </ScreenViews>
  );
}
