import { type Maintenance, maintenanceCreation } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { type NewMaintenance, useCreateMaintenance } from '../../domain/integration/maintenances.ts';
import type { Day } from '../../lib/days.ts';
import { networkErrorDetail } from '../../lib/network-error.ts';
import { toast } from '../../lib/toast.tsx';

export interface Draft {
  description: string;
  date: Day | null;
  severity: '' | '1' | '2' | '3' | '4';
  integrations: string[];
}

const emptyDraft: Draft = { description: '', date: null, severity: '', integrations: [] };

/** The call's body once the draft is valid. */
function bodyOf({ description, date, severity, integrations }: Draft) {
  return {
    args: {
      description,
      date: date ?? '',
      ...(severity === '' ? {} : { severity: Number(severity) }),
    },
    integrations: integrations.map(Number),
  } as NewMaintenance;
}

/** A maintenance while it is being written. It stays as it is when it cannot be announced. */
export function useDraft(onCreated: (maintenance: Maintenance) => void) {
  const { t } = useTranslation('maintenances');
  const { mutate, isPending } = useCreateMaintenance();
  const form = useSchemaForm({
    initialValues: emptyDraft,
    toBody: bodyOf,
    schema: maintenanceCreation,
    // A group takes no focus: its first day or choice does.
    invalidSelector:
      '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] :is(td button:not(:disabled), input)',
  });

  const announce = form.bind((body) =>
    mutate(body, {
      onSuccess: (maintenance) => {
        form.reset();
        toast('success', t('created'));
        onCreated(maintenance);
      },
      onError: (error) => {
        // A message beside the field is more precise.
        if (!form.refuse(error)) toast('error', t('failed'), networkErrorDetail(error));
      },
    }),
  );
  return { ...form, announce, isSending: isPending };
}

export type DraftForm = ReturnType<typeof useDraft>;
