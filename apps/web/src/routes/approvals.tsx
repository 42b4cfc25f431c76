import { createFileRoute } from '@tanstack/react-router';
import { ApprovalsPage } from '../features/approvals/pages/approvals-page.tsx';
import { readApprovalsSearch } from '../features/approvals/search.ts';
import { ApprovalSettingsForm } from '../features/settings/components/approval-settings.tsx';

export const Route = createFileRoute('/approvals')({
  staticData: { routeId: 'approvals' },
  validateSearch: readApprovalsSearch,
  component: ApprovalsRoute,
});

function ApprovalsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApprovalsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      settings={<ApprovalSettingsForm isOnApprovals />}
    />
  );
}
