import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/auth/index.ts';
import { searchKey, useCommands } from '../../lib/keyboard/commands.ts';
import { basePath } from '../guard.ts';
import { openOverlay } from './overlay.ts';
import { useScreenName } from './screen-name.ts';
import { screenLetters, screensFor } from './screens.ts';

/** Declares what can be done on every page; shows nothing. */
export function ShellCommands(): null {
  const { t } = useTranslation('palette');
  const router = useRouter();
  const { roles } = useUser();
  const nameOf = useScreenName();
  useCommands([
    {
      id: 'palette',
      label: t('open'),
      group: 'everywhere',
      keys: ['mod+k', searchKey],
      run: () => openOverlay({ kind: 'palette' }),
    },
    {
      id: 'keys',
      label: t('keys'),
      group: 'everywhere',
      keys: ['?'],
      run: () => openOverlay({ kind: 'keys' }),
    },
    ...screensFor(roles, router.options.context.built).map((screen) => ({
      id: `goTo.${screen}`,
      label: nameOf(screen),
      group: 'goTo' as const,
      keys: [`g ${screenLetters[screen]}`],
      run: () => void router.navigate({ href: basePath(screen) }),
    })),
  ]);
  // While someone types, only the palette opens; a slash is a letter there.
  useCommands([
    {
      id: 'palette.typing',
      label: '',
      group: 'everywhere',
      keys: ['mod+k'],
      inFields: true,
      run: () => openOverlay({ kind: 'palette' }),
    },
  ]);
  return null;
}
