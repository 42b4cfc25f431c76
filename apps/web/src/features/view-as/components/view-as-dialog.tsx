import { integrationRoles, usualViewedRole, type ViewedRole, viewableRoles } from '@ludus/contract';
import { Button, Group, Input, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Modal } from '../../../components/modal.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useStartViewAs } from '../../../domain/user/view-as.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './view-as.module.css';

interface ViewAsDialogProps {
  /** Chosen already, where it is opened from an integration. */
  integrationId?: number | undefined;
  onClose: () => void;
  /** Loads the page anew. */
  onStarted: () => void;
}

/** Chooses as whom the hub is seen. */
export function ViewAsDialog({ integrationId, onClose, onStarted }: ViewAsDialogProps) {
  const { t } = useTranslation('viewAs');
  const { roles } = useUser();
  const viewable = viewableRoles(roles);
  const [chosen, setChosen] = useState<string | null>(
    integrationId === undefined ? null : String(integrationId),
  );
  const [role, setRole] = useState<ViewedRole>(usualViewedRole);
  const integrations = useQuery(integrationsQuery());
  const start = useStartViewAs({
    onDone: onStarted,
    onError: (error) => void toast('error', error.message, { error }),
  });
  return (
    <Modal opened onClose={onClose} title={t('title')} size={480}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) start.mutate({ integrationId: Number(chosen), role });
        }}
      >
        <Text size="sm" c="dimmed">
          {t('help')}
        </Text>
        <QueryView query={integrations} compact>
          <Select
            label={t('integration')}
            placeholder={t('choose')}
            data={(integrations.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            onChange={setChosen}
            searchable
            required
            data-autofocus={integrationId === undefined || undefined}
          />
        </QueryView>
        <Input.Wrapper
          label={t('role')}
          labelElement="div"
          description={viewable.length < integrationRoles.length ? t('onlySome') : undefined}
        >
          <div className={styles.roles}>
            <SegmentedSwitch
              label={t('role')}
              value={role}
              onChange={(value) => setRole(viewable.find((one) => one === value) ?? role)}
              options={viewable.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
            />
          </div>
        </Input.Wrapper>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null} loading={start.isPending}>
            {t('start')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
