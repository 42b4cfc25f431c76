import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tab, tabs } from '../search.ts';
import styles from './charts-tabs.module.css';

interface ChartsTabsProps {
  value: Tab;
  onChange: (tab: Tab) => void;
  /** Address of the reports; null where the reader has none. */
  reportsHref: string | null;
  onReports: () => void;
}

/** Totals, Specific, and the way to the reports. */
export function ChartsTabs({ value, onChange, reportsHref, onReports }: ChartsTabsProps) {
  const { t } = useTranslation('charts');
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          className={styles.tab}
          aria-current={tab === value ? 'page' : undefined}
          onClick={() => onChange(tab)}
        >
          {t(`tab.${tab}`)}
        </button>
      ))}
      {reportsHref && (
        <a
          className={styles.tab}
          href={reportsHref}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onReports();
          }}
        >
          {t('reports')} <IconArrowUpRight size={14} stroke={1.5} aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
