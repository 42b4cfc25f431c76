import { isLanguage, languageDetails, languages } from '@ludus/contract';
import { useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/badge.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { chooseLanguage } from '../../../lib/language.ts';
import { Flag } from '../components/flag.tsx';
import styles from './settings-page.module.css';

/** Language (SET-01) and the dark or light scheme (OPEN-15), for everybody. */
export function SettingsPage() {
  const { t, i18n } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <PageBody className={styles.body}>
        <Panel title={t('language')} coverage={t('languageNote')}>
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
            value={colorScheme === 'light' ? 'light' : 'dark'}
            onChange={setColorScheme}
            options={[
              { value: 'dark', label: t('dark'), icon: <IconMoon size={16} stroke={1.5} /> },
              { value: 'light', label: t('light'), icon: <IconSun size={16} stroke={1.5} /> },
            ]}
          />
        </Panel>
      </PageBody>
    </>
  );
}
