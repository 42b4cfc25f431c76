import { type Game, gameLabel, listGames } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerOption } from '../../components/form/multi-picker.tsx';
import { queryFor } from '../../lib/api/index.ts';
import { useErrorToast } from '../../lib/use-error-toast.ts';
import { coverOf } from '../game/games.ts';
import { integrationsQuery } from '../integration/integrations.ts';

/** Integrations with their operators; people of an integration get only their own. */
export function useIntegrations() {
  const { t } = useTranslation('tickets');
  const query = useQuery(integrationsQuery('operators'));
  useErrorToast(query.errorUpdatedAt, t('integrationsFailed'));
  return { ...query, rows: query.data?.rows ?? [] };
}

export const gamesQuery = () =>
  queryFor(listGames, { query: { with: ['game_media', 'integrations'], mediaTypes: ['main'] } });

/** The addresses of small covers by game; none while they are being read, or when that fails. */
export function useGameCovers(): (game: Pick<Game, 'id'>) => string | undefined {
  const rows = useQuery(gamesQuery()).data?.rows;
  const covers = useMemo(() => new Map(rows?.map((game) => [game.id, coverOf(game)])), [rows]);
  return useCallback(({ id }) => covers.get(id), [covers]);
}

/** Games that are finished, those of an integration, or all of them with null. */
export function useGames(integrationId: number | null) {
  const { t } = useTranslation('tickets');
  const query = useQuery(gamesQuery());
  useErrorToast(query.errorUpdatedAt, t('gamesFailed'));
  const rows = query.data?.rows;
  const offered = useMemo(() => offeredGames(rows ?? [], integrationId), [rows, integrationId]);
  return { ...query, offered };
}

function offeredGames(rows: readonly Game[], integrationId: number | null): PickerOption[] {
  return rows
    .filter(({ isDev, isCatalog }) => !isDev && isCatalog)
    .filter(
      ({ integrations }) => integrationId === null || integrations?.some(({ id }) => id === integrationId),
    )
    .map((game) => ({ value: String(game.id), label: gameLabel(game) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'it', { sensitivity: 'base', numeric: true }));
}
