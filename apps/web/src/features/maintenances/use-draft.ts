import { type Maintenance, maintenanceCreation } from '@ludus/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/index.ts';
import type { Day } from '../../lib/days.ts';
import { toast } from '../../lib/toast.tsx';
import { unreachedDetail } from '../../lib/unreached.ts';
import { type NewMaintenance, useCreateMaintenance } from './api/maintenances.ts';

export interface Draft {
  description: string;
  date: Day | null;
  severity: '' | '1' | '2' | '3' | '4';
  integrations: string[];
}
export type DraftField = keyof Draft;

const emptyDraft: Draft = { description: '', date: null, severity: '', integrations: [] };

/** What is wrong with which field, by the paths of the call (`args.date`). */
export type Problems = Partial<Record<DraftField, string>>;

function problemsOf(fields: Iterable<readonly [string, string]>): Problems {
  const problems: Problems = {};
  for (const [path, text] of fields) {
    const name = path.split('.').find((part) => part in emptyDraft) as DraftField | undefined;
    if (name && !(name in problems)) problems[name] = text;
  }
  return problems;
}

/** The same rules as the server's. */
function checkDraft(body: unknown): Problems {
  const { error } = maintenanceCreation.safeParse(body);
  return problemsOf((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const));
}

/** A maintenance while it is being written. It stays as it is when it cannot be announced. */
export function useDraft(onCreated: (made: Maintenance) => void) {
  const { t } = useTranslation('maintenances');
  const [draft, setDraft] = useState(emptyDraft);
  const [problems, setProblems] = useState<Problems>({});
  const { mutate, isPending } = useCreateMaintenance();

  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => {
      const left = { ...before };
      for (const name of Object.keys(part) as DraftField[]) delete left[name];
      return left;
    });
  };

  const submit = () => {
    if (isPending) return;
    const body = {
      args: {
        description: draft.description,
        date: draft.date ?? '',
        ...(draft.severity === '' ? {} : { severity: Number(draft.severity) }),
      },
      integrations: draft.integrations.map(Number),
    };
    const found = checkDraft(body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    mutate(body as NewMaintenance, {
      onSuccess: (made) => {
        setDraft(emptyDraft);
        toast('success', t('created'));
        onCreated(made);
      },
      onError: (error) => {
        const refused = error instanceof ApiError ? problemsOf(Object.entries(error.fields)) : {};
        setProblems(refused);
        // ERR-024; a field that says what is wrong says more.
        if (Object.keys(refused).length === 0) toast('error', t('failed'), unreachedDetail(error));
      },
    });
  };

  return { draft, problems, change, submit, isSending: isPending };
}

export type DraftForm = ReturnType<typeof useDraft>;
