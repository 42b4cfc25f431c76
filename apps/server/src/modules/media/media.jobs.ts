import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { unlessHeld } from '../../infra/files/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { MediaService } from './media.service.ts';

const none = z.strictObject({});
const unused = z.strictObject({ hashes: z.array(z.string()).optional() });
const day = 86_400_000;

export interface MediaJobs {
  render: JobDefinition<typeof none>;
  removeUnused: JobDefinition<typeof unused>;
}

/** Work on pictures that no one waits for. `onRendered` is called when there are new renderings. */
export function defineMediaJobs(
  service: () => MediaService,
  { clock, postgres }: { clock: Clock; postgres: Postgres },
  onRendered: () => void,
): MediaJobs {
  return {
    render: defineJob({
      name: 'render-media',
      queue: 'system',
      payload: none,
      async run({ signal }) {
        if ((await service().renderMissing(signal)) > 0) onRendered();
      },
    }),
    removeUnused: defineJob({
      name: 'remove-unused-media',
      queue: 'system',
      payload: unused,
      async run({ payload }) {
        // Without names: what a crash has left behind, and nothing that is still on its way to a game.
        const storedBefore = new Date(clock.now().getTime() - day);
        // What is put off while a backup copies files goes with the next night.
        await unlessHeld(postgres, () => service().removeUnused(payload.hashes ?? { storedBefore }));
      },
    }),
  };
}
