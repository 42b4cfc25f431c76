import type { DailyStatistics } from '@ludus/contract';
import i18next from 'i18next';
import { wholeTexts } from '../../lib/texts.ts';
import { toast } from '../../lib/toast.tsx';

interface Read {
  data: DailyStatistics | undefined;
  isError?: boolean;
}

/** Says what a refresh has brought: on a page that looks as before, that nothing is newer. A failure says itself. */
export async function tellRefreshed(before: Read, now: Read): Promise<void> {
  const time = now.data?.coverage.asOf ?? null;
  if (now.isError || time === null) return;
  await wholeTexts();
  const isNewer = time !== before.data?.coverage.asOf;
  const t = i18next.getFixedT(null, 'statisticsCoverage');
  toast('info', t(isNewer ? 'newer' : 'nothingNewer', { time }));
}
