import { createFileRoute } from '@tanstack/react-router';
import { DocumentationPage } from '../features/documents/pages/documentation-page.tsx';
import { readDocumentsSearch } from '../features/documents/search.ts';

export const Route = createFileRoute('/documentation')({
  staticData: { routeId: 'documentation' },
  validateSearch: readDocumentsSearch,
  component: DocumentationRoute,
});

function DocumentationRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DocumentationPage
      search={search}
      onSearch={(next, typing) => void navigate({ search: next, replace: typing, resetScroll: false })}
    />
  );
}
