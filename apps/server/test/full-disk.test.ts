/** A hub with everything inside on a disk that runs full while it serves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canMountMemory, openSmallDisk, type SmallDisk } from './support/power/small-disk.ts';
import { call } from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';

const mounts = await canMountMemory();
/** Fits both embedded stores, with some space left. */
const megabytes = 400;
const attached = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, 'x')]);

let world: HubProcesses;
let disk: SmallDisk;
let hub: HubProcess;

const start = () =>
  world.start('small', 'all', {
    HUB_DATA_DIR: disk.folder,
    DATABASE_URL: undefined,
    DATABASE_OWNER_URL: undefined,
    CLICKHOUSE_URL: undefined,
    S3_BUCKET: undefined,
    S3_ENDPOINT: undefined,
    S3_FORCE_PATH_STYLE: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });

beforeAll(async () => {
  if (!mounts) return;
  world = await openHubProcesses();
  disk = await openSmallDisk(megabytes);
  hub = await start();
}, 180_000);

afterAll(async () => {
  await world?.close();
  await disk?.close();
});

function createTicket(title: string) {
  const body = JSON.stringify({ title, description: '<p>Text</p>', integrationId: 1 });
  return call(world, hub, '/tickets', 'writes', { method: 'POST', body });
}

async function attach(ticketId: number) {
  const form = new FormData();
  form.set('file', new Blob([attached], { type: 'application/pdf' }), 'rules.pdf');
  const response = await fetch(`${hub.url}/api/tickets/${ticketId}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.tokenOf('writes')}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

const titles = async () => {
  const { body } = await call(world, hub, '/tickets', 'reads');
  return body.map(({ title }: { title: string }) => title);
};

it.skipIf(!mounts)(
  'a full disk is named to whoever stores something, reads go on, and what was acknowledged is there after a restart',
  async () => {
    const service = { url: 'http://127.0.0.1:9', token: 'x'.repeat(40) };
    const services = Object.assign(
      {},
      ...['gaming', 'data', 'play', 'launch'].map((kind) => ({
        [`${kind}ServiceURL`]: service.url,
        [`${kind}ServiceToken`]: service.token,
      })),
    );
    const integration = JSON.stringify({ name: 'Alpina', version: 'GAI2', ...services });
    const entered = await call(world, hub, '/integrations', 'enters', { method: 'POST', body: integration });
    expect([entered.status, entered.body.message]).toEqual([200, undefined]);
    const acknowledged = ['Before the disk was full'];
    const { body: ticket } = await createTicket('Before the disk was full');
    expect(await attach(ticket.id)).toMatchObject({ status: 200 });

    await disk.fill();
    expect(await attach(ticket.id)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', detail: { code: 'refusals.diskFull', values: {} } },
    });
    // Small records may still fit into space that PostgreSQL has reserved: either they are stored, or refused.
    for (const title of ['On a full disk 1', 'On a full disk 2', 'On a full disk 3']) {
      const { status } = await createTicket(title);
      if (status === 200) acknowledged.push(title);
      else expect(status).toBe(503);
    }
    expect((await titles()).toSorted()).toEqual(acknowledged.toSorted());

    await disk.empty();
    expect(await attach(ticket.id)).toMatchObject({ status: 200 });
    expect((await createTicket('With space again')).status).toBe(200);
    acknowledged.push('With space again');
    expect(await hub.stop()).toBe(0);
    hub = await start();
    expect((await titles()).toSorted()).toEqual(acknowledged.toSorted());
    const { body } = await call(world, hub, `/tickets/${ticket.id}`, 'reads');
    expect(body.ticket_media).toHaveLength(2);
    for (const { url } of body.ticket_media) {
      const response = await fetch(new URL(url, hub.url));
      expect(Buffer.from(await response.arrayBuffer()).equals(attached)).toBe(true);
    }
  },
  300_000,
);
