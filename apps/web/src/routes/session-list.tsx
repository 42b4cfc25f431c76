import { scopesOf } from '@ludus/contract';
import { createFileRoute } from '@tanstack/react-router';
import { ScreenViews } from '../app/screen-views.tsx';
import { SessionDetailsPopup, SessionSearchWithDetails } from '../app/session-parts.tsx';
import { sessionsQuery } from '../domain/session/sessions.ts';
import { withSaved } from '../domain/view/view-location.ts';
import { SessionsListPage } from '../features/sessions-list/pages/sessions-list-page.tsx';
import { firstPageQuery, readListSearch } from '../features/sessions-list/search.ts';
import { today } from '../lib/days.ts';
import { periodFor } from '../lib/shared-filters.ts';

export const Route = createFileRoute('/session-list')({
  staticData: { routeId: 'sessionsList' },
  validateSearch: withSaved(readListSearch),
  // The rows travel beside the code of their screen. A link that is only pointed at asks for nothing.
  loader: ({ context, location, preload }) => {
    if (preload) return;
    const seesDue = scopesOf(context.roles()).has('money:net-and-due');
    const query = firstPageQuery(readListSearch(location.search), seesDue, today());
    void context.queryClient.prefetchQuery(sessionsQuery(query));
  },
  component: SessionListRoute,
});

function SessionListRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ScreenViews
      screen="sessionsList"
      search={search}
      read={readListSearch}
      complete={(shown) => ({ ...shown, ...periodFor(shown, today()) })}
      onShow={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
    >
      <SessionsListPage
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, saved: search.saved }, resetScroll: false })}
        onOpenOverview={(preset) => void navigate({ to: '/sessions', search: preset })}
        onOpenOpen={(preset) => void navigate({ to: '/open-sessions', search: preset })}
        sessionSearch={<SessionSearchWithDetails />}
        renderDetails={(sessionId, onClose) => (
          <SessionDetailsPopup sessionId={sessionId} onClose={onClose} />
        )}
      />
    </ScreenViews>
  );
}
