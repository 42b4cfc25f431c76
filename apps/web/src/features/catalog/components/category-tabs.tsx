import { NativeSelect, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import type { CategoryCounts } from '../filter-and-sort.ts';
import type { ListCategory } from '../search.ts';
import styles from './toolbars.module.css';

interface CategoryTabsProps {
  categories: readonly ListCategory[];
  counts: CategoryCounts;
  value: ListCategory;
  onChange: (category: ListCategory) => void;
  /** The list under the tabs. */
  children: ReactNode;
}

/** One category at a time: tabs, on a phone a select. */
export function CategoryTabs({ categories, counts, value, onChange, children }: CategoryTabsProps) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  const choose = (text: string | null) => {
    const chosen = categories.find((category) => category === text);
    if (chosen) onChange(chosen);
  };
  if (isPhone) {
    return (
      <>
        <NativeSelect
          aria-label={t('category')}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
          data={categories.map((category) => ({
            value: category,
            label: t('counted', {
              name: t(`categories.${category}`),
              count: counts[category],
            }),
          }))}
        />
        {children}
      </>
    );
  }
  return (
    <Tabs value={value} onChange={choose} classNames={{ list: styles.tabs, tab: styles.tab }}>
      <Tabs.List aria-label={t('category')}>
        {categories.map((category) => (
          <Tabs.Tab key={category} value={category}>
            {t(`categories.${category}`)}{' '}
            <span className={styles.count}>{formatCount(counts[category])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  );
}
