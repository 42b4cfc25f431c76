import { HiddenMoney } from '../../../domain/statement/hidden-money.tsx';
import { OwedPanel } from '../../../domain/statement/owed-panel.tsx';
import { ComparedDays } from '../../../domain/statistics/coverage/compared-days.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './last-panels.module.css';

/** Whether every day is complete, and what is owed; for those whose role hides what is owed, that it does. */
export function LastPanels() {
  const seesDays = useCan('reconciliation:read');
  const seesOwed = useCan('statements:read');
  return (
    <div className={styles.parts}>
      {seesDays && <ComparedDays />}
      {seesOwed ? <OwedPanel /> : <HiddenMoney />}
    </div>
  );
}
