/** Views of screens: saved under a name, shared, and pinned to the sidebar. */
import { createView, deleteView, listViews, pinView, updateView } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { createViewsService, type ViewsDeps } from './views.service.ts';
import './views.tables.ts';

export function createViewsModule(
  { postgres, clock, realtime }: Pick<Infra, 'postgres' | 'clock' | 'realtime'>,
  { referenceData }: Pick<ViewsDeps, 'referenceData'>,
): HubModule {
  const service = createViewsService({ postgres, clock, realtime, referenceData });
  return {
    name: 'views',
    endpoints: [
      bind(listViews, ({ actor }) => service.list(actor)),
      bind(createView, ({ actor, body }) => service.create(actor, body)),
      bind(updateView, ({ actor, params, body }) => service.update(actor, params.id, body)),
      bind(pinView, ({ actor, params, body }) => service.pin(actor, params.id, body.isPinned)),
      bind(deleteView, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
    ],
  };
}
