import type { MetricId } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { explain } from '../../lib/explain.ts';
import styles from './explain-figure.module.css';

interface ExplainFigureProps {
  metric: MetricId;
  /** Name of what is explained, where the metric's own stands for several. */
  label?: string;
}

/** Opens the panel that explains a figure: a small button beside its label, within the place that names its sessions (`explainsFor`). */
export function ExplainFigure({ metric, label }: ExplainFigureProps) {
  const { t } = useTranslation('common');
  return (
    <ActionIcon
      size={18}
      aria-label={t('explain', { name: label ?? t(`metric.${metric}`) })}
      aria-haspopup="dialog"
      className={styles.button}
      onClick={(event) => {
        // It may stand in a row or a heading that has a click of its own.
        event.stopPropagation();
        explain({ element: event.currentTarget, metric });
      }}
    >
      <IconInfoCircle size={14} stroke={1.5} />
    </ActionIcon>
  );
}
