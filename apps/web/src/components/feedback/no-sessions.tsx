import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Period, presetOf, presetPeriod } from '../../lib/days.ts';
import { useToday } from '../../lib/use-today.ts';
import { EmptyState } from './states.tsx';
import { useFreshness } from './use-freshness.ts';

interface NoSessionsProps {
  /** Null where something else than the period leaves nothing to show. */
  period: Period | null;
  /** How far the data reaches. */
  asOf: string | null;
  onPeriod: (period: Period) => void;
  /** Of any period but today, with the step that helps. */
  title: ReactNode;
  children: ReactNode;
}

/** A period without sessions, with what helps. */
export function NoSessions({ period, asOf, onPeriod, title, children }: NoSessionsProps) {
  const today = useToday();
  if (period === null || presetOf(period, today) !== 'today') {
    return <EmptyState title={title}>{children}</EmptyState>;
  }
  return <NoSessionsToday asOf={asOf} onYesterday={() => onPeriod(presetPeriod('yesterday', today))} />;
}

/** Every day is empty for some minutes after midnight: it says how far the data reaches, and leads to yesterday. */
export function NoSessionsToday({ asOf, onYesterday }: { asOf: string | null; onYesterday: () => void }) {
  const { t } = useTranslation('common');
  const freshness = useFreshness();
  return (
    <EmptyState
      title={t('noneToday')}
      actions={
        <Button variant="default" onClick={onYesterday}>
          {t('showYesterday')}
        </Button>
      }
    >
      {freshness({ asOf })}
    </EmptyState>
  );
}
