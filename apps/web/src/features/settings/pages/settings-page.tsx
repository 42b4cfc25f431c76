import { isLanguage, languageDetails, languages } from '@ludus/contract';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconCalendar,
  IconDeviceDesktop,
  IconKey,
  IconLifebuoy,
  IconListCheck,
  IconMail,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUser,
  IconUserCheck,
  IconWebhook,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Section, SectionNav } from '../../../components/layout/section-nav.tsx';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { chooseLanguage } from '../../../lib/language.ts';
import { ApiTokens } from '../components/api-tokens.tsx';
import { ApprovalSettingsForm } from '../components/approval-settings.tsx';
import { FinanceSettings } from '../components/finance-settings.tsx';
import { Flag } from '../components/flag.tsx';
import { GuideSender } from '../components/guide-sender.tsx';
import { JobsSection } from '../components/jobs-section.tsx';
import { ReportGenerator } from '../components/report-generator.tsx';
import { Security } from '../components/security.tsx';
import { SupportSettings } from '../components/support-settings.tsx';
import { Webhooks } from '../components/webhooks.tsx';
import { type SettingsSearch, sectionOf } from '../search.ts';
import styles from './settings-page.module.css';

interface SettingsPageProps {
  search: SettingsSearch;
  onSearch: (search: SettingsSearch) => void;
}

/**
 * What each person sets for themselves, then what those who may set for the company: reports, rules and
 * the jobs board.
 */
export function SettingsPage({ search, onSearch }: SettingsPageProps) {
  const { t, i18n } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const maySend = useCan('settings:reports');
  const mayManage = useCan('jobs:manage');
  const mayClose = useCan('periods:close');
  const mayApprove = useCan('approvals:decide');
  const maySupport = useCan('tickets:manage');
  // Who views as an integration has no account there.
  const isOwn = useUser().viewer === undefined;
  const mayCall = useCan('webhooks:manage') && isOwn;
  const icon = { size: 16, stroke: 1.5 };
  const own = t('groups.own');
  const company = t('groups.company');
  const sections = [
    { id: 'profile', label: t('profile'), icon: <IconUser {...icon} />, group: own },
    ...(isOwn
      ? [
          { id: 'security', label: t('security'), icon: <IconShieldLock {...icon} />, group: own },
          { id: 'api-tokens', label: t('apiTokens.title'), icon: <IconKey {...icon} />, group: own },
        ]
      : []),
    ...(maySend
      ? [{ id: 'reports', label: t('reports'), icon: <IconMail {...icon} />, group: company }]
      : []),
    ...(mayClose
      ? [{ id: 'finance', label: t('finance'), icon: <IconCalendar {...icon} />, group: company }]
      : []),
    ...(mayApprove
      ? [{ id: 'approvals', label: t('approvals.title'), icon: <IconUserCheck {...icon} />, group: company }]
      : []),
    ...(maySupport
      ? [{ id: 'support', label: t('support'), icon: <IconLifebuoy {...icon} />, group: company }]
      : []),
    ...(mayCall
      ? [{ id: 'webhooks', label: t('webhooks.title'), icon: <IconWebhook {...icon} />, group: company }]
      : []),
    ...(mayManage
      ? [{ id: 'jobs', label: t('board'), icon: <IconListCheck {...icon} />, group: company }]
      : []),
  ];
  const hasGroups = sections.some(({ group }) => group === company);
  /** Of its group, above the first section of it. */
  const titleOf = (id: string) => {
    const group = sections.find((section) => section.id === id)?.group;
    const first = sections.find((section) => section.group === group);
    return hasGroups && first?.id === id ? group : undefined;
  };
  const current = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <>
      <PageHeader title={t('title')} context={maySend ? undefined : t('context')} />
      <PageBody reading>
        <SectionNav
          label={t('sections')}
          sections={hasGroups ? sections : sections.map((section) => ({ ...section, group: undefined }))}
          opensAt={sectionOf(search)}
        >
          <div className={styles.forms}>
            <Section id="profile" title={titleOf('profile')}>
              <Panel title={t('language')}>
                <div className={styles.flags} role="radiogroup" aria-label={t('language')}>
                  {languages.map((language) => (
                    <label key={language} className={styles.flag} lang={language}>
                      <input
                        type="radio"
                        name="language"
                        className="hub-visually-hidden"
                        checked={current === language}
                        onChange={() => chooseLanguage(language)}
                      />
                      <Flag language={language} />
                      <span>{t(`languages.${language}`)}</span>
                      {languageDetails[language].beta && <Badge tone="accent">{t('beta')}</Badge>}
                    </label>
                  ))}
                </div>
              </Panel>
              <Panel title={t('appearance')} coverage={t('appearanceNote')}>
                <SegmentedSwitch
                  label={t('scheme')}
                  value={colorScheme}
                  onChange={setColorScheme}
                  options={[
                    { value: 'dark', label: t('dark'), icon: <IconMoon size={16} stroke={1.5} /> },
                    { value: 'light', label: t('light'), icon: <IconSun size={16} stroke={1.5} /> },
                    {
                      value: 'auto',
                      label: t('system'),
                      icon: <IconDeviceDesktop size={16} stroke={1.5} />,
                    },
                  ]}
                />
              </Panel>
            </Section>
            {isOwn && (
              <Section id="security">
                <Security />
              </Section>
            )}
          </div>
          {isOwn && (
            <Section id="api-tokens">
              <ApiTokens />
            </Section>
          )}
          <div className={styles.forms}>
            {maySend && (
              <Section id="reports" title={titleOf('reports')}>
                <ReportGenerator />
                <GuideSender />
              </Section>
            )}
            {mayClose && (
              <Section id="finance" title={titleOf('finance')}>
                <FinanceSettings />
              </Section>
            )}
            {mayApprove && (
              <Section id="approvals" title={titleOf('approvals')}>
                <ApprovalSettingsForm />
              </Section>
            )}
            {maySupport && (
              <Section id="support" title={titleOf('support')}>
                <SupportSettings />
              </Section>
            )}
          </div>
          {mayCall && (
            <Section id="webhooks" title={titleOf('webhooks')}>
              <Webhooks
                openId={search.webhook ?? null}
                onOpen={(id) => onSearch({ ...search, webhook: id ?? undefined })}
              />
            </Section>
          )}
          {mayManage && (
            <Section id="jobs" title={titleOf('jobs')} fill>
              <JobsSection search={search} onSearch={onSearch} />
            </Section>
          )}
        </SectionNav>
      </PageBody>
    </>
  );
}
