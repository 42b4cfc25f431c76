import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';

interface Integration {
  id: number;
  name: string;
}

interface OfIntegrationProps {
  /** Without one, the first by name. */
  chosen: number | undefined;
  onChoose: (integration: number | undefined) => void;
  children: (integration: Integration) => ReactNode;
}

/** What is shown of one integration, with the choice of it for those who see several. */
export function OfIntegration({ chosen, onChoose, children }: OfIntegrationProps) {
  const { t } = useTranslation('statements');
  const query = useQuery(integrationsQuery());
  const rows = useMemo<Integration[]>(
    () => [...(query.data?.rows ?? [])].sort((a, b) => a.name.localeCompare(b.name)),
    [query.data],
  );
  const shown = rows.find(({ id }) => id === chosen) ?? rows[0];
  return (
    <QueryView query={query}>
      {rows.length > 1 && (
        <FilterBar
          items={[
            choiceFilter({
              id: 'integration',
              label: t('integration'),
              width: 260,
              options: rows.map(({ id, name }) => ({
                value: id,
                label: name,
                art: <IntegrationChip name={name} number={id} size={16} />,
              })),
              value: shown?.id,
              onChange: onChoose,
            }),
          ]}
        />
      )}
      {shown !== undefined ? (
        children(shown)
      ) : query.data ? (
        <EmptyState title={t('noIntegrations')}>{t('noIntegrationsText')}</EmptyState>
      ) : (
        <SkeletonChart height={320} />
      )}
    </QueryView>
  );
}
