import type { FigureFilter } from '@ludus/contract';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { explainsFor } from '../../../lib/explain.ts';
import type { FigureId } from '../columns.ts';
import { at, kinds, nameOf, narrowedTo, pathOf, type ReportTree } from '../tree.ts';
import styles from './report-details.module.css';

interface ReportDetailsProps {
  tree: ReportTree;
  /** Null: closed. */
  node: number | null;
  columns: readonly FigureId[];
  /** The sessions behind the totals of the report. */
  explains: FigureFilter;
  onClose: () => void;
}

/** All figures of one row, in a sheet: a phone has room for two of them in the row itself. */
export function ReportDetails({ tree, node, columns, explains, onClose }: ReportDetailsProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const figures = node === null ? undefined : tree.figures[node];
  return (
    <Drawer
      opened={figures !== undefined}
      onClose={onClose}
      position="bottom"
      size={460}
      title={node === null ? '' : nameOf(tree, node)}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {node !== null && figures && (
        <>
          <p className="hub-caption">
            {[t(`kind.${kinds[at(tree.kind, node)] ?? 'game'}`), ...pathOf(tree, node)].join(' · ')}
          </p>
          <dl className={styles.figures} {...explainsFor({ ...explains, ...narrowedTo(tree, node) })}>
            {columns.map((id) => (
              <div key={id} className={styles.figure}>
                <dt>
                  {common(`metric.${id}`)}
                  <ExplainFigure metric={id} />
                </dt>
                <dd>
                  <MetricFigure metric={id} value={figures[id]} strong greenDue />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Drawer>
  );
}
