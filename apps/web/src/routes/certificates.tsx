import { createFileRoute } from '@tanstack/react-router';
import { readCertificatesSearch } from '../features/documents/certificates-search.ts';
import { CertificatesPage } from '../features/documents/pages/certificates-page.tsx';

export const Route = createFileRoute('/certificates')({
  staticData: { routeId: 'certificates' },
  validateSearch: readCertificatesSearch,
  component: CertificatesRoute,
});

function CertificatesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CertificatesPage
      search={search}
      onSearch={(next, typing) => void navigate({ search: next, replace: typing, resetScroll: false })}
    />
  );
}
