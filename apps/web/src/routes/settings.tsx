import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';
import { readSettingsSearch } from '../features/settings/search.ts';

export const Route = createFileRoute('/settings')({
  staticData: { routeId: 'settings' },
  validateSearch: readSettingsSearch,
  component: SettingsRoute,
});

function SettingsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SettingsPage
      search={search}
      onSearch={(next) =>
        void navigate({
          search: next,
          // A job opens beside the others, not beside the section that was read before.
          hash: next.id === undefined || next.id === search.id ? true : 'jobs',
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
