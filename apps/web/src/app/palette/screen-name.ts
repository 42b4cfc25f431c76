import { useTranslation } from 'react-i18next';
import type { ScreenId } from './screens.ts';

/** What a screen is called: as its entry in the sidebar, if it has one. */
export function useScreenName(): (screen: ScreenId) => string {
  const { t } = useTranslation(['shell', 'palette']);
  return (screen) =>
    screen === 'sessionsList' || screen === 'openSessions' || screen === 'quarantine' || screen === 'figures'
      ? t(`palette:screens.${screen}`)
      : t(`shell:entries.${screen}`);
}
