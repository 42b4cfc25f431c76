import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { listMaintenances } from '@ludus/contract';
import { maintenanceNoticeSchema } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import {
  type MaintenancesFixture,
  startMaintenances,
} from '../../../test/support/maintenances/maintenances-hub.ts';
import { Secret } from '../../infra/crypto/index.ts';
import type { JobDefinition } from '../../infra/queue/index.ts';
import type { IntegrationConnection } from '../integrations/index.ts';

let on: MaintenancesFixture;
beforeAll(async () => {
  on = await startMaintenances();
});
afterAll(() => on?.hub.close());

describe('GET /maintenances', () => {
  let shared: number;
  let balticas: number;

  beforeAll(async () => {
    await on.forget();
    shared = (await on.announce()).body.id;
    on.clock.advance(60_000);
    balticas = (await on.announce(on.wanted({ severity: 4 }, [on.baltica.id]))).body.id;
  });

  it('[API-049] answers all of them to administrators, in the order of their announcement', async () => {
    const { status, body } = await on.hub.get('/maintenances', await on.token('ludus_admin'));
    expect(status).toBe(200);
    expect(listMaintenances.response.parse(body)).toEqual(body);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([shared, balticas]);
  });

  it('[NAV-12] refuses everyone else, and parameters', async () => {
    expect((await on.hub.get('/maintenances')).status).toBe(401);
    for (const role of ['ludus_manager', 'integration_admin', 'integration_manager'] as const) {
      expect((await on.hub.get('/maintenances', await on.token(role))).status, role).toBe(403);
    }
    expect((await on.hub.get('/maintenances?x=1', await on.token('ludus_admin'))).status).toBe(422);
  });

  it('[API-050][OPEN-21][OPEN-02] shows one to a told integration with its own answer alone, and to no other', async () => {
    const names = async (id: number, as: string) => {
      const { status, body } = await on.hub.get(`/maintenances/${id}`, as);
      return status === 200 ? body.integrations.map(({ name }: { name: string }) => name) : status;
    };
    expect(await names(shared, await on.token('ludus_admin'))).toEqual(['Alpina', 'Baltica']);
    expect(await names(shared, await on.anna())).toEqual(['Alpina']);
    expect(await names(shared, await on.boris())).toEqual(['Baltica']);
    expect(await names(shared, await on.token('integration_guest'))).toEqual(['Alpina']);
    expect(await names(balticas, await on.anna())).toBe(404);
    expect(await names(999_999, await on.token('ludus_admin'))).toBe(404);
    const nowhere = await on.token('integration_admin', { integration: 'Nowhere', userId: 'no-one' });
    expect(await names(shared, nowhere)).toBe(404);
    expect((await on.hub.get(`/maintenances/${shared}`)).status).toBe(401);
    expect((await on.hub.get('/maintenances/x', await on.anna())).status).toBe(404);
  });

  it('[INT-22] lists what one integration was told of, newest first', async () => {
    expect(
      (await on.module.service.notifiedOf(on.baltica.id)).map(({ id, confirmed }) => [id, confirmed]),
    ).toEqual([
      [balticas, null],
      [shared, null],
    ]);
    expect((await on.module.service.notifiedOf(on.alpina.id)).map(({ id }) => id)).toEqual([shared]);
    expect(await on.module.service.notifiedOf(on.empty.id)).toEqual([]);
  });
});

