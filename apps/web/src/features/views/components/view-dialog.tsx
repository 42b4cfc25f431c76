import {
  integrationRoles,
  mayOpen,
  providerRoles,
  type Role,
  type SavedView,
  type ViewScreen,
  type ViewShareInput,
  viewNameForm,
} from '@ludus/contract';
import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import type { ViewParams } from '../../../domain/view/view-location.ts';
import { presetOfParams, withPreset } from '../../../domain/view/view-params.ts';
import { useCreateView, useUpdateView } from '../../../domain/view/views.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useToday } from '../../../lib/use-today.ts';
import styles from './views-control.module.css';

interface ViewDialogProps {
  screen: ViewScreen;
  /** Null for a new one. */
  view: SavedView | null;
  /** What is shown, for a new one. */
  params: ViewParams;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Name, sharing and period of a view. */
export default function ViewDialog({ screen, view, params, onClose, onSaved }: ViewDialogProps) {
  const { t } = useTranslation('views');
  const { t: common } = useTranslation('common');
  const shares = useShares(screen);
  const today = useToday();
  const preset = view === null ? presetOfParams(params, today) : null;
  const form = useSchemaForm({
    initialValues: {
      name: view?.name ?? '',
      share: shareKey(view?.share),
      isPinned: false,
      keepsPreset: true,
    },
    toBody: ({ name }) => ({ name }),
    schema: viewNameForm,
  });
  const create = useCreateView();
  const update = useUpdateView();
  const isPending = create.isPending || update.isPending;
  const saveButton = useRestoreFocus<HTMLButtonElement>(isPending);
  const { share, isPinned, keepsPreset } = form.values;
  const outcome = {
    onSuccess: (saved: SavedView) => {
      toast('success', t(view === null ? 'saved' : 'updated'));
      onSaved(saved);
    },
    onError: (error: Error) => {
      if (!form.refuse(error)) toast('error', error.message, { error });
    },
  };
  const submit = form.bind(({ name }) => {
    const chosen = { name: name.trim(), share: shareOfKey(share) };
    if (view !== null) return update.mutate({ id: view.id, ...chosen }, outcome);
    const kept = preset !== null && keepsPreset ? withPreset(params, preset) : params;
    return create.mutate({ screen, params: kept, isPinned, ...chosen }, outcome);
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(view === null ? 'newTitle' : 'editTitle')}
      size={420}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form {...submit} className={styles.form}>
        <TextInput
          label={t('name')}
          data-autofocus
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('name')}
        />
        {preset !== null && (
          <NativeSelect
            label={t('period')}
            value={keepsPreset ? 'preset' : 'days'}
            onChange={(event) => form.setFieldValue('keepsPreset', event.currentTarget.value === 'preset')}
            data={[
              { value: 'preset', label: t('periodMoves', { preset: common(`presets.${preset}`) }) },
              {
                value: 'days',
                label: formatPeriod({ from: params.from ?? today, to: params.to ?? today }),
              },
            ]}
          />
        )}
        <NativeSelect
          label={t('share')}
          value={share}
          onChange={(event) => form.setFieldValue('share', event.currentTarget.value)}
          data={shares}
        />
        {view === null && (
          <Switch
            label={t('pinIt')}
            checked={isPinned}
            onChange={(event) => form.setFieldValue('isPinned', event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" ref={saveButton} loading={isPending}>
            {t(view === null ? 'save' : 'update')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const noOne = 'no-one';

function shareKey(share: SavedView['share'] | undefined): string {
  if (share?.with === 'role') return `role ${share.role}`;
  return share?.with === 'integration' ? `integration ${share.integration.id}` : noOne;
}

function shareOfKey(key: string): ViewShareInput {
  const [kind, of = ''] = key.split(' ');
  if (kind === 'role') return { with: 'role', role: of as Role };
  return kind === 'integration' ? { with: 'integration', integrationId: Number(of) } : { with: noOne };
}

/** Whom a person may share with: roles of their side that open the screen, and integrations. */
function useShares(screen: ViewScreen) {
  const { t } = useTranslation('views');
  const { t: shell } = useTranslation('shell');
  const isProvider = useCan('integrations:manage');
  const integrations = useQuery(integrationsQuery()).data?.rows ?? [];
  const opensIt = (role: Role) => mayOpen(screen, [role]);
  const ownRoles: readonly Role[] = isProvider ? providerRoles : integrationRoles;
  const ofIntegrations = integrationRoles.some(opensIt) ? integrations : [];
  return [
    { value: noOne, label: t('onlyMe') },
    {
      group: t('roles'),
      items: ownRoles
        .filter(opensIt)
        .map((role) => ({ value: `role ${role}`, label: shell(`roles.${role}`) })),
    },
    {
      group: t('integrations'),
      items: ofIntegrations.map(({ id, name }) => ({
        value: `integration ${id}`,
        label: t('everyoneAt', { name }),
      })),
    },
  ].filter((one) => !('items' in one) || (one.items?.length ?? 0) > 0);
}
