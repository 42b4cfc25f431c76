import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '../../../components/layout/action-bar.tsx';

interface RequestBarProps {
  count: number;
  onCancel: () => void;
  onReview: () => void;
}

/** How many games are ticked, and the way to their review. */
export function RequestBar({ count, onCancel, onReview }: RequestBarProps) {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation('common');
  return (
    <ActionBar
      label={t('requesting.start')}
      status={count === 0 ? t('requesting.none') : <strong>{t('requesting.chosen', { count })}</strong>}
    >
      <Button variant="default" onClick={onCancel}>
        {common('cancel')}
      </Button>
      <Button onClick={onReview} disabled={count === 0}>
        {t('requesting.review')}
      </Button>
    </ActionBar>
  );
}
