import {
  type IntegrationDetail,
  type IntegrationUpdate,
  integrationUpdate,
  integrationVersions,
} from '@ludus/contract';
import { Button, Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useUpdate } from '../use-update.ts';
import styles from './name-form.module.css';

/** Name and version while they are edited; only what changed is sent. */
export function NameForm({ integration, onClose }: { integration: IntegrationDetail; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const update = useUpdate(integration);
  const form = useSchemaForm({
    initialValues: { name: integration.name, version: integration.version },
    toBody: ({ name, version }): IntegrationUpdate => ({
      ...(name.trim() === integration.name ? {} : { name: name.trim() }),
      ...(version === integration.version ? {} : { version }),
    }),
    schema: integrationUpdate,
  });
  const save = form.bind((change) => {
    if (Object.keys(change).length === 0) return onClose();
    update.mutate(change, {
      onSuccess: () => {
        toast('success', t('updated'));
        onClose();
      },
      onError: (error) => {
        if (form.refuse(error)) return;
        if (error instanceof ApiError && error.status === 409) form.showErrors({ name: error.message });
      },
    });
  });
  return (
    <Panel title={t('basics')}>
      <form {...save} className={styles.form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        <TextInput
          className={styles.name}
          label={t('name')}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <Input.Wrapper label={t('version')} labelElement="div">
          <div>
            <SegmentedSwitch
              label={t('version')}
              value={form.values.version}
              onChange={(version) => form.setFieldValue('version', version)}
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
