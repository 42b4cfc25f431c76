/** A whole hub with two integrations and a receiver of webhooks, which replies as a test says. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEventName, WebhookSecret } from '@ludus/contract';
import type { HubComposition } from '../../../src/app.modules.ts';
import { composeHub } from '../../../src/app.modules.ts';
import type { ActorIntegration } from '../../../src/infra/access/index.ts';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { Settings } from '../../../src/infra/config/settings.ts';
import type { WebhooksModule } from '../../../src/modules/webhooks/index.ts';
import { addGame, addIntegration } from '../../catalogue.ts';
import { startTestHub, type TestHub, type TestReply, testIdentity } from '../../hub.ts';
import { tokenFor } from '../../tokens.ts';

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of any kind
  event: any;
}

export interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** The status of the next replies. */
  status: number;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      calls.push({ headers: request.headers, body, event: JSON.parse(body) });
      response.writeHead(receiver.status).end(`status ${receiver.status}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    calls,
    status: 204,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

export const accounts = {
  admin: { role: 'ludus_admin', integration: undefined },
  anna: { role: 'integration_admin', integration: 'Alpina' },
  boris: { role: 'integration_admin', integration: 'Baltica' },
} as const;
export type AccountName = keyof typeof accounts;

export interface WebhooksHub {
  hub: TestHub;
  clock: FixedClock;
  composition: HubComposition;
  module: WebhooksModule;
  receiver: Receiver;
  alpina: ActorIntegration;
  baltica: ActorIntegration;
  gameId: number;
  call(who: AccountName, method: string, path: string, body?: unknown): Promise<TestReply>;
  /** Creates a webhook of Alpina that leads to the receiver. */
  create(events?: readonly WebhookEventName[], name?: string): Promise<WebhookSecret>;
  /** Sends everything that is due, in this process and now. */
  sendDue(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  close(): Promise<void>;
}

export async function startWebhooksHub(
  start: string,
  settings: Partial<Settings> = { allowInsecureServices: true, allowPrivateHosts: ['127.0.0.1'] },
): Promise<WebhooksHub> {
  const clock = fixedClock(start);
  const receiver = await startReceiver();
  let composition: HubComposition | undefined;
  const hub = await startTestHub({
    clock,
    settings,
    // Jobs are run by hand, so that a test knows when.
    role: 'api',
    compose(infra, parts) {
      composition = composeHub(infra, parts);
      return { ...composition, identity: testIdentity };
    },
  });
  if (composition === undefined) throw new Error('The hub was not composed.');
  const module = composition.modules.find(({ name }) => name === 'webhooks') as WebhooksModule;
  const { db, pool } = hub.infra.postgres;
  const [alpina, baltica] = [await addIntegration(db, 'Alpina'), await addIntegration(db, 'Baltica')];
  const gameId = await addGame(db, 'even_game');
  const tokenOf = (who: AccountName) => {
    const { role, integration } = accounts[who];
    return tokenFor(role, {
      ...{ now: clock.now(), userId: who, username: who },
      ...(integration === undefined ? {} : { integration }),
    });
  };
  const call: WebhooksHub['call'] = async (who, method, path, body) =>
    hub.call(method, path, { token: await tokenOf(who), ...(body === undefined ? {} : { body }) });
  return {
    ...{ hub, clock, composition, module, receiver, alpina, baltica, gameId, call },
    async create(events = ['ticket.answered'], name = 'Warehouse') {
      const body = { name, url: receiver.url, events, integrationId: alpina.id };
      const reply = await call('admin', 'POST', '/webhooks', body);
      if (reply.status !== 200) throw new Error(`No webhook: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    async sendDue() {
      while ((await module.worker.sendDue(AbortSignal.timeout(10_000))).taken > 0);
    },
    query: (text, values = []) => pool.query(text, values),
    async close() {
      await hub.close();
      receiver.close();
    },
  };
}
