import { useTranslation } from 'react-i18next';
import { type ScreenId, screensWithWords } from './screens.ts';

/** What a screen is called: as its entry in the sidebar, if it has one. */
export function useScreenName(): (screen: ScreenId) => string {
  const { t } = useTranslation(['shell', 'palette']);
  return (screen) =>
    screen === 'sessionsList' || screen === 'openSessions' || screen === 'quarantine' || screen === 'figures'
      ? t(`palette:screens.${screen}`)
      : t(`shell:entries.${screen}`);
}

/** What else a screen is looked for by; empty for most. */
export function useScreenWords(): (screen: ScreenId) => string {
  const { t } = useTranslation('palette');
  return (screen) => {
    const own = screensWithWords.find((one) => one === screen);
    return own === undefined ? '' : t(`screenWords.${own}`);
  };
}
