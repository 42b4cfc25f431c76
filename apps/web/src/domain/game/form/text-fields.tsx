import { ActionIcon, Button, Tabs, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './game-form.module.css';
import type { GameForm } from './use-game-form.ts';

const languages = ['english', 'italian', 'chinese', 'japanese', 'korean', 'spanish', 'french'] as const;

/** Seven languages, of which two are kept. */
export function DescriptionTabs({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  const [shown, setShown] = useState<string | null>('english');
  const { values, set, errors } = form;
  // A message must not hide behind a tab.
  useEffect(() => {
    if (errors.description_en) setShown('english');
    else if (errors.description_it) setShown('italian');
  }, [errors.description_en, errors.description_it]);
  const text = (field: 'description_en' | 'description_it') => (
    <Textarea
      aria-label={t(`field.${field}`)}
      value={values[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={errors[field]}
      rows={6}
      resize="vertical"
    />
  );
  return (
    <Tabs value={shown} onChange={setShown} className={styles.languages}>
      <Tabs.List aria-label={t('description')}>
        {languages.map((language) => (
          <Tabs.Tab
            key={language}
            value={language}
            disabled={language !== 'english' && language !== 'italian'}
          >
            {t(`language.${language}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="english">{text('description_en')}</Tabs.Panel>
      <Tabs.Panel value="italian">{text('description_it')}</Tabs.Panel>
      <p className={styles.remark}>{t('languagesKept')}</p>
    </Tabs>
  );
}

let count = 0;

/** Facts beyond the common ones: a name and a text each. */
export function CustomFields({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  const { t: common } = useTranslation('common');
  const { values, set, errors, forget } = form;
  const change = (key: string, part: { name?: string; value?: string }) => {
    forget(`properties.${key}`);
    set({
      properties: values.properties.map((field) => (field.key === key ? { ...field, ...part } : field)),
    });
  };
  const add = () => {
    count += 1;
    set({ properties: [...values.properties, { key: `new ${Date.now()}-${count}`, name: '', value: '' }] });
  };
  return (
    <div className={styles.stack}>
      {values.properties.length === 0 ? (
        <p className={styles.remark}>{t('noFields')}</p>
      ) : (
        <ul className={styles.custom}>
          {values.properties.map((field) => (
            <li key={field.key}>
              <TextInput
                aria-label={t('fieldName')}
                placeholder={t('fieldName')}
                value={field.name}
                onChange={(event) => change(field.key, { name: event.currentTarget.value })}
                error={errors[`properties.${field.key}`]}
                autoFocus={field.name === ''}
              />
              <TextInput
                aria-label={t('valueOf', { name: field.name || t('fieldName') })}
                placeholder={t('fieldValue')}
                value={field.value}
                onChange={(event) => change(field.key, { value: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={common('remove', { what: field.name || t('fieldName') })}
                onClick={() => {
                  forget(`properties.${field.key}`);
                  set({ properties: values.properties.filter((other) => other.key !== field.key) });
                }}
              >
                <IconX size={16} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {errors.propertiesData && <p className={styles.error}>{errors.propertiesData}</p>}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={add}
        disabled={values.properties.length >= 50}
      >
        {t('addField')}
      </Button>
    </div>
  );
}
