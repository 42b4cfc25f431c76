import type { ServiceSpan } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import styles from './service-history.module.css';

const states = ['healthy', 'failing', 'unknown'] as const satisfies readonly ServiceSpan['state'][];

/** Of a day of which less is known, a strip would be empty. */
const leastKnown = 0.1;

const lengthOf = ({ from, to }: ServiceSpan) => Math.max(0, Date.parse(to) - Date.parse(from));

/** The last 24 hours of a service as a thin strip with its legend; the same in words for those who do not see it. */
export function ServiceHistory({ spans, isFailing }: { spans: readonly ServiceSpan[]; isFailing: boolean }) {
  const { t, i18n } = useTranslation('integrations');
  const whole = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  if (whole === 0 || spans.every(({ state }) => state === 'unknown'))
    return <p className={styles.none}>{t('history.none')}</p>;
  const sum = (state: ServiceSpan['state']) =>
    formatDuration(
      spans.filter((span) => span.state === state).reduce((total, span) => total + lengthOf(span), 0),
      i18n.language,
    );
  const wordsOf = (span: ServiceSpan) => {
    const times = { from: span.from, to: span.to };
    if (span.state !== 'failing') return t(`history.${span.state}`, times);
    const reason = reasonText(span);
    return reason ? t('history.failing', { ...times, reason }) : t('history.failingPlain', times);
  };
  const shown = states.filter((state) => spans.some((span) => span.state === state));
  // Of a service that has been healthy since its first check, the strip needs no legend: only when that was.
  const [before, ...since] = spans;
  const firstCheck =
    before?.state === 'unknown' && since.every(({ state }) => state === 'healthy') ? before.to : null;
  const isNew =
    firstCheck !== null && since.reduce((total, span) => total + lengthOf(span), 0) < whole * leastKnown;
  // A check of this moment knows more than those by the clock.
  if (isNew && !isFailing) return <p className={styles.none}>{t('history.new', { from: firstCheck })}</p>;
  const failing = spans.filter((span) => span.state === 'failing').slice(-5);
  const sums = t('history.sums', {
    healthy: sum('healthy'),
    failing: sum('failing'),
    unknown: sum('unknown'),
  });
  return (
    <div className={styles.history}>
      <div className={styles.strip} role="img" aria-label={[sums, ...failing.map(wordsOf)].join(' ')}>
        {spans.map((span) => (
          <span
            key={span.from}
            className={styles.span}
            data-state={span.state}
            style={{ flexGrow: lengthOf(span) / whole }}
            title={wordsOf(span)}
          />
        ))}
      </div>
      <span className={styles.caption} aria-hidden="true">
        {firstCheck === null ? t('history.title') : t('history.checkedSince', { from: firstCheck })}
        {/* Of one state its colour says enough: the mark above has named it. */}
        {firstCheck === null &&
          shown.length > 1 &&
          shown.map((state) => (
            <span key={state} className={styles.key}>
              <span className={styles.swatch} data-state={state} />
              {t(`history.legend.${state}`)}
            </span>
          ))}
      </span>
    </div>
  );
}