describe('the answer of an integration', () => {
  let id: number;
  let critical: number;

  beforeAll(async () => {
    await on.forget();
    id = (await on.announce()).body.id;
    critical = (await on.announce(on.wanted({ severity: 4 }))).body.id;
  });

  const statusOf = async () => {
    const { body } = await on.hub.get(`/maintenances/${id}`, await on.token('ludus_admin'));
    return body.integrations.map(
      (one: { maintenance_integrations: { confirmed: boolean | null } }) =>
        one.maintenance_integrations.confirmed,
    );
  };
  async function answer(as: string, maintenanceId: number, confirmation: boolean) {
    const { body } = await on.hub.get('/notifications', as);
    const notice = body.find((one: { maintenanceId: number }) => one.maintenanceId === maintenanceId);
    return on.hub.call('PUT', `/notifications/update/${notice.id}`, { token: as, body: { confirmation } });
  }

  it('[NOTIF-11][OPEN-53][LOG-14] given last counts, is logged, and reaches the provider and that integration alone', async () => {
    expect((await answer(await on.anna(), id, false)).status).toBe(200);
    expect(await statusOf()).toEqual([false, null]);
    expect((await answer(await on.token('integration_admin', { userId: 'alan' }), id, true)).status).toBe(
      200,
    );
    expect(await statusOf()).toEqual([true, null]);
    const object = { description: 'Release of new games', integration: 'Alpina' };
    expect((await on.logged()).slice(2)).toMatchObject([
      {
        action: 'deny',
        username: 'anna',
        updates: { confirmed: { old: null, new: false } },
        related_object: object,
      },
      {
        action: 'confirm',
        username: 'alan',
        updates: { confirmed: { old: false, new: true } },
        related_object: object,
      },
    ]);
    // After what was said of the two announcements, to three audiences each.
    expect(on.heard().slice(6)).toEqual([
      { providers: true },
      { integration: on.alpina.id },
      { providers: true },
      { integration: on.alpina.id },
    ]);
  });

  it('[MAINT-07] says who gave it and when, to the provider and to that integration', async () => {
    const answers = async (as: string) =>
      (await on.hub.get(`/maintenances/${id}`, as)).body.integrations.map(
        (one: { maintenance_integrations: object }) => one.maintenance_integrations,
      );
    const alans = {
      confirmed: true,
      answeredAt: '2026-05-04T10:00:00.000Z',
      answeredBy: 'alan',
      reason: null,
    };
    const none = { confirmed: null, answeredAt: null, answeredBy: null, reason: null };
    expect(await answers(await on.token('ludus_admin'))).toEqual([alans, none]);
    expect(await answers(await on.anna())).toEqual([alans]);
    expect(await answers(await on.boris())).toEqual([none]);
  });

  it('given twice is one answer', async () => {
    const before = await on.logged();
    expect((await answer(await on.anna(), id, true)).status).toBe(200);
    expect(await on.logged()).toEqual(before);
  });

  it('[OPEN-53] is refused with 409 for a critical maintenance, and changes nothing', async () => {
    expect((await answer(await on.boris(), critical, true)).status).toBe(409);
    const direct = on.hub.stores.postgres.transaction((tx) =>
      on.confirmMaintenance(tx, {
        maintenanceId: critical,
        integrationId: on.baltica.id,
        confirmed: true,
        actor: actorOf('integration_admin', on.baltica),
      }),
    );
    await expect(direct).rejects.toMatchObject({ status: 409 });
  });

  it('[OPEN-02] is no business of an integration that was not told', async () => {
    for (const maintenanceId of [id, 999_999]) {
      const foreign = on.hub.stores.postgres.transaction((tx) =>
        on.confirmMaintenance(tx, {
          maintenanceId,
          integrationId: on.empty.id,
          confirmed: true,
          actor: actorOf('integration_admin', on.empty),
        }),
      );
      await expect(foreign).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('the notice to a platform', () => {
  let id: number;
  let status = 200;
  const received: { path: string | undefined; token: string | undefined; body: unknown }[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      received.push({ path: request.url, token: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: String(id), receivedAt: '2026-05-04T10:00:01.000Z' }));
    });
  });

  beforeAll(async () => {
    await on.forget();
    id = (await on.announce()).body.id;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/play`;
    const connection = (maintenanceToken: Secret | null) =>
      ({
        name: 'Alpina',
        services: { play: { url, token: null } },
        maintenanceToken,
      }) as Partial<IntegrationConnection>;
    on.connections.set(on.alpina.id, connection(new Secret('its maintenance token')));
    on.connections.set(on.baltica.id, connection(null));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const send = (integrationId: number) => {
    const [job] = on.module.jobs as readonly JobDefinition[];
    return job?.run({
      payload: { maintenanceId: id, integrationId },
      signal: AbortSignal.timeout(10_000),
    } as never);
  };

  it('carries what the operator API says, under an id that stays the same, and the maintenance token', async () => {
    await send(on.alpina.id);
    await send(on.alpina.id);
    expect(received).toHaveLength(2);
    const [{ path, token: sent, body } = { path: '', token: '', body: {} }] = received;
    expect([path, sent]).toEqual(['/play/v1/maintenances', 'Bearer its maintenance token']);
    expect(maintenanceNoticeSchema.parse(body)).toEqual({
      id: String(id),
      description: 'Release of new games',
      severity: 'medium',
      startsAt: '2026-05-17T22:00:00.000Z',
    });
    expect(received[1]?.body).toEqual(body);
  });

  it('fails for another attempt when the platform does not take it', async () => {
    status = 503;
    await expect(send(on.alpina.id)).rejects.toThrow('The play service answered with an error (503).');
    status = 200;
  });

  it('is not sent without a maintenance token, nor for an integration that is gone or was not told', async () => {
    received.length = 0;
    for (const integrationId of [on.baltica.id, on.empty.id]) await send(integrationId);
    on.connections.delete(on.alpina.id);
    await send(on.alpina.id);
    expect(received).toEqual([]);
  });
});
