import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { reconciledDaysQuery } from '../../../domain/statistics/reconciliation.ts';
import type { Period } from '../../../lib/days.ts';
import { download } from '../../../lib/download.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';
import { daysCsvOf } from '../days-file.ts';

/** The days shown as a file: both sides, differences and classes, for whoever keeps or checks them elsewhere. */
export function DaysFileButton({ days: { from, to } }: { days: Period }) {
  const { t } = useTranslation('reconciliation');
  const queryClient = useQueryClient();
  const once = useSingleFlight();
  const save = async () => {
    try {
      // Asked for each time: every file stands in the log, and none is older than the press.
      const { rows } = await queryClient.fetchQuery({ ...reconciledDaysQuery({ from, to }), staleTime: 0 });
      // The byte order mark lets a spreadsheet know that the headings are UTF-8.
      const file = new Blob([`\ufeff${daysCsvOf(rows, t)}`], { type: 'text/csv;charset=utf-8' });
      download(file, t('daysFile', { from, to }));
    } catch (error) {
      toast('error', (error as Error).message, { error: error as Error });
    }
  };
  return (
    <HeaderButton
      label={t('downloadDays')}
      icon={<IconDownload size={16} stroke={1.5} />}
      onClick={() => void once(save)}
    />
  );
}
