import { type Game, gameLabel, listGames, listIntegrations } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerOption } from '../../../components/multi-picker.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';

/** Integrations with their operators; people of an integration get their own alone. */
export function useIntegrations() {
  const { t } = useTranslation('tickets');
  const query = useQuery(queryFor(listIntegrations, { query: { with: ['operators'] } }));
  const text = t('integrationsFailed');
  useEffect(() => {
    if (query.errorUpdatedAt > 0) toast('error', text);
  }, [query.errorUpdatedAt, text]);
  return { ...query, rows: query.data?.rows ?? [] };
}

/** TICK-18: games that are finished, those of an integration, or all of them with null. */
export function useGames(integrationId: number | null) {
  const { t } = useTranslation('tickets');
  const query = useQuery(queryFor(listGames, { query: { with: ['integrations'] } }));
  const text = t('gamesFailed');
  useEffect(() => {
    if (query.errorUpdatedAt > 0) toast('error', text);
  }, [query.errorUpdatedAt, text]);
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
