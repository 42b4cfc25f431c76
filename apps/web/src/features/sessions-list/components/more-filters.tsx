import { type Game, gameLabel, type Integration } from '@ludus/contract';
import { Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { RangeInput } from '../../../components/form/range-input.tsx';
import { rangeRefusals } from '../search.ts';
import type { PartProps } from './list-filters.tsx';
import styles from './more-filters.module.css';

interface MoreFiltersProps extends PartProps {
  /** Provider staff choose integrations, integration users their operators. */
  isProvider: boolean;
  integrations: readonly Integration[];
  games: readonly Game[];
}

/** Games that may be chosen: not in dev, and offered by at least one chosen integration. */
export function choosableGames(
  games: readonly Game[],
  integrations: readonly Integration[],
  chosen: readonly string[],
): readonly Game[] {
  const notDev = games.filter((game) => !game.isDev);
  if (chosen.length === 0) return notDev;
  const offered = new Set(
    integrations
      .filter((integration) => chosen.includes(String(integration.id)))
      .flatMap((integration) => integration.games?.map((game) => game.id) ?? []),
  );
  return notDev.filter((game) => offered.has(game.id));
}

/** The filters behind "More filters". */
export function MoreFilters({ filters, onChange, isProvider, integrations, games }: MoreFiltersProps) {
  const { t } = useTranslation('sessionsList');
  const gameOptions = useMemo(
    () =>
      choosableGames(games, integrations, filters.integrations)
        .map((game) => ({ value: String(game.id), label: gameLabel(game) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [games, integrations, filters.integrations],
  );
  const chooseIntegrations = (chosen: string[]) => {
    const allowed = new Set(choosableGames(games, integrations, chosen).map((game) => String(game.id)));
    onChange({ integrations: chosen, games: filters.games.filter((game) => allowed.has(game)) });
  };
  const refusals = rangeRefusals(filters);
  return (
    <div className={styles.grid}>
      <div className={styles.wide}>
        {isProvider ? (
          <MultiPicker
            label={t('integrations')}
            placeholder={t('anyIntegration')}
            value={filters.integrations}
            onChange={chooseIntegrations}
            options={integrations.map((integration) => ({
              value: String(integration.id),
              label: integration.name,
              art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
            }))}
          />
        ) : (
          <MultiPicker
            label={t('operators')}
            placeholder={t('any')}
            value={filters.operators}
            onChange={(operators) => onChange({ operators })}
            options={integrations.flatMap((integration) =>
              (integration.operators ?? []).map((operator) => ({
                value: String(operator.id),
                label: operator.name,
              })),
            )}
          />
        )}
      </div>
      <div className={styles.wide}>
        <MultiPicker
          label={t('games')}
          hint={filters.integrations.length > 0 ? t('gamesHint') : undefined}
          placeholder={t('any')}
          value={filters.games}
          onChange={(chosen) => onChange({ games: chosen })}
          options={gameOptions}
        />
      </div>
      <RangeInput
        label={t('bet')}
        value={filters.bet}
        onChange={(bet) => onChange({ bet })}
        typedMin={0.1}
        error={refusals.bet}
      />
      <RangeInput
        label={t('win')}
        value={filters.win}
        onChange={(win) => onChange({ win })}
        typedMin={0.1}
        error={refusals.win}
      />
      <RangeInput
        label={t('grossWin')}
        value={filters.grossWin}
        onChange={(grossWin) => onChange({ grossWin })}
        error={refusals.grossWin}
      />
      <div className={styles.player}>
        <TextInput
          label={t('userId')}
          placeholder={t('userIdPlaceholder')}
          value={filters.user}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ user: event.currentTarget.value })}
        />
        <Switch
          label={t('nonZeroRounds')}
          checked={filters.played}
          onChange={(event) => onChange({ played: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}
