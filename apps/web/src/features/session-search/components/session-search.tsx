import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { useIsHeaderSheetRow } from '../../../components/layout/header-sheet-row.ts';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { latePart } from '../../../lib/late-part.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import styles from './session-search.module.css';

const SessionSearchPanel = latePart(
  async () => (await import('./session-search-panel.tsx')).SessionSearchPanel,
);

interface SessionSearchProps {
  /** The session box, embedded. */
  renderDetails: (sessionId: string, closer: ReactNode) => ReactNode;
}

/** The header's search button and what it opens. Its keys are the palette's, which finds sessions and more. */
export function SessionSearch({ renderDetails }: SessionSearchProps) {
  const { t } = useTranslation('sessionSearch');
  const isRow = useIsHeaderSheetRow();
  const isIcon = useMedia(breakpoints.tablet);
  const [opened, setOpened] = useState(false);
  useCommands([
    {
      id: 'search',
      label: t('open'),
      group: 'screen',
      keys: [],
      inPalette: true,
      run: () => setOpened(true),
    },
  ]);
  return (
    <>
      {isIcon || isRow ? (
        <HeaderButton
          iconOn="tablet"
          label={t('open')}
          icon={<IconSearch size={16} stroke={1.5} />}
          onClick={() => setOpened(true)}
        />
      ) : (
        <button
          type="button"
          className={styles.opener}
          // What can be read on it belongs to its spoken name, for people who say what they want to press.
          aria-label={`${t('open')}: ${t('button')}`}
          onClick={() => setOpened(true)}
        >
          <IconSearch size={16} stroke={1.5} />
          <span className="hub-ellipsis">{t('button')}</span>
        </button>
      )}
      <Suspense>
        {opened && <SessionSearchPanel renderDetails={renderDetails} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
