import {
  getGame,
  getIntegration,
  listCatalog,
  listGames,
  listIntegrations,
  notifyGameIntegrations,
  notifyIntegrationGames,
  setIntegrationGames,
  updateGame,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateOf } from '../../components/game-form/update-call.ts';
import { valuesOf } from '../../components/game-form/values.ts';
import { call, keyOf, queryFor } from '../../lib/api/index.ts';
import { type Pending, toldIds, visibleAfter } from '../../lib/pending-links.ts';
import { toast } from '../../lib/toast.tsx';
import type { Base } from './use-drafts.ts';

/** In full: the call of its games alone leaves out those in development (API-039). */
export const gamesOf = (id: number) => queryFor(getIntegration, { params: { id } });
export const linksOf = (id: number) =>
  queryFor(getGame, { params: { id }, query: { with: ['integrations'] } });

export interface Save {
  base: Base;
  pending: Pending;
  name: string;
}

/**
 * One call saves everything, then one tells those who are to be told (VIS-18); what was saved stays saved when that one
 * fails (ERR-018). A refused save is thrown.
 */
export function useSave() {
  const { t } = useTranslation('gamesManage');
  const client = useQueryClient();
  const refresh = () => {
    for (const endpoint of [getIntegration, getGame, listIntegrations, listCatalog, listGames]) {
      void client.invalidateQueries({ queryKey: keyOf(endpoint) });
    }
  };
  const tell = async (pending: Pending, send: (ids: number[]) => Promise<{ message: string }>) => {
    const ids = toldIds(pending);
    if (ids.length === 0) return;
    try {
      toast('success', (await send(ids)).message);
    } catch {
      toast('error', t('mailFailed'));
    }
  };
  return {
    /** API-030, API-027, ERR-034. */
    async ofIntegration(id: number, { base, pending, name }: Save): Promise<void> {
      const games = visibleAfter(pending, base.links);
      const body = { games, basedOn: [...base.links.visible] };
      const saved = await call(setIntegrationGames, { params: { id }, body });
      client.setQueryData(gamesOf(id).queryKey, (before) => before && { ...before, games: saved.rows });
      toast('success', t('gamesUpdated', { name }));
      refresh();
      void tell(pending, (gameIds) => call(notifyIntegrationGames, { params: { id }, body: { gameIds } }));
    },
    /** API-012, API-028, ERR-035. */
    async ofGame(gameId: number, { base, pending, name }: Save): Promise<void> {
      if (!base.game) return;
      const links = { integrationsToAdd: [...pending.add.keys()], integrationsToRemove: [...pending.remove] };
      const saved = await call(updateGame, updateOf(base.game, valuesOf(base.game), links));
      client.setQueryData(linksOf(gameId).queryKey, saved);
      toast('success', t('integrationsUpdated', { name }));
      refresh();
      void tell(pending, (integrationIds) =>
        call(notifyGameIntegrations, { params: { gameId }, body: { integrationIds } }),
      );
    },
  };
}
