import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TokenField, tokenFields } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../../test/catalogue.ts';
import type { TestReply } from '../../../../test/hub.ts';
import { type ManagedHub, startManagedHub } from '../../../../test/support/integrations/managed-hub.ts';

let managed: ManagedHub;
let echo: http.Server;
let echoUrl: string;
const received: string[] = [];

/** A platform that repeats what it was sent wherever it can. */
beforeAll(async () => {
  echo = http.createServer((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    received.push(token);
    response.writeHead(request.url === '/launch/health' ? 401 : 200, {
      'x-echo': token,
      location: `/${token}`,
    });
    const known = request.url?.split('/').at(-1) ?? '';
    response.end(JSON.stringify({ [known]: [], [token]: token }));
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  managed = await startManagedHub({ role: 'all' });
});
afterAll(async () => {
  await managed?.close();
  echo?.closeAllConnections();
  echo?.close();
});

const canaries = (round: string) =>
  Object.fromEntries(tokenFields.map((field) => [field, `canary-${round}-${field}`])) as Record<
    TokenField,
    string
  >;

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { pool } = managed.hub.stores.postgres;
  const { rows } = await pool.query<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
  const texts: string[] = [];
  for (const { name } of rows) {
    const { rows: content } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    texts.push(...content.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
}

describe('[OPEN-49] a token of a service', () => {
  it('stands in no answer, no line of the log, and no row of any table, whatever is done with it', async () => {
    const { hub, platform } = managed;
    const token = managed.token.ludus_admin;
    const replies: TestReply[] = [];
    const call = async (method: string, path: string, body?: unknown) => {
      const reply = await hub.call(method, path, { token, ...(body === undefined ? {} : { body }) });
      replies.push(reply);
      return reply;
    };
    const entry = (name: string, round: string) => ({ ...managed.entry(name), ...canaries(round) });

    const created = await call('POST', '/integrations', entry('Alpina', 'created'));
    const id: number = created.body[0].id;
    expect((await call('POST', '/integrations', entry('ALPINA', 'taken'))).status).toBe(409);
    const refused = {
      ...entry('Baltica', 'refused'),
      dataServiceURL: 'http://10.1.1.1',
      playServiceToken: 'canary refused',
    };
    expect((await call('POST', '/integrations', refused)).status).toBe(422);
    const wrongKind = {
      ...entry('Baltica', 'wrong'),
      operatorToken: ['canary-wrong-list'],
      other: 'canary-wrong-key',
    };
    expect((await call('POST', '/integrations', wrongKind)).status).toBe(422);
    await call('PUT', `/integrations/${id}`, canaries('updated'));
    expect(
      (await call('PUT', `/integrations/${id}`, { ...canaries('late'), name: 'x'.repeat(200) })).status,
    ).toBe(422);

    for (const path of ['', '/services/healthcheck', '/services/history', '/games', '/operators']) {
      await call('GET', `/integrations/${id}${path}`);
    }
    for (const path of [
      '/integrations?with=users',
      '/integrations-with-counts',
      '/integrations/services/status',
    ]) {
      await call('GET', path);
    }
    const game = await addGame(hub.stores.postgres.db, 'told');
    await linkGame(hub.stores.postgres.db, id, game, 'visible');
    platform.users = [{ userId: '1', username: 'anna', email: 'anna@alpina.example' }];
    const states: string[] = [];
    const synchronise = async () => {
      const { body } = await call('GET', `/integrations/${id}/synch`);
      states.push((await hub.infra.jobs.waitForCompletion(body.jobId)).state);
      await call('GET', `/jobs/${body.jobId}`);
    };
    await synchronise();
    await call('POST', `/notify-integration-games/${id}`, { gameIds: [game] });

    // From here on the platform repeats its tokens, and then is gone.
    const urls = (base: string) =>
      Object.fromEntries(
        ['gaming', 'data', 'play', 'launch'].map((service) => [`${service}ServiceURL`, `${base}/${service}`]),
      );
    for (const base of [echoUrl, 'http://127.0.0.1:1']) {
      await call('PUT', `/integrations/${id}`, {
        ...urls(base),
        ...canaries(base === echoUrl ? 'echo' : 'gone'),
      });
      await call('GET', `/integrations/${id}/services/healthcheck`);
      await synchronise();
      for (const address of [`${base}/play`, `${base}/launch`]) {
        const reply = await hub.fetch('/api/integrations/services/check', {
          headers: {
            authorization: `Bearer ${token}`,
            'x-service-url': address,
            'x-service-token': 'canary-typed',
          },
        });
        replies.push(reply);
      }
    }
    await call('POST', `/integrations/${id}/games`, { games: [] });
    expect((await call('DELETE', `/integrations/${id}`)).status).toBe(200);

    expect(states).toEqual(['completed', 'failed', 'failed']);
    // The tokens did travel: to the services, and to no one else.
    expect(received).toEqual(
      expect.arrayContaining(['canary-typed', 'canary-echo-operatorToken', 'canary-echo-dataServiceToken']),
    );
    expect(platform.calls.map((sent) => sent.token)).toContain('canary-updated-operatorToken');
    const written = await everything();
    expect(written).toContain('Alpina');
    expect(written).toContain('anna@alpina.example');
    expect(managed.logged()).toContain('an integration could not be synchronised');
    const said = replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`).join('\n');
    for (const text of [said, managed.logged(), written]) {
      expect(text.match(/.{0,120}canary.{0,40}/g) ?? []).toEqual([]);
    }
  });
});
