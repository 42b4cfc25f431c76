import { ViewAsDialog } from '../../features/view-as/components/view-as-dialog.tsx';
import { closeOverlay } from '../palette/overlay.ts';

/** The dialog in which a view begins, over any page; the view begins at its start page. */
export function StartViewAs({ integrationId }: { integrationId?: number | undefined }) {
  return (
    <ViewAsDialog
      integrationId={integrationId}
      onClose={() => closeOverlay('viewAs')}
      onStarted={() => location.assign('/')}
    />
  );
}
