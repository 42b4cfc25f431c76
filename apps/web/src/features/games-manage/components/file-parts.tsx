import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './sheet-panel.module.css';

/** What can be exported and imported, by name: a part that stands further down is found from the top. */
export function FileParts({ withBets }: { withBets: boolean }) {
  const { t } = useTranslation('gamesManage');
  const parts = [
    ['games-file', t('sheetTitle')],
    ['media-files', t('mediaTitle')],
    ...(withBets ? [['bet-lists', t('betsTitle')]] : []),
  ] as [string, string][];
  return (
    <nav className={styles.parts} aria-label={t('fileParts')}>
      {parts.map(([id, name]) => (
        <Button
          key={id}
          variant="default"
          size="xs"
          onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </Button>
      ))}
    </nav>
  );
}
