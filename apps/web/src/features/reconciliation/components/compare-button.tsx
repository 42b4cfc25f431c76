import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useCompareDays } from '../../../domain/statistics/reconciliation.ts';
import type { Period } from '../../../lib/days.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './reconciliation.module.css';

interface CompareButtonProps {
  /** The days shown, which the form starts with. */
  days: { from: string; to: string };
  /** The last day that may be compared. */
  latest: string;
  integrations: readonly { id: number; name: string }[];
  /** With the days that are compared, which the screen then shows. */
  onStarted: (jobId: string, days: Period) => void;
}

const periodPresets = ['yesterday', 'lastMonth'] as const;

/** Opens what is chosen for a comparison: days, and integrations (none is all). */
export function CompareButton({ days, latest, integrations, onStarted }: CompareButtonProps) {
  const { t } = useTranslation('reconciliation');
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [period, setPeriod] = useState<Period>(days);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const compare = useCompareDays({
    onStarted: (jobId) => {
      setOpened(false);
      toast('running', t('started'));
      onStarted(jobId, period);
    },
    onFailed: (error) => {
      const fields = 'fields' in error ? (error.fields as Record<string, string> | undefined) : undefined;
      if (fields !== undefined && Object.keys(fields).length > 0) setWrong(fields);
      else toast('error', error.message, { error });
    },
  });
  const open = () => {
    setPeriod({ from: days.from, to: days.to });
    setWrong({});
    setOpened(true);
  };
  const start = () => {
    setWrong({});
    compare.mutate({ ...period, ...(chosen.length > 0 && { integrationIds: chosen.map(Number) }) });
  };
  return (
    <>
      <Button leftSection={<IconScale size={16} stroke={1.5} />} onClick={open}>
        {t('compareDays')}
      </Button>
      <ConfirmModal
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={start}
        title={t('compareTitle')}
        confirmLabel={t('compare')}
        loading={compare.isPending}
      >
        <div className={styles.form}>
          <p className={styles.help}>{t('compareHelp')}</p>
          <div>
            <PeriodPicker
              label={t('days')}
              value={period}
              max={latest}
              presets={periodPresets}
              onChange={setPeriod}
            />
            {(wrong.from ?? wrong.to) && (
              <p className={styles.wrong} role="alert">
                {wrong.from ?? wrong.to}
              </p>
            )}
          </div>
          <MultiPicker
            label={t('integrations')}
            placeholder={t('allIntegrations')}
            value={chosen}
            onChange={setChosen}
            error={wrong.integrationIds}
            options={integrations.map(({ id, name }) => ({
              value: String(id),
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            }))}
          />
        </div>
      </ConfirmModal>
    </>
  );
}
