import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/overlay/confirm-modal.tsx';
import { toast } from '../../lib/toast.tsx';
import styles from './conformance.module.css';
import { useRunConformance } from './conformance.ts';

interface RunChecksProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Asks before the checks run. Those that write are off each time: they are chosen for one run. */
export function RunChecks({ id, name, onClose }: RunChecksProps) {
  const { t } = useTranslation('conformance');
  const [withWrites, setWithWrites] = useState(false);
  const run = useRunConformance(id, { onFailed: (error) => toast('error', error.message, { error }) });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={() => run.mutate({ withWrites }, { onSettled: onClose })}
      title={t('runTitle', { name })}
      confirmLabel={t('run')}
      danger={withWrites}
      loading={run.isPending}
    >
      <div className={styles.question}>
        <p>{t('runText')}</p>
        <Checkbox
          label={t('withWrites')}
          description={t('withWritesText')}
          checked={withWrites}
          onChange={({ currentTarget }) => setWithWrites(currentTarget.checked)}
        />
      </div>
    </ConfirmModal>
  );
}
