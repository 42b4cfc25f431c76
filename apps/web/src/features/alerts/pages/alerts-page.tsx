import type { AlertRuleView } from '@ludus/contract';
import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { incidentsQuery } from '../../../domain/alert/alerts.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { EvaluateNow } from '../components/evaluate-now.tsx';
import { IncidentPanel } from '../components/incident-panel.tsx';
import { IncidentsTab } from '../components/incidents-tab.tsx';
import { RulesTab } from '../components/rules-tab.tsx';
import { SettingsTab } from '../components/settings-tab.tsx';
import { isNeverEvaluated, queryOf } from '../query.ts';
import { type AlertsSearch, alertTabs } from '../search.ts';

interface AlertsPageProps {
  search: AlertsSearch;
  onSearch: (search: AlertsSearch) => void;
}

/** Incidents, open ones first, and the rules that find them. Tab, filters and the open incident live in the URL. */
export function AlertsPage({ search, onSearch }: AlertsPageProps) {
  const { t } = useTranslation('alerts');
  const mayManage = useCan('alerts:manage');
  const tabs = alertTabs.filter((one) => one !== 'settings' || mayManage);
  const tab = tabs.find((one) => one === search.tab) ?? 'incidents';
  const incidents = useQuery(incidentsQuery(queryOf(search)));
  const run = incidents.data;
  const isPhone = useIsPhone();
  // Where nothing has been evaluated, the list offers it; a phone has no room for it beside another action.
  const isOffered =
    tab === 'incidents'
      ? run !== undefined && !isNeverEvaluated(run, search)
      : tab === 'rules' && !(isPhone && mayManage);
  const [rule, setRule] = useState<AlertRuleView | 'new' | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          run === undefined
            ? null
            : run.evaluatedAt === null || run.evaluatedUntil === null
              ? t('neverEvaluated', { next: formatInstant(run.nextEvaluationAt, 'time') })
              : t('context', {
                  at: formatInstant(run.evaluatedAt, 'minutes'),
                  until: formatInstant(run.evaluatedUntil, 'time'),
                  next: formatInstant(run.nextEvaluationAt, 'time'),
                })
        }
        actions={isOffered && <EvaluateNow />}
        primary={
          tab === 'rules' &&
          mayManage && (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setRule('new')}>
              {t('newRule')}
            </Button>
          )
        }
      />
      <PageBody>
        <Tabs
          className={tabStyles.tabs}
          value={tab}
          onChange={(value) => onSearch(value === 'rules' || value === 'settings' ? { tab: value } : {})}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('tabs')}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="incidents" className={tabStyles.panel}>
            <IncidentsTab query={incidents} search={search} onSearch={onSearch} />
          </Tabs.Panel>
          <Tabs.Panel value="rules" className={tabStyles.panel}>
            <RulesTab edited={rule} onEdit={setRule} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" className={tabStyles.panel}>
            <SettingsTab />
          </Tabs.Panel>
        </Tabs>
      </PageBody>
      {search.incident !== undefined && (
        <IncidentPanel
          key={search.incident}
          id={search.incident}
          part={search.part}
          onPart={(part) => onSearch({ ...search, part })}
          onClose={() => onSearch({ ...search, incident: undefined, part: undefined })}
        />
      )}
    </>
  );
}
