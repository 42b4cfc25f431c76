import type { PeriodCheck, PeriodCheckResult } from '@ludus/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { renderMessage } from '../../../lib/messages.ts';
import { evidenceOf } from '../evidence.ts';
import styles from './readiness.module.css';

const icons = { passed: IconCircleCheck, attention: IconAlertTriangle, failed: IconCircleX } as const;

/** The sign of a result, with its name for who does not see colours. */
export function ResultMark({ result }: { result: PeriodCheckResult }) {
  const { t } = useTranslation('periodClose');
  const Icon = icons[result];
  return (
    <span className={styles.mark} data-result={result} role="img" aria-label={t(`result.${result}`)}>
      <Icon size={18} stroke={1.5} />
    </span>
  );
}

type Translate = ReturnType<typeof useTranslation<'periodClose'>>['t'];

/** Checks of what is feminine in Italian: rows and sessions. */
const rowsIn: ReadonlySet<string> = new Set(['quarantine', 'openSessions']);

/** What a check has found in a few words, and what else is worth a second line. */
function findingOf(check: PeriodCheck, t: Translate): { main: string; note: string | null } {
  const { code, values } = check.detail;
  const count = Number(values.count ?? 0);
  const until = String(values.until ?? '');
  switch (code) {
    case 'periods.completeTo':
      return { main: t('found.complete'), note: null };
    case 'periods.notComplete':
      return { main: t('found.incomplete'), note: t('found.until', { at: until }) };
    case 'periods.notFetched':
      return { main: t('found.notFetched'), note: null };
    case 'periods.gapBefore':
      return { main: t('found.incomplete'), note: t('found.gap', { at: String(values.from ?? '') }) };
    case 'periods.reconciled':
      return { main: t('found.equal', { equal: count, count }), note: null };
    case 'periods.notReconciled': {
      const [days, compared, equal] = [Number(values.days), Number(values.compared), Number(values.equal)];
      if (compared === 0) return { main: t('found.daysNotCompared', { count: days }), note: null };
      const notes = [
        ...(compared > equal ? [t('found.differ', { count: compared - equal })] : []),
        ...(days > compared ? [t('found.notCompared', { count: days - compared })] : []),
      ];
      return { main: t('found.equal', { equal, count: days }), note: notes.join(', ') };
    }
    case 'periods.quarantined':
      return { main: t('found.rows', { count }), note: null };
    case 'periods.openSessions':
      return { main: t('found.open', { count }), note: t('found.bet', { amount: String(values.bet ?? '') }) };
    case 'periods.incidents':
      return { main: t('found.games', { count }), note: check.items.map(({ name }) => name).join(', ') };
    case 'periods.alerts':
      return { main: t('found.open', { count }), note: null };
    case 'periods.alertsNotEvaluated':
      return { main: t('found.notEvaluated'), note: null };
    default:
      return check.result === 'passed'
        ? { main: t(rowsIn.has(check.id) ? 'found.noRows' : 'found.none'), note: null }
        : { main: renderMessage(check.detail, check.text), note: null };
  }
}

interface CheckFindingProps {
  check: PeriodCheck;
  integration: { id: number; name: string };
  month: string;
}

/** The mark of a check and what it has found, which leads to where it can be looked at. */
export function CheckFinding({ check, integration, month }: CheckFindingProps) {
  const { t } = useTranslation('periodClose');
  const { main, note } = findingOf(check, t);
  return (
    <span className={styles.finding}>
      <ResultMark result={check.result} />
      <span className={styles.found}>
        <InternalLink href={evidenceOf(check, integration.id, month)}>
          {main}
          <span className="hub-visually-hidden">
            {', '}
            {t(`checks.${check.id}`)}, {integration.name}
          </span>
        </InternalLink>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  );
}
