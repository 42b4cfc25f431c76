import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhooksHub, type WebhooksHub } from '../../../test/support/webhooks/webhooks-hub.ts';

const start = '2026-11-26T10:00:00.000Z';
let world: WebhooksHub;

beforeAll(async () => {
  world = await startWebhooksHub(start, {
    ...{ sandbox: false, sandboxUrl: undefined, allowInsecureServices: false, allowPrivateHosts: [] },
  });
}, 180_000);
afterAll(() => world?.close());

const messageFor = async (url: string) => {
  const body = { name: 'x', url, events: ['session.closed'] };
  const reply = await world.call('anna', 'POST', '/webhooks', body);
  return [reply.status, reply.body.fields?.url];
};

it('lets no webhook lead to a private address, or over http', async () => {
  const refused = (host: string) => [
    422,
    `${host} is a private address, and it is not among the allowed hosts.`,
  ];
  for (const host of ['127.0.0.1', '10.0.0.7', '192.168.1.1', '169.254.169.254', 'localhost'])
    expect(await messageFor(`https://${host}/hooks`), host).toEqual(refused(host));
  expect(await messageFor('https://[::1]/hooks')).toEqual(refused('::1'));
  expect(await messageFor('https://2130706433/hooks')).toEqual(refused('127.0.0.1'));
  expect(await messageFor('http://1.1.1.1/hooks')).toEqual([
    422,
    'The address must start with https://; ALLOW_INSECURE_SERVICES=on allows http://.',
  ]);
});

it('calls no address that has become private since it was saved', async () => {
  const made = await world.call('anna', 'POST', '/webhooks', {
    ...{ name: 'x', url: 'https://1.1.1.1/hooks', events: ['session.closed'] },
  });
  const { id } = made.body.webhook;
  await world.query('UPDATE webhook_endpoints SET url = $1', [
    world.receiver.url.replace('http:', 'https:').replace('127.0.0.1', 'localhost'),
  ]);
  const test = await world.call('anna', 'POST', `/webhooks/${id}/test`);
  await world.sendDue();
  expect(world.receiver.calls).toEqual([]);
  const { body } = await world.call('anna', 'GET', `/webhooks/${id}/deliveries/${test.body.id}`);
  expect(body).toMatchObject({
    ...{ state: 'waiting', attempts: 1, status: null },
    reason: 'localhost is a private address, and it is not among the allowed hosts.',
  });
});
