import { type Maintenance, maintenanceNoticeDays, maxMaintenanceDescription } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { TimeInput } from '../../../components/form/time-input.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import {
  useChangeMaintenanceEnd,
  useChangeMaintenanceStart,
} from '../../../domain/integration/maintenances.ts';
import { addDays, dayInRome, isDay, type TypedDay } from '../../../lib/days.ts';
import { formatLongStart } from '../../../lib/format.ts';
import { instantInRome, timeInRome } from '../../../lib/rome-clock.ts';
import { isTime } from '../../../lib/time-text.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { movedText } from '../moved-text.ts';
import styles from './announced-maintenances.module.css';

export interface ModalProps {
  maintenance: Maintenance;
  day: string;
  onClose: () => void;
}

export function EndModal({ maintenance, day, onClose }: ModalProps) {
  const { t } = useTranslation('maintenances');
  const change = useChangeMaintenanceEnd(maintenance.id);
  return (
    <TimeModal
      title={t('changeEndTitle', { day })}
      at={maintenance.endsAt}
      field="endsAt"
      texts={{
        day: t('endDay'),
        time: t('endTime'),
        dayNeeded: t('endDayNeeded'),
        timeNeeded: t('endTimeNeeded'),
      }}
      problem={(at) => (at <= maintenance.date ? { time: t('endBeforeStart') } : {})}
      isPending={change.isPending}
      onSend={({ at }, then) => change.mutate(at, then)}
      done={t('endChanged')}
      onClose={onClose}
    >
      {() => t('changeHint')}
    </TimeModal>
  );
}

/** A planned one keeps its days of notice; its end moves along, and so do the times that its description names. */
export function StartModal({ maintenance, day, onClose }: ModalProps) {
  const { t, i18n } = useTranslation('maintenances');
  const change = useChangeMaintenanceStart(maintenance.id);
  const earliest = addDays(useToday(), maintenanceNoticeDays);
  const { date, endsAt, isEndAssumed, kind, description } = maintenance;
  const endAfter = (at: string) => new Date(Date.parse(endsAt) + Date.parse(at) - Date.parse(date));
  return (
    <TimeModal
      title={t('changeStartTitle', { day })}
      at={date}
      field="startsAt"
      texts={{
        day: t('startDay'),
        time: t('time'),
        dayNeeded: t('startDayNeeded'),
        timeNeeded: t('startTimeNeeded'),
      }}
      problem={(at) => {
        if (kind === 'planned' && dayInRome(new Date(at)) < earliest)
          return { day: t('startTooEarly', { day: earliest, count: maintenanceNoticeDays }) };
        return Date.parse(at) === Date.parse(date) ? { day: t('sameStart') } : {};
      }}
      proposal={(at) =>
        at === null ? description : movedText(maintenance, { date: at, endsAt: endAfter(at).toISOString() })
      }
      isPending={change.isPending}
      onSend={({ at, description: text, reason }, then) =>
        change.mutate(
          {
            startsAt: at,
            ...(text === description ? {} : { description: text }),
            ...(reason === '' ? {} : { reason }),
          },
          then,
        )
      }
      done={t('startChanged')}
      onClose={onClose}
    >
      {(at) => (
        <>
          {at !== null && !isEndAssumed && (
            <>{t('endMoves', { end: formatLongStart(endAfter(at).toISOString(), i18n.language) })} </>
          )}
          {t('startHint')}
        </>
      )}
    </TimeModal>
  );
}

interface TimeModalProps {
  title: string;
  /** The instant as it is. */
  at: string;
  /** How the call names it. */
  field: string;
  texts: { day: string; time: string; dayNeeded: string; timeNeeded: string };
  /** What is wrong about an instant that is whole. */
  problem: (at: string) => { day?: string; time?: string };
  /** The description for the instant that the fields hold: where given, it can be changed, and a reason be said. */
  proposal?: (at: string | null) => string;
  isPending: boolean;
  onSend: (
    values: { at: string; description: string; reason: string },
    then: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
  done: string;
  onClose: () => void;
  /** Stands under the fields, for the instant that they hold, if they hold one. */
  children: (at: string | null) => ReactNode;
}

/** A day and a time of day by Rome's clock. */
function TimeModal(props: TimeModalProps) {
  const { title, at, field, texts, problem, proposal, isPending, onSend, done, onClose, children } = props;
  const { t } = useTranslation('maintenances');
  const { t: common } = useTranslation('common');
  const before = new Date(at);
  const form = useSchemaForm({
    initialValues: {
      day: dayInRome(before) as TypedDay,
      time: timeInRome(before),
      /** Null for the proposed one. */
      description: null as string | null,
      reason: '',
    },
    names: { [field]: field === 'endsAt' ? 'time' : 'day' },
    rules: (values) => {
      if (values.day === null || !isDay(values.day)) return { day: texts.dayNeeded };
      if (values.time === '') return { time: texts.timeNeeded };
      if (!isTime(values.time)) return { time: common('timeInvalid') };
      return problem(instantInRome(values.day, values.time));
    },
  });
  const send = form.bind((values) =>
    onSend(
      {
        at: instantInRome(values.day ?? '', values.time),
        description: text.trim(),
        reason: values.reason.trim(),
      },
      {
        onSuccess: () => {
          toast('success', done);
          onClose();
        },
        onError: (error) => {
          if (!form.refuse(error)) toast('error', error.message, { error });
        },
      },
    ),
  );
  const { day, time, description, reason } = form.values;
  const whole = day !== null && isDay(day) && isTime(time) ? instantInRome(day, time) : null;
  const text = description ?? proposal?.(whole) ?? '';
  return (
    <Modal opened onClose={onClose} title={title} size={440} closeButtonProps={{ 'aria-label': t('back') }}>
      <form {...send} className={styles.modal}>
        <div className={styles.pair}>
          <DayInput
            label={texts.day}
            value={day}
            onChange={(value) => form.setFieldValue('day', value)}
            error={form.errors.day as string | undefined}
          />
          <TimeInput label={texts.time} {...form.getInputProps('time')} />
        </div>
        {proposal && (
          <>
            <Textarea
              label={t('description')}
              rows={3}
              maxLength={maxMaintenanceDescription}
              value={text}
              onChange={(event) => form.setFieldValue('description', event.currentTarget.value)}
              error={form.errors.description}
            />
            <Textarea
              label={<OptionalLabel label={t('reason')} />}
              aria-label={t('reason')}
              rows={2}
              maxLength={maxMaintenanceDescription}
              value={reason}
              onChange={(event) => form.setFieldValue('reason', event.currentTarget.value)}
              error={form.errors.reason}
            />
          </>
        )}
        <p className={styles.hint}>{children(whole)}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
