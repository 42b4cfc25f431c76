import { dictionary, type FigureFilter, type FigurePart, type MetricId, sessionTypes } from '@ludus/contract';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './figures.module.css';

interface PartsListProps {
  metric: MetricId;
  kind: 'includes' | 'leavesOut';
  /** What is asked for leaves out some of the general parts. */
  filter?: Pick<FigureFilter, 'sessionTypeId' | 'isOpen'>;
  /** Of its heading. */
  level?: 'h3' | 'h4';
}

/** What a figure includes, or leaves out, a line each. */
export function PartsList({ metric, kind, filter, level: Heading = 'h3' }: PartsListProps) {
  const { t } = useTranslation('figures');
  const id = useId();
  const isShown = (part: FigurePart) =>
    !(part === 'fun' && filter && filter.sessionTypeId !== sessionTypes.real) &&
    !(part === 'open' && filter?.isOpen === false);
  const parts: string[] = dictionary[metric][kind].filter(isShown).map((part) => t(`part.${part}`));
  // What a filter by state leaves out is said as well: a line that is missing above is not seen.
  if (kind === 'leavesOut' && filter?.isOpen !== undefined)
    parts.unshift(t(filter.isOpen ? 'closedFilteredOut' : 'openFilteredOut'));
  const Icon = kind === 'includes' ? IconCheck : IconMinus;
  return (
    <div className={styles.part}>
      <Heading className={styles.partTitle} id={id}>
        {t(kind)}
      </Heading>
      <ul className={styles.parts} aria-labelledby={id}>
        {parts.map((part) => (
          <li key={part}>
            <Icon size={14} stroke={1.75} aria-hidden="true" />
            <span>{part}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
