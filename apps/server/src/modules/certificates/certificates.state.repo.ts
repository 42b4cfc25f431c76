import { expiringDays } from '@ludus/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../infra/clock/index.ts';

/**
 * `documentState` of the contract in SQL, of a document `c` whose successor, or none, is joined as `s`. Lists are filtered, ordered and
 * counted by it; a test compares the two.
 */
export function stateOn(today: Day): RawBuilder<string> {
  return sql<string>`CASE
    WHEN c.replaced_by IS NOT NULL AND (s.valid_from IS NULL OR s.valid_from <= ${today}::date) THEN 'replaced'
    WHEN c.valid_until < ${today}::date THEN 'expired'
    WHEN c.valid_from > ${today}::date THEN 'upcoming'
    WHEN c.valid_until <= ${today}::date + ${expiringDays}::integer THEN 'expiring'
    ELSE 'valid'
  END`;
}
