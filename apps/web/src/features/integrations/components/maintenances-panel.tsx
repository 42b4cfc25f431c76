import { asksAvailability, type IntegrationDetail } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { SeverityBadge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { dayInRome } from '../../../lib/days.ts';
import { formatCount } from '../../../lib/format.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { LongList } from './long-list.tsx';
import styles from './panels.module.css';

const severityWords = { 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' } as Record<
  number,
  'low' | 'medium' | 'high' | 'critical'
>;

type Announced = NonNullable<IntegrationDetail['maintenances']>[number];
type MaintenanceRow = Announced | 'past';

/** What comes next on top; below a heading, what is over, the latest first. */
function maintenanceRows(announced: readonly Announced[], today: string): MaintenanceRow[] {
  const byDate = announced.toSorted((a, b) => a.date.localeCompare(b.date));
  const isPast = ({ date, state }: Announced) =>
    state === 'over' || state === 'cancelled' || dayInRome(new Date(date)) < today;
  const past = byDate.filter(isPast).reverse();
  return [...byDate.filter((one) => !isPast(one)), ...(past.length > 0 ? (['past'] as const) : []), ...past];
}

/** What an integration said, or why nothing is expected of it: emergencies and critical ones only inform. */
function answerOf({ kind, severity, state, confirmed }: Announced) {
  if (state === 'cancelled') return 'cancelled';
  if (confirmed !== null) return confirmed ? 'yes' : 'no';
  if (state === 'over' || state === 'running') return state;
  return asksAvailability({ kind, severity }, state) ? 'pending' : 'informed';
}

/** The maintenances announced to an integration, with its confirmations. */
export function MaintenancesPanel({ integration }: { integration: IntegrationDetail }) {
  const { t } = useTranslation('integrations');
  const isNarrow = useIsNarrow();
  const announced = integration.maintenances ?? [];
  const rows = maintenanceRows(announced, useToday());
  return (
    <Panel title={t('maintenances')} coverage={formatCount(announced.length)} flush>
      {announced.length === 0 ? (
        <p className={styles.empty}>{t('empty')}</p>
      ) : (
        <LongList
          label={t('maintenances')}
          items={rows}
          itemKey={(row) => (row === 'past' ? row : row.id)}
          // A description of two lines, and on small screens the answer below it.
          rowHeight={isNarrow ? 72 : 56}
          maxHeight={isNarrow ? 360 : 280}
          render={(row) =>
            row === 'past' ? <h3 className={styles.group}>{t('past')}</h3> : <Maintenance {...row} />
          }
        />
      )}
    </Panel>
  );
}

function Maintenance(announced: Announced) {
  const { date, description, severity } = announced;
  const { t } = useTranslation('integrations');
  return (
    <>
      <SeverityBadge severity={severity}>{t(`severity.${severityWords[severity] ?? 'low'}`)}</SeverityBadge>
      <span className={styles.lines}>
        <span className={styles.words} title={description}>
          {description}
        </span>
        <span className={styles.answer}>{t(`answer.${answerOf(announced)}`)}</span>
      </span>
      <span className={styles.date}>
        <DateTime value={date} format="date" />
      </span>
    </>
  );
}
