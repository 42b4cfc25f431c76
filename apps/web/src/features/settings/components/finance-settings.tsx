import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { periodsQuery, useSavePeriodSettings } from '../../../domain/period/periods.ts';
import { toast } from '../../../lib/toast.tsx';

/** Rules of the period close, for the whole hub; a change applies at once. They cannot be changed before they are known. */
export function FinanceSettings() {
  const { t } = useTranslation('settings');
  const query = useQuery(periodsQuery());
  const save = useSavePeriodSettings((error) => void toast('error', error.message, { error }));
  const stored = query.data?.settings.fourEyes ?? false;
  return (
    <Panel title={t('periodClose')}>
      <Switch
        label={t('fourEyes')}
        description={t('fourEyesNote')}
        disabled={!query.data}
        checked={save.isPending ? save.variables.fourEyes : stored}
        onChange={(event) => save.mutate({ fourEyes: event.currentTarget.checked })}
      />
    </Panel>
  );
}
