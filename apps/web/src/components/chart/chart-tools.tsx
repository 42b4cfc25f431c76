import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scheme } from '../../theme/tokens.ts';
import { hint } from '../hint.ts';
import { LateMenu } from '../overlay/floats.tsx';
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

interface ChartPictureProps {
  onSave: (scheme: Scheme) => void;
  /** The colors of the screen, and light ones for a document or a print; the feature's own, since few screens have pictures. */
  words: { asShown: string; light: string };
  disabled?: boolean;
}

/** Downloads what is drawn as a picture, in the colors of the screen; in the dark also in those of paper. */
export function ChartPicture({ onSave, words, disabled = false }: ChartPictureProps) {
  const { t } = useTranslation('common');
  const scheme = useComputedColorScheme('dark');
  const icon = <IconDownload size={16} stroke={1.5} />;
  if (scheme === 'light') {
    return (
      <Tool label={t('chartPicture')} onClick={() => onSave('light')} disabled={disabled}>
        {icon}
      </Tool>
    );
  }
  return (
    <LateMenu
      position="bottom-end"
      withinPortal
      target={
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('chartPicture')}
          title={t('chartPicture')}
          disabled={disabled}
        >
          {icon}
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item onClick={() => onSave('dark')}>{words.asShown}</Menu.Item>
          <Menu.Item onClick={() => onSave('light')}>{words.light}</Menu.Item>
        </>
      )}
    </LateMenu>
  );
}
