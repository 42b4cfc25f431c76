import type { notifyIntegrationGames, ResponseOf } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { updateOf } from '../../domain/game/form/update-call.ts';
import { valuesOf } from '../../domain/game/form/values.ts';
import { notifiedIds, type Pending, visibleAfter } from '../../domain/game/pending-links.ts';
import { useSaveVisibility } from '../../domain/game/visibility.ts';
import { renderMessage } from '../../lib/messages.ts';
import { toast } from '../../lib/toast.tsx';
import type { Base } from './use-drafts.ts';

type Reached = ResponseOf<typeof notifyIntegrationGames>;

export interface Save {
  base: Base;
  pending: Pending;
  name: string;
}

/**
 * One call saves everything, then another notifies the people concerned; what was saved stays saved when that one fails.
 * Throws when the save is refused.
 */
export function useSave() {
  const { t } = useTranslation('gamesManage');
  const visibility = useSaveVisibility();
  const notify = async (pending: Pending, send: (ids: number[]) => Promise<Reached>) => {
    const ids = notifiedIds(pending);
    if (ids.length === 0) return;
    try {
      const { message, detail } = await send(ids);
      toast('success', renderMessage(detail, message));
    } catch {
      toast('error', t('mailFailed'));
    }
  };
  return {
    async ofIntegration(id: number, { base, pending, name }: Save): Promise<void> {
      const games = visibleAfter(pending, base.links);
      await visibility.ofIntegration(id, { games, basedOn: [...base.links.visible] });
      toast('success', t('gamesUpdated', { name }));
      void notify(pending, (gameIds) => visibility.notifyOfGames(id, gameIds));
    },

    async ofGame(gameId: number, { base, pending, name }: Save): Promise<void> {
      if (!base.game) return;
      const links = { integrationsToAdd: [...pending.add.keys()], integrationsToRemove: [...pending.remove] };
      await visibility.ofGame(updateOf(base.game, valuesOf(base.game), links));
      toast('success', t('integrationsUpdated', { name }));
      void notify(pending, (integrationIds) => visibility.notifyIntegrations(gameId, integrationIds));
    },
  };
}
