import { Suspense } from 'react';
import { useCan } from '../../lib/auth/index.ts';
import { latePart } from '../../lib/late-part.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import styles from './hidden-money-line.module.css';
import { seenStore } from './hidden-money-seen.ts';

const HiddenMoney = latePart(async () => (await import('./hidden-money.tsx')).HiddenMoney);

/** At the end of a page of figures, until it is closed. Its place is there before its words are, so that nothing moves. */
export function HiddenMoneyLine() {
  const seesMoney = useCan('money:net-and-due');
  const isSeen = usePersistent(seenStore);
  if (seesMoney || isSeen) return null;
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <HiddenMoney asLine />
      </Suspense>
    </div>
  );
}
