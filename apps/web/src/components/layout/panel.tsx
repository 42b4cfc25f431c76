import type { FigureFilter } from '@ludus/contract';
import { type ReactNode, useId } from 'react';
import { explainsFor } from '../../lib/explain.ts';
import styles from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** What the figures cover: period, money type, zone ("by hour, real money, Europe/Rome"). */
  coverage?: ReactNode;
  /** It is a sentence: where there is little room it stands below the title and the actions, not between them. */
  hasLongCoverage?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
  /** Content runs to the edges (tables, tiles). */
  flush?: boolean;
  /** Rule under the header. */
  ruled?: boolean;
  /** Spoken name of a panel that shows no title. */
  label?: string;
  className?: string;
  /** The sessions behind its figures, so that these can be explained. */
  explains?: Partial<FigureFilter> | null;
}

/** A block of figures or controls: hairline, no shadow, and a header that says what it covers. */
export function Panel({
  title,
  coverage,
  hasLongCoverage,
  actions,
  children,
  flush,
  ruled,
  label,
  className,
  explains = null,
}: PanelProps) {
  const titleId = useId();
  const isHeaded = title !== undefined || coverage !== undefined || actions !== undefined;
  return (
    <section
      className={className ? `${styles.panel} ${className}` : styles.panel}
      data-ruled={ruled || undefined}
      data-headed={isHeaded || undefined}
      aria-labelledby={title === undefined ? undefined : titleId}
      aria-label={title === undefined ? label : undefined}
      {...explainsFor(explains)}
    >
      {isHeaded && (
        <div className={styles.head}>
          {title !== undefined && (
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
          )}
          {coverage !== undefined && (
            <div className={styles.coverage} data-long={hasLongCoverage || undefined}>
              {coverage}
            </div>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.body} data-padded={!flush || undefined}>
        {children}
      </div>
    </section>
  );
}
