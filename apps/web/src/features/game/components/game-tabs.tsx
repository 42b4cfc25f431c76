import { useTranslation } from 'react-i18next';
import styles from './game-tabs.module.css';

interface GameTabsProps {
  value: 'game' | 'performance';
  hrefOf: (tab: 'game' | 'performance') => string;
  onChange: (tab: 'game' | 'performance') => void;
}

/** The game itself, and its figures over time. */
export function GameTabs({ value, hrefOf, onChange }: GameTabsProps) {
  const { t } = useTranslation('game');
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {(['game', 'performance'] as const).map((tab) => (
        <a
          key={tab}
          href={hrefOf(tab)}
          className={styles.tab}
          aria-current={tab === value ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            if (tab !== value) onChange(tab);
          }}
        >
          {t(`tab.${tab}`)}
        </a>
      ))}
    </nav>
  );
}
