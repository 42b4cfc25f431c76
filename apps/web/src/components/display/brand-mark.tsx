import { useTranslation } from 'react-i18next';
import styles from './brand-mark.module.css';

/** The L of five dots on its grid, top to bottom, then the foot; the corner is the third. */
const markDots = [
  { x: 4, y: 4 },
  { x: 4, y: 12 },
  { x: 4, y: 20 },
  { x: 12, y: 20 },
  { x: 20, y: 20 },
] as const;

interface MarkProps {
  size?: number;
  /** Lights the dots in turn while something runs. */
  running?: boolean;
  className?: string;
}

/** The mark: an L of five dots, corner in the accent colour. */
export function Mark({ size = 24, running, className }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={className}>
      {markDots.map((dot, index) => (
        <circle
          key={`${dot.x}-${dot.y}`}
          cx={dot.x}
          cy={dot.y}
          r={3.4}
          fill={running || index === 2 ? 'var(--hub-accent)' : 'var(--hub-text)'}
          className={running ? styles.light : undefined}
          style={running ? { animationDelay: `${index * 120}ms` } : undefined}
        />
      ))}
    </svg>
  );
}

/** The mark with the name; `nameClass` lets a narrow place hide the name. */
export function Wordmark({ size = 24, nameClass }: { size?: number; nameClass?: string }) {
  return (
    <span className={styles.word}>
      <Mark size={size} />
      <span className={nameClass} style={{ margin: 0 }}>
        <strong>Ludus</strong>
        <span>Hub</span>
      </span>
    </span>
  );
}

/** The picture of an empty place (one dot lit) or of a failure (a broken row). Decoration: the text beside it speaks. */
export function DotField({ kind, width = 106 }: { kind: 'empty' | 'error'; width?: number }) {
  const columns = [0, 1, 2, 3];
  return (
    <svg width={width} height={(width * 76) / 112} viewBox="0 0 112 76" overflow="visible" aria-hidden="true">
      {[0, 1, 2].flatMap((row) =>
        columns.map((column) => {
          const isBroken = kind === 'error' && row === 1;
          const isShifted = isBroken && column > 1;
          const isLit = kind === 'empty' && row === 1 && column === 2;
          // The field of four by three stands in the middle of its box; only the broken row reaches beyond.
          const cx = 14 + column * 28 + (isShifted ? 9 : 0);
          const cy = 10 + row * 28;
          if (isLit) return <circle key={cx} cx={cx} cy={cy} r={9} fill="var(--hub-accent)" />;
          if (isBroken && !isShifted)
            return <circle key={cx} cx={cx} cy={cy} r={8.5} fill="var(--hub-negative)" />;
          return (
            <circle
              key={`${cx}-${cy}`}
              cx={cx}
              cy={cy}
              r={8.25}
              fill="none"
              stroke="var(--hub-border-strong)"
              strokeWidth={1.8}
              strokeDasharray={isShifted ? '3 3' : undefined}
            />
          );
        }),
      )}
    </svg>
  );
}

/** Five dots for a volatility of 0 to 10: two points per dot, a half dot for an odd value. */
export function ratingDots(value: number): ('full' | 'half' | 'empty')[] {
  const points = Math.min(10, Math.max(0, Math.round(value)));
  return [0, 1, 2, 3, 4].map((index) => {
    const rest = points - index * 2;
    return rest >= 2 ? 'full' : rest === 1 ? 'half' : 'empty';
  });
}

/** The number behind the dots, as it is typed. */
export const ratingText = (value: number) => `${value}/10`;

export function Volatility({ value, size = 8 }: { value: number | null | undefined; size?: number }) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.volatility} role="img" aria-label={t('volatilityOf', { value: value ?? 0 })}>
      {ratingDots(value ?? 0).map((kind, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five dots in fixed places
        <svg key={index} width={size} height={size} viewBox="0 0 8 8" aria-hidden="true">
          <circle
            cx={4}
            cy={4}
            r={kind === 'full' ? 4 : 3.25}
            fill={kind === 'full' ? 'var(--hub-text)' : 'none'}
            stroke={kind === 'full' ? 'none' : kind === 'half' ? 'var(--hub-text)' : 'var(--hub-control)'}
            strokeWidth={1.4}
          />
          {kind === 'half' && <path d="M4 .75a3.25 3.25 0 0 0 0 6.5z" fill="var(--hub-text)" />}
        </svg>
      ))}
    </span>
  );
}
