import { rtpVerdicts } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter, choicesFilter, type FilterOption } from '../../../components/form/picker-filter.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { verdictsIn } from '../rtp-rows.ts';
import { type RtpSearch, type RtpWindow, rtpWindows } from '../search.ts';

type Filters = Pick<RtpSearch, 'window' | 'verdicts' | 'integration' | 'q'>;

interface RtpFiltersProps {
  search: RtpSearch;
  onChange: (part: Filters) => void;
  /** Chooses between games and cases. */
  switcher: ReactNode;
}

/** The window that figures are of, unless each row has that of its verdict, the verdict, where it is played, and the name of a game. */
export function RtpFilters({ search, onChange, switcher }: RtpFiltersProps) {
  const { t } = useTranslation('rtpMonitor');
  const integrations = useQuery(integrationsQuery());
  const places = useMemo(
    () =>
      (integrations.data?.rows ?? []).map(
        ({ id, name }): FilterOption<number> => ({
          value: id,
          label: name,
          art: <IntegrationChip name={name} number={id} size={16} />,
        }),
      ),
    [integrations.data],
  );
  const items: FilterItem[] = [
    { id: 'view', label: t('viewLabel'), control: switcher },
    {
      id: 'window',
      label: t('windowLabel'),
      control: (
        <SegmentedSwitch<RtpWindow | 'verdict'>
          label={t('windowLabel')}
          value={search.window ?? 'verdict'}
          onChange={(window) => onChange({ window: window === 'verdict' ? undefined : window })}
          options={[
            { value: 'verdict', label: t('byVerdict') },
            ...rtpWindows.map((window) => ({ value: window, label: t(`window.${window}`) })),
          ]}
        />
      ),
    },
    choicesFilter({
      id: 'verdicts',
      label: t('verdictLabel'),
      width: 184,
      options: rtpVerdicts.map((verdict) => ({ value: verdict, label: t(`verdict.${verdict}`) })),
      value: verdictsIn(search),
      onChange: (verdicts) => onChange({ verdicts: verdicts.join(',') || undefined }),
    }),
    choiceFilter({
      id: 'integration',
      label: t('integration'),
      width: 184,
      options: places,
      value: search.integration,
      onChange: (integration) => onChange({ integration }),
      error: integrations.isError ? t('integrationsFailed') : undefined,
    }),
    {
      id: 'q',
      label: t('search'),
      width: 184,
      isActive: search.q !== undefined,
      control: (
        <SearchInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={search.q ?? ''}
          onType={(text) => onChange({ q: text === '' ? undefined : text })}
        />
      ),
    },
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ verdicts: undefined, integration: undefined, q: undefined })}
    />
  );
}
