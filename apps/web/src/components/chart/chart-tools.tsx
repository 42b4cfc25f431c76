import { ActionIcon } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hint } from '../hint.ts';
import styles from './chart.module.css';
import { type ChartRange, zoomed } from './chart-model.ts';

interface ToolProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}

function Tool({ label, onClick, disabled, children }: ToolProps) {
  return (
    <ActionIcon
      {...hint(label)}
      variant="default"
      size="md"
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
    >
      {children}
    </ActionIcon>
  );
}

interface ChartZoomProps {
  range: ChartRange;
  /** Points of the whole chart. */
  count: number;
  onRange: (range: ChartRange) => void;
}

/** What dragging the strip does, as buttons. */
export function ChartZoom({ range, count, onRange }: ChartZoomProps) {
  const { t } = useTranslation('common');
  const length = range ? range[1] - range[0] + 1 : count;
  return (
    <div className={styles.tools}>
      <Tool
        label={t('chartZoomIn')}
        onClick={() => onRange(zoomed(range, count, 0.5))}
        disabled={length <= 2}
      >
        <IconZoomIn size={16} stroke={1.5} />
      </Tool>
      <Tool label={t('chartZoomOut')} onClick={() => onRange(zoomed(range, count, 2))} disabled={!range}>
        <IconZoomOut size={16} stroke={1.5} />
      </Tool>
      <Tool label={t('chartZoomReset')} onClick={() => onRange(null)} disabled={!range}>
        <IconZoomReset size={16} stroke={1.5} />
      </Tool>
    </div>
  );
}

/** Downloads what is drawn as a picture. */
export function ChartPicture({ onClick, disabled }: { onClick: () => void; disabled?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Tool label={t('chartPicture')} onClick={onClick} disabled={disabled ?? false}>
      <IconDownload size={16} stroke={1.5} />
    </Tool>
  );
}
