import { createFileRoute } from '@tanstack/react-router';
import { usePageExists } from '../app/use-page-exists.ts';
import { LogsPage } from '../features/logs/pages/logs-page.tsx';
import { readLogsSearch } from '../features/logs/search.ts';

export const Route = createFileRoute('/logs')({
  staticData: { routeId: 'logs' },
  validateSearch: readLogsSearch,
  component: LogsRoute,
});

function LogsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const pages = {
    game: usePageExists('game'),
    integration: usePageExists('integration'),
    ticket: usePageExists('ticket'),
    users: usePageExists('users'),
  };
  return (
    <LogsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      pages={pages}
    />
  );
}
