import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

export const Route = createFileRoute('/settings')({
  staticData: { routeId: 'settings' },
  component: SettingsPage,
});
