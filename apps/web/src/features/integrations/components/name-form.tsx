import { type IntegrationDetail, type IntegrationVersion, integrationVersions } from '@ludus/contract';
import { Button, Input, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { ApiError } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { fieldsOf, useUpdate } from '../use-update.ts';
import styles from './name-form.module.css';

/** Name and version while they are edited; only what changed is sent (INT-13, INT-14). */
export function NameForm({ integration, onClose }: { integration: IntegrationDetail; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const [name, setName] = useState(integration.name);
  const [version, setVersion] = useState<IntegrationVersion>(integration.version);
  const update = useUpdate(integration);
  const trimmed = name.trim();
  const change = {
    ...(trimmed === integration.name ? {} : { name: trimmed }),
    ...(version === integration.version ? {} : { version }),
  };
  const isTaken = update.error instanceof ApiError && update.error.status === 409;
  const error = isTaken ? update.error?.message : fieldsOf(update.error).name;
  const save = () => {
    if (Object.keys(change).length === 0) return onClose();
    update.mutate(change, {
      onSuccess: () => {
        toast('success', t('updated'));
        onClose();
      },
    });
  };
  return (
    <Panel title={t('basics')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <TextInput
          className={styles.name}
          label={t('name')}
          value={name}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          autoFocus
          error={error}
          onChange={(event) => {
            update.reset();
            setName(event.currentTarget.value);
          }}
        />
        <Input.Wrapper label={t('version')} labelElement="div">
          <div>
            <SegmentedSwitch
              label={t('version')}
              value={version}
              onChange={setVersion}
              options={integrationVersions.map((one) => ({ value: one, label: one }))}
            />
          </div>
        </Input.Wrapper>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="default" loading={update.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
