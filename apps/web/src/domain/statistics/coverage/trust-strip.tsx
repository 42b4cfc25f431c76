import type { getCoverage, QueryInput } from '@ludus/contract';
import { type ReactNode, Suspense } from 'react';
import { useFirstScreenShown } from '../../../lib/first-screen.ts';
import { latePart } from '../../../lib/late-part.ts';
import styles from './trust-strip.module.css';

export interface CoverageProps {
  /** The filter of the figures. */
  filter: QueryInput<typeof getCoverage>;
  /** Leaves open sessions out: the figures are of fewer sessions than are counted for the filter. */
  withoutOpen?: boolean | undefined;
}

interface TrustStripProps extends Omit<CoverageProps, 'filter'> {
  /** Null while it is not known. */
  filter: CoverageProps['filter'] | null;
  /** What the context of the page says beside it. */
  children?: ReactNode;
}

const Facts = latePart(async () => (await import('./trust-facts.tsx')).TrustFacts);

/**
 * In the head of a page with figures: what is missing in them (integrations that are late or were never fetched, quarantined
 * rows, days that differ from the platform), and what still changes (open sessions, a period that is not over). Empty where there is none of it. It is asked for
 * once the first screen is shown; its place is kept beside the other words, so that nothing moves when it arrives.
 */
export function TrustStrip({ filter, withoutOpen, children }: TrustStripProps) {
  const isShown = useFirstScreenShown();
  return (
    <span className={styles.line}>
      <span>{children}</span>
      <span>
        {isShown && filter && (
          <Suspense fallback={null}>
            <Facts filter={filter} withoutOpen={withoutOpen} />
          </Suspense>
        )}
      </span>
    </span>
  );
}
