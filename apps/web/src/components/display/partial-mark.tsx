import { useTranslation } from 'react-i18next';
import { hint } from '../hint.ts';
import styles from './partial-mark.module.css';

interface PartialMarkProps {
  /** The interval is over, and the period begins or ends within it. */
  isCut?: boolean | undefined;
  /** Only the ring, with its words for the ear and on hover: beside a name that has little room. */
  compact?: boolean;
  /** Beside bars, which are pale where the interval runs. */
  isBar?: boolean;
  /** Of the bars, where all have the same one. */
  color?: string | undefined;
}

/** Marks an interval that is known in part only, beside its name: a ring as dotted as the line that a chart draws to it, and the same words everywhere. */
export function PartialMark({ isCut = false, compact = false, isBar = false, color }: PartialMarkProps) {
  const { t } = useTranslation('common');
  const kind = isCut ? 'cut' : 'running';
  return (
    <span className={styles.mark} {...hint(t(`partialHint.${kind}`))}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {isBar ? (
          <rect x="1" y="1" width="10" height="10" rx="2" fill={color ?? 'currentColor'} opacity="0.45" />
        ) : (
          <circle
            cx="6"
            cy="6"
            r="4.75"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            pathLength="16"
          />
        )}
      </svg>
      <span className={compact ? 'hub-visually-hidden' : undefined}>{t(`partial.${kind}`)}</span>
    </span>
  );
}
