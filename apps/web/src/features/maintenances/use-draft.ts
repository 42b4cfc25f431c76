import { type Maintenance, type MaintenanceKind, maintenanceCreation, type Service } from '@ludus/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { type NewMaintenance, useCreateMaintenance } from '../../domain/integration/maintenances.ts';
import { isDay, type TypedDay } from '../../lib/days.ts';
import { networkErrorDetail } from '../../lib/network-error.ts';
import { instantInRome } from '../../lib/rome-clock.ts';
import { isTime } from '../../lib/time-text.ts';
import { toast } from '../../lib/toast.tsx';
import { followStart, type Start, startOf } from './follow-start.ts';

export interface Draft {
  kind: MaintenanceKind;
  description: string;
  date: string | null;
  /** By Rome's clock; none is the whole day. */
  time: string;
  endDay: TypedDay;
  endTime: string;
  severity: '' | '1' | '2' | '3' | '4';
  services: Service[];
  games: string[];
  integrations: string[];
}

const emptyDraft: Draft = {
  kind: 'planned',
  description: '',
  date: null,
  time: '',
  endDay: null,
  endTime: '',
  severity: '',
  services: [],
  games: [],
  integrations: [],
};

/** The end that was typed; the day of the start where only a time was. Undefined without one. */
function endOf({ date, endDay, endTime }: Draft): string | undefined {
  const day = endDay ?? date;
  if (!isTime(endTime) || day === null || !isDay(day)) return undefined;
  return instantInRome(day, endTime);
}

/** The call's body once the draft is valid. */
function bodyOf(draft: Draft) {
  const { kind, description, date, time, severity, services, games, integrations } = draft;
  const endsAt = endOf(draft);
  return {
    args: {
      description,
      date: date === null ? '' : !isTime(time) ? date : instantInRome(date, time),
      ...(severity === '' ? {} : { severity: Number(severity) }),
      ...(kind === 'planned' ? {} : { kind }),
      ...(endsAt === undefined ? {} : { endsAt }),
      ...(services.length === 0 ? {} : { services }),
      ...(games.length === 0 ? {} : { games: games.map(Number) }),
    },
    integrations: integrations.map(Number),
  } as NewMaintenance;
}

/** A maintenance while it is being written. It stays as it is when it cannot be announced. */
export function useDraft(onCreated: (maintenance: Maintenance) => void) {
  const { t } = useTranslation('maintenances');
  const { t: common } = useTranslation('common');
  const { mutate, isPending } = useCreateMaintenance();
  const form = useSchemaForm({
    initialValues: emptyDraft,
    toBody: bodyOf,
    schema: maintenanceCreation,
    names: { 'args.endsAt': 'endTime' },
    rules: (draft) => {
      const [endsAt, { date, time, endDay, endTime }] = [endOf(draft), draft];
      if (time !== '' && !isTime(time)) return { time: common('timeInvalid') };
      if (endTime !== '' && !isTime(endTime)) return { endTime: common('timeInvalid') };
      const startsAt = date === null ? null : instantInRome(date, time || '00:00');
      if (endDay !== null && endTime === '') return { endTime: t('endTimeNeeded') };
      return endsAt !== undefined && startsAt !== null && endsAt <= startsAt
        ? { endTime: t('endBeforeStart') }
        : {};
    },
    // A group takes no focus: its first day or choice does.
    invalidSelector:
      '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] :is(td button:not(:disabled), input)',
  });

  // While a time is typed there is no start: the end follows from the last one that was whole.
  const lastStart = useRef<Start | null>(null);
  const setStart = (part: Partial<Pick<Draft, 'kind' | 'date' | 'time'>>) => {
    const { kind, date, time, ...draft } = { ...form.values, ...part };
    const start = startOf({ date, time });
    const before = lastStart.current ?? startOf(form.values);
    const end = start === null || before === null ? {} : followStart(before, start, draft);
    // A time that is cleared is about to be typed anew, and the length is that of before.
    if (start !== null) lastStart.current = { ...start, time: start.time || (before?.time ?? '') };
    form.setValues({ ...part, ...end });
  };

  const announce = form.bind((body) =>
    mutate(body, {
      onSuccess: (maintenance) => {
        form.reset();
        lastStart.current = null;
        toast('success', t('created'));
        onCreated(maintenance);
      },
      onError: (error) => {
        // A message beside the field is more precise.
        if (!form.refuse(error)) toast('error', t('failed'), networkErrorDetail(error));
      },
    }),
  );
  return { ...form, setStart, announce, isSending: isPending };
}

export type DraftForm = ReturnType<typeof useDraft>;
