import type { FiguresCoverage } from '@ludus/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { latePart } from '../../lib/late-part.ts';
import styles from './trust-strip.module.css';

export type CoverageResult = Pick<UseQueryResult<FiguresCoverage>, 'data' | 'isError' | 'refetch'>;

interface TrustStripProps {
  query: CoverageResult;
  /** Leaves open sessions out: the figures are of fewer sessions than were counted for it. */
  withoutOpen?: boolean;
  /** What the context of the page says beside it. */
  children?: ReactNode;
}

const Facts = latePart(async () => (await import('./trust-facts.tsx')).TrustFacts);

/**
 * In the head of a page with figures: what is missing in them (integrations that are late or were never fetched, quarantined
 * rows), and what still changes (open sessions, a period that is not over). Empty where there is none of it. Its place is kept
 * beside the other words, so that nothing moves when it arrives after the figures.
 */
export function TrustStrip({ query, withoutOpen = false, children }: TrustStripProps) {
  const isKnown = query.data !== undefined || query.isError;
  return (
    <span className={styles.line}>
      {children && <span className={styles.words}>{children}</span>}
      <span className={styles.place}>
        {isKnown && (
          <Suspense fallback={null}>
            <Facts query={query} withoutOpen={withoutOpen} />
          </Suspense>
        )}
      </span>
    </span>
  );
}
