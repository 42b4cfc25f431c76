import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'info' | 'positive' | 'negative' | 'warning' | 'accent' | 'critical';

const dotColors: Record<BadgeTone, string> = {
  neutral: 'var(--hub-tertiary)',
  info: 'var(--hub-info)',
  positive: 'var(--hub-positive)',
  negative: 'var(--hub-negative)',
  warning: 'var(--hub-warning)',
  accent: 'var(--hub-accent-text)',
  critical: 'currentColor',
};

interface StatusDotProps {
  tone?: BadgeTone;
  /** A ring stands for closed, a filled dot for open or lit. */
  ring?: boolean;
  /** Spoken name; without one the dot is decoration beside a word. */
  label?: string;
}

/** The dot that carries a state. */
export function StatusDot({ tone = 'neutral', ring, label }: StatusDotProps) {
  const style = { '--dot': dotColors[tone] } as CSSProperties;
  if (!label)
    return <span className={styles.dot} style={style} data-ring={ring || undefined} aria-hidden="true" />;
  return (
    <span
      className={styles.dot}
      style={style}
      data-ring={ring || undefined}
      role="img"
      aria-label={label}
      title={label}
    />
  );
}

interface BadgeProps {
  tone?: BadgeTone;
  ring?: boolean;
  /** Dot and word without tint, for a tone that is tinted elsewhere. */
  quiet?: boolean;
  children: ReactNode;
}

/** A normal state: it asks for no one. */
const calm: readonly BadgeTone[] = ['neutral', 'positive'];

/** A state as dot and word. Only one that someone may have to look at is tinted, so that it stands out among normal ones. */
export function Badge({ tone = 'neutral', ring, quiet = calm.includes(tone), children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-quiet={quiet || undefined}>
      <StatusDot tone={tone} ring={ring} />
      {children}
    </span>
  );
}

/** A session's state: open is a filled blue dot, closed a ring. */
export function SessionStatusDot({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('common');
  return (
    <StatusDot tone={isOpen ? 'info' : 'neutral'} ring={!isOpen} label={isOpen ? t('open') : t('closed')} />
  );
}

export function SessionBadge({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Badge tone={isOpen ? 'info' : 'neutral'} ring={!isOpen}>
      {isOpen ? t('open') : t('closed')}
    </Badge>
  );
}

/** That a session was played with play money: its amounts are no euro. */
export function FunBadge() {
  const { t } = useTranslation('common');
  return <Badge>{t('fun')}</Badge>;
}

const severityTones: Record<number, BadgeTone> = { 1: 'neutral', 2: 'warning', 3: 'negative', 4: 'critical' };

/** Severity 1 to 4: low plain, medium warning, high tinted, critical filled. */
export function SeverityBadge({ severity, children }: { severity: number; children: ReactNode }) {
  return <Badge tone={severityTones[severity] ?? 'neutral'}>{children}</Badge>;
}
