import type { Change } from '@ludus/contract';
import { formatAmount, formatPercent } from '../../lib/format.ts';

/** A change in text, with its sign. */
export const formatChange = ({ unit, value }: Change): string =>
  unit === 'ratio' ? formatPercent(value, 1, true) : formatAmount(value, true);
