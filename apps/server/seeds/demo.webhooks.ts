import { webhookEventNames } from '@ludus/contract';
import type { DemoWorld } from '@ludus/contract/operator-api';
import type { Outgoing } from '../src/infra/outgoing/index.ts';
import type { WebhooksService } from '../src/modules/webhooks/index.ts';
import type { Steps } from './demo.steps.ts';

/**
 * The first platform has a machine that gets every event, and was sent a test: the sandbox's receiver of its name, which learns the
 * secret before the first call. The sandbox keeps its port for the life of a data folder, so that the address stays right.
 */
export async function enterWebhook(
  steps: Steps,
  { platforms, webhooksUrl }: Pick<DemoWorld, 'platforms' | 'webhooksUrl'>,
  ids: ReadonlyMap<string, number>,
  { service, outgoing }: { service: Pick<WebhooksService, 'enter'>; outgoing: Pick<Outgoing, 'send'> },
): Promise<void> {
  const key = platforms[0]?.key ?? '';
  const integrationId = ids.get(key);
  if (integrationId === undefined) return;
  const url = `${webhooksUrl}/${key}`;
  await steps.once('webhook', async (tx) => {
    const entry = { integrationId, name: 'Data warehouse', url, events: webhookEventNames };
    const secret = await service.enter(tx, entry);
    const response = await outgoing.send(`${url}/secrets`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secrets: [secret] }),
    });
    response.discard();
    if (response.status !== 200) throw new Error(`The receiver ${url} took no secret: ${response.status}`);
  });
}
