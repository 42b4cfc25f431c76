import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { presetPeriod } from '../../../lib/days.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import { ContactsTab } from '../components/contacts-tab.tsx';
import { type OperatorPreset, OperatorsTab } from '../components/operators-tab.tsx';
import type { OperatorsSearch } from '../search.ts';

interface OperatorsPageProps {
  search: OperatorsSearch;
  onSearch: (search: OperatorsSearch) => void;
  onReplace: (search: OperatorsSearch) => void;
  onOpenList: (preset: OperatorPreset) => void;
  onOpenCharts: (preset: OperatorPreset) => void;
}

/** The operators of all integrations, and the sample of their people. */
export function OperatorsPage({ search, onSearch, ...props }: OperatorsPageProps) {
  const { t } = useTranslation('operators');
  const tab = search.tab ?? 'operators';
  const period = formatPeriod(presetPeriod('thisMonth', useToday()));
  return (
    <>
      <PageHeader title={t('title')} context={t(`context.${tab}`, { period })} />
      <PageBody>
        <Tabs
          className={tabStyles.tabs}
          value={tab}
          onChange={(value) => onSearch({ tab: value === 'contacts' ? 'contacts' : undefined })}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('tabs')}>
            <Tabs.Tab value="operators">{t('title')}</Tabs.Tab>
            <Tabs.Tab value="contacts">{t('contacts')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="operators" className={tabStyles.panel}>
            <OperatorsTab search={search} onSearch={onSearch} {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="contacts" className={tabStyles.panel}>
            <ContactsTab search={search} onSearch={onSearch} />
          </Tabs.Panel>
        </Tabs>
      </PageBody>
    </>
  );
}
