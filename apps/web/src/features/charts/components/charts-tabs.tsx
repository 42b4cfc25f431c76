import { NativeSelect } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { type Tab, tabs } from '../search.ts';
import styles from './charts-tabs.module.css';

/** The choice that leads elsewhere. */
const toReports = 'reports';

interface ChartsTabsProps {
  value: Tab;
  onChange: (tab: Tab) => void;
  /** Address of the reports; null where the reader has none. */
  reportsHref: string | null;
  onReports: () => void;
}

/** The views of the charts, and the way to the reports; a phone has them in one row with the title. */
export function ChartsTabs({ value, onChange, reportsHref, onReports }: ChartsTabsProps) {
  const { t } = useTranslation('charts');
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <nav aria-label={t('tabs')}>
        <NativeSelect
          aria-label={t('tabs')}
          value={value}
          data={[
            ...tabs.map((tab) => ({ value: tab as string, label: t(`tab.${tab}`) })),
            ...(reportsHref ? [{ value: toReports, label: t('reports') }] : []),
          ]}
          onChange={({ currentTarget }) => {
            if (currentTarget.value === toReports) onReports();
            else onChange(tabs.find((tab) => tab === currentTarget.value) ?? value);
          }}
        />
      </nav>
    );
  }
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
