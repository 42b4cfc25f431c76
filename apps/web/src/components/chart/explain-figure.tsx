import type { Coverage, MetricId } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import { LatePopover } from '../overlay/floats.tsx';
import styles from './explain-figure.module.css';

interface ExplainFigureProps {
  metric: MetricId;
  /** The coverage of the response; without it only the formula and the zone are shown. */
  coverage?: Coverage | null;
  /** Title in place of the metric's name. */
  label?: string;
}

/** How a figure is computed and what it covers, behind a small button beside its label. */
export function ExplainFigure({ metric, coverage, label }: ExplainFigureProps) {
  const { t } = useTranslation('common');
  const name = label ?? t(`metric.${metric}`);
  return (
    <LatePopover
      // Above the label: the figure stands below it, and it is what the explanation is about.
      position="top-start"
      middlewares={{ flip: { fallbackPlacements: ['right-end', 'left-end'] }, shift: true }}
      width={300}
      withinPortal
      trapFocus
      returnFocus
      target={
        <ActionIcon size={18} aria-label={t('explain', { name })} className={styles.button}>
          <IconInfoCircle size={14} stroke={1.5} />
        </ActionIcon>
      }
    >
      <div className={styles.title}>{name}</div>
      <dl className={styles.facts}>
        <dt>{t('explainFormula')}</dt>
        <dd>{t(`formula.${metric}`)}</dd>
        {coverage && (
          <>
            <dt>{t('explainPeriod')}</dt>
            <dd>
              {formatInstant(coverage.from, 'minutes')} – {formatInstant(coverage.to, 'minutes')}
            </dd>
          </>
        )}
        <dt>{t('explainZone')}</dt>
        <dd>Europe/Rome</dd>
        {coverage && (
          <>
            <dt>{t('explainAsOf')}</dt>
            <dd>{coverage.asOf ? formatInstant(coverage.asOf) : t('explainUnknownAsOf')}</dd>
          </>
        )}
      </dl>
      {coverage && (
        <p className="hub-caption">
          {coverage.openSessions > 0
            ? t('explainOpen', { count: coverage.openSessions })
            : t('explainNoOpen')}
        </p>
      )}
    </LatePopover>
  );
}
