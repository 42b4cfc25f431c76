import { type Maintenance, type MaintenanceState, maintenanceCancellation } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { MoreMenu } from '../../../components/overlay/more-menu.tsx';
import {
  saveInCalendar,
  useCancelMaintenance,
  useChangeMaintenanceEnd,
} from '../../../domain/integration/maintenances.ts';
import { formatLongStart } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import styles from './announced-maintenances.module.css';
import { EndModal, type ModalProps, StartModal } from './time-modals.tsx';

interface MaintenanceActionsProps {
  maintenance: Maintenance;
  state: MaintenanceState;
}

/** What is done most: end one that runs, move one that has not begun (in the menu where it is narrow). Behind it the rest: another end, its calendar, calling it off. */
export function MaintenanceActions({ maintenance, state }: MaintenanceActionsProps) {
  const { t, i18n } = useTranslation('maintenances');
  const [asked, setAsked] = useState<'start' | 'end' | 'now' | 'cancel' | null>(null);
  const change = useChangeMaintenanceEnd(maintenance.id);
  const menu = useRef<HTMLButtonElement>(null);
  // Beside its day and its state there is no room for a button there.
  const isTablet = useMedia(breakpoints.tablet);
  if (state === 'over' || state === 'cancelled') return null;
  const first = state === 'running' ? 'now' : 'start';
  // One that runs is ended in a hurry.
  const isInMenu = isTablet && first === 'start';
  const close = () => {
    setAsked(null);
    // The entry of the menu that has asked is gone.
    if (asked !== first || isInMenu) menu.current?.focus();
  };
  const day = formatLongStart(maintenance.date, i18n.language);
  return (
    <div className={styles.actions} data-folded={isInMenu || undefined}>
      {!isInMenu && (
        <Button variant="default" size="xs" onClick={() => setAsked(first)}>
          {t(first === 'now' ? 'endNow' : 'changeStart')}
        </Button>
      )}
      <MoreMenu ref={menu} label={t('more', { day })}>
        {(Menu) => (
          <>
            {isInMenu && <Menu.Item onClick={() => setAsked('start')}>{t('changeStart')}</Menu.Item>}
            <Menu.Item onClick={() => setAsked('end')}>{t('changeEnd')}</Menu.Item>
            <Menu.Item onClick={() => saveInCalendar(maintenance, t('calendarTitle', { day }))}>
              {t('toCalendar')}
            </Menu.Item>
            {state !== 'running' && (
              <>
                <Menu.Divider />
                <Menu.Item onClick={() => setAsked('cancel')}>{t('cancelOne')}</Menu.Item>
              </>
            )}
          </>
        )}
      </MoreMenu>
      {asked === 'start' && <StartModal maintenance={maintenance} day={day} onClose={close} />}
      {asked === 'end' && <EndModal maintenance={maintenance} day={day} onClose={close} />}
      {asked === 'cancel' && <CancelModal maintenance={maintenance} day={day} onClose={close} />}
      <ConfirmModal
        opened={asked === 'now'}
        onClose={close}
        title={t('endNowTitle', { day })}
        confirmLabel={t('endNow')}
        cancelLabel={t('back')}
        loading={change.isPending}
        onConfirm={() =>
          change.mutate(null, {
            onSuccess: () => {
              toast('success', t('endedNow'));
              close();
            },
            onError: (error) => toast('error', error.message, { error }),
          })
        }
      >
        {t('endNowText')}
      </ConfirmModal>
    </div>
  );
}

function CancelModal({ maintenance, day, onClose }: ModalProps) {
  const { t } = useTranslation('maintenances');
  const cancel = useCancelMaintenance(maintenance.id);
  const form = useSchemaForm({ initialValues: { reason: '' }, schema: maintenanceCancellation });
  const send = form.bind(({ reason }) =>
    cancel.mutate(reason, {
      onSuccess: () => {
        toast('success', t('wasCancelled'));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('cancelTitle', { day })}
      size={480}
      closeButtonProps={{ 'aria-label': t('back') }}
    >
      <form {...send} className={styles.modal}>
        <Textarea label={t('reason')} rows={3} data-autofocus {...form.getInputProps('reason')} />
        <p className={styles.hint}>{t('cancelHint')}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" data-danger loading={cancel.isPending}>
            {t('cancelOne')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
