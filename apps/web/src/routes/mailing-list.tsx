import { createFileRoute } from '@tanstack/react-router';
import { MailingListPage } from '../features/mailing-list/pages/mailing-list-page.tsx';
import { readMailingListSearch } from '../features/mailing-list/search.ts';

export const Route = createFileRoute('/mailing-list')({
  staticData: { routeId: 'mailingList' },
  validateSearch: readMailingListSearch,
  component: MailingListRoute,
});

function MailingListRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MailingListPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
