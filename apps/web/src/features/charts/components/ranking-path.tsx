import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import type { ChartFilters, Reference } from '../filters.ts';
import { chartsAddress } from '../ranking.ts';
import type { ChartsSearch } from '../search.ts';
import styles from './ranking-tab.module.css';

interface RankingPathProps {
  filters: ChartFilters;
  search: ChartsSearch;
  reference: Reference;
}

/** The way down to what is chosen, and back up. Nothing while nothing is. */
export function RankingPath({ filters, search, reference }: RankingPathProps) {
  const { t } = useTranslation('charts');
  const { integrations, isProvider } = reference;
  const top = { ...filters, integrations: [], operators: [] };
  const owner = integrations.find(
    ({ id }) => isProvider && filters.integrations.length === 1 && id === filters.integrations[0],
  );
  const operator = integrations
    .flatMap(({ operators = [] }) => operators)
    .find(({ id }) => filters.operators.length === 1 && id === filters.operators[0]);
  const steps = [
    { name: t(isProvider ? 'allIntegrations' : 'allOperators'), filters: top },
    ...(owner ? [{ name: owner.name, filters: { ...top, integrations: [owner.id] } }] : []),
    ...(operator ? [{ name: operator.name, filters }] : []),
  ];
  if (steps.length === 1) return null;
  return (
    <nav aria-label={t('path')} className={styles.path}>
      <ol>
        {steps.map((step, index) => (
          <li key={step.name}>
            {index === steps.length - 1 ? (
              <span aria-current="page">{step.name}</span>
            ) : (
              <InternalLink href={chartsAddress(step.filters, search)}>{step.name}</InternalLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
