import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart/chart.tsx';
import { SeriesToggle } from '../../../components/chart/chart-legend.tsx';
import { ChartFigure } from '../../../components/chart/chart-table.tsx';
import { Modal } from '../../../components/modal.tsx';
import styles from './totals-strip.module.css';

const entriesShown = 8;

interface TotalsStripProps {
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  stale: boolean;
}

/** The total of each series, and the legend: a name shows and hides its line. The rest is behind "+N". */
export function TotalsStrip({ series, hidden, onToggle, stale }: TotalsStripProps) {
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const rest = series.slice(entriesShown);
  const count = rest.length;
  const entry = (one: ChartSeries) => (
    <li key={one.id} className={styles.entry}>
      <SeriesToggle series={one} shown={!hidden.has(one.id)} onToggle={onToggle} />
      <ChartFigure value={one.total} unit={one.unit ?? 'euro'} strong />
    </li>
  );
  return (
    <div className={styles.strip}>
      <ul className={stale ? `${styles.entries} hub-stale` : styles.entries} aria-label={t('totalsName')}>
        {series.slice(0, entriesShown).map(entry)}
      </ul>
      {rest.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={t('moreSeries', { count })}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {common('more', { count })}
        </button>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('moreTitle')}
        size={720}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <ul className={styles.rest} aria-label={t('moreTitle')}>
          {rest.map(entry)}
        </ul>
      </Modal>
    </div>
  );
}
