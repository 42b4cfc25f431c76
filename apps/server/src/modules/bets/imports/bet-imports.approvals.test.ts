import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApprovalsHub,
  idOf,
  startApprovalsHub,
} from '../../../../test/support/approvals/approvals-hub.ts';

let hub: ApprovalsHub;

beforeAll(async () => {
  hub = await startApprovalsHub();
}, 120_000);
afterAll(() => hub?.close());

async function check(bets: string): Promise<string> {
  const rows = [
    'integration_id,operator_code,slug,bets,bets_exported',
    `${hub.alpina},RIFUGIO,game_0,${bets},0.10 0.20 0.50`,
  ];
  const body = new FormData();
  body.append('file', new Blob([rows.join('\n')]), 'bets.csv');
  const headers = { authorization: `Bearer ${hub.anna}` };
  const reply = await hub.managed.hub.fetch('/api/bets/import/check', { method: 'POST', body, headers });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.import.id;
}

const jobs = () =>
  hub.managed.hub.stores.postgres.db
    .selectFrom('jobs')
    .select(['name', 'username', 'user_id', 'data'])
    .where('name', '=', 'import-bets')
    .execute();

it('waits for a second person where bets need one, with each list, and is applied in the name of who asked', async () => {
  await hub.reset({ bets: true });
  const id = await check('0.10 0.40');
  const request = await hub.held('POST', `/bets/import/${id}/apply`, undefined, hub.anna);
  expect(request).toMatchObject({
    kind: 'bets',
    subject: `bet-import/${id}`,
    path: '/games?panel=file',
    integration: { id: hub.alpina, name: 'Alpina' },
    title: { code: 'approvals.betImport', values: { file: 'bets.csv' } },
    rows: [
      {
        what: { code: 'approvals.betsOf' },
        before: { cents: [10, 20, 50] },
        after: { cents: [10, 40] },
      },
    ],
  });
  expect(await jobs()).toEqual([]);
  expect((await hub.call('POST', `/bets/import/${id}/apply`, { token: hub.anna })).status).toBe(409);
  expect((await hub.decide(request.id, hub.anna)).status).toBe(409);
  expect((await hub.decide(request.id, hub.bruno)).body.state).toBe('approved');
  expect(await jobs()).toEqual([
    {
      name: 'import-bets',
      username: 'anna',
      user_id: idOf('anna'),
      data: { importId: id, action: 'apply' },
    },
  ]);
});

it('is applied at once where they need none, and its undo is held once they do', async () => {
  await hub.reset({ bets: false });
  const id = await check('0.30');
  expect((await hub.call('POST', `/bets/import/${id}/apply`, { token: hub.anna })).status).toBe(200);
  const { db } = hub.managed.hub.stores.postgres;
  await db.updateTable('jobs').set({ state: 'completed' }).where('name', '=', 'import-bets').execute();
  await db.updateTable('bet_import_rows').set({ state: 'done' }).where('import_id', '=', id).execute();
  await hub.reset({ bets: true });
  const request = await hub.held('POST', `/bets/import/${id}/undo`, undefined, hub.anna);
  expect(request).toMatchObject({
    title: { code: 'approvals.betImportUndo' },
    rows: [{ before: { cents: [30] }, after: { cents: [10, 20, 50] } }],
  });
  expect((await hub.decide(request.id, hub.bruno)).body.state).toBe('approved');
  expect((await hub.call('GET', `/bets/import/${id}`, { token: hub.anna })).body.import).toMatchObject({
    state: 'undoing',
    undone: { waiting: 1, done: 0, failed: 0 },
  });
});
