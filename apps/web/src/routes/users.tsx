import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../features/users/pages/users-page.tsx';
import { readUsersSearch } from '../features/users/search.ts';

export const Route = createFileRoute('/users')({
  staticData: { routeId: 'users' },
  validateSearch: readUsersSearch,
  component: UsersRoute,
});

function UsersRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  );
}
