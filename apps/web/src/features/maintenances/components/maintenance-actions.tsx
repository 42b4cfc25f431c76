import { type Maintenance, type MaintenanceState, maintenanceCancellation } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { TimeInput } from '../../../components/form/time-input.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import {
  saveInCalendar,
  useCancelMaintenance,
  useChangeMaintenanceEnd,
} from '../../../domain/integration/maintenances.ts';
import { dayInRome, isDay, type TypedDay } from '../../../lib/days.ts';
import { formatLongStart } from '../../../lib/format.ts';
import { instantInRome, timeInRome } from '../../../lib/rome-clock.ts';
import { isTime } from '../../../lib/time-text.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './announced-maintenances.module.css';

interface MaintenanceActionsProps {
  maintenance: Maintenance;
  state: MaintenanceState;
}

/** Prolong or shorten one that is not over, end one that runs, cancel one that has not begun. */
export function MaintenanceActions({ maintenance, state }: MaintenanceActionsProps) {
  const { t, i18n } = useTranslation('maintenances');
  const [asked, setAsked] = useState<'end' | 'now' | 'cancel' | null>(null);
  const change = useChangeMaintenanceEnd(maintenance.id);
  if (state === 'over' || state === 'cancelled') return null;
  const close = () => setAsked(null);
  const day = formatLongStart(maintenance.date, i18n.language);
  return (
    <div className={styles.actions}>
      <Button variant="default" size="xs" onClick={() => setAsked('end')}>
        {t('changeEnd')}
      </Button>
      {state === 'running' ? (
        <Button variant="default" size="xs" onClick={() => setAsked('now')}>
          {t('endNow')}
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => setAsked('cancel')}>
          {t('cancelOne')}
        </Button>
      )}
      <Button
        variant="subtle"
        size="xs"
        onClick={() => saveInCalendar(maintenance, t('calendarTitle', { day }))}
      >
        {t('toCalendar')}
      </Button>
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

interface ModalProps {
  maintenance: Maintenance;
  day: string;
  onClose: () => void;
}

function EndModal({ maintenance, day, onClose }: ModalProps) {
  const { t } = useTranslation('maintenances');
  const { t: common } = useTranslation('common');
  const change = useChangeMaintenanceEnd(maintenance.id);
  const before = new Date(maintenance.endsAt);
  const form = useSchemaForm({
    initialValues: { day: dayInRome(before) as TypedDay, time: timeInRome(before) },
    names: { endsAt: 'time' },
    rules: (values) => {
      if (values.day === null || !isDay(values.day)) return { day: t('endDayNeeded') };
      if (values.time === '') return { time: t('endTimeNeeded') };
      if (!isTime(values.time)) return { time: common('timeInvalid') };
      return instantInRome(values.day, values.time) <= maintenance.date ? { time: t('endBeforeStart') } : {};
    },
  });
  const send = form.bind((values) =>
    change.mutate(instantInRome(values.day ?? '', values.time), {
      onSuccess: () => {
        toast('success', t('endChanged'));
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
      title={t('changeEndTitle', { day })}
      size={440}
      closeButtonProps={{ 'aria-label': t('back') }}
    >
      <form {...send} className={styles.modal}>
        <div className={styles.pair}>
          <DayInput
            label={t('endDay')}
            value={form.values.day}
            onChange={(value) => form.setFieldValue('day', value)}
            error={form.errors.day as string | undefined}
          />
          <TimeInput label={t('endTime')} {...form.getInputProps('time')} />
        </div>
        <p className={styles.hint}>{t('changeHint')}</p>
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
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
        <div className={styles.foot}>
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
