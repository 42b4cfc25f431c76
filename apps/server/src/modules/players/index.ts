/** Players: what one user id of an integration has played, for whoever may see its sessions. */
import { getPlayer } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule } from '../../infra/module.ts';
import { createPlayersService, type PlayersDeps } from './players.service.ts';

export function createPlayersModule(deps: PlayersDeps): HubModule {
  const service = createPlayersService(deps);
  return {
    name: 'players',
    endpoints: [
      bind(getPlayer, ({ actor, params, query }) =>
        service.player(actor, params.integrationId, params.userId, query.sessionTypeId ?? null),
      ),
    ],
  };
}
