import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApprovalsHub, startApprovalsHub } from '../../../../test/support/approvals/approvals-hub.ts';

let hub: ApprovalsHub;

beforeAll(async () => {
  hub = await startApprovalsHub();
}, 120_000);
afterAll(() => hub?.close());

/** The id and the version of each game, as they are exported. */
async function versions(): Promise<Map<number, string>> {
  const { body } = await hub.call('GET', '/games/export-for-editing', { token: hub.anna });
  const found = new Map<number, string>();
  for await (const { values } of streamXlsxRows(Buffer.from(body.content, 'base64'), { sheet: 0 }))
    found.set(Number(values[0]), String(values[1]));
  return found;
}

/** The check of a file that lets Alpina see these games, or no more. */
async function check(games: readonly (number | undefined)[], isVisible: 'yes' | 'no') {
  const known = await versions();
  const lines = games.map((id) => `${id},${known.get(id ?? 0)},${isVisible}`);
  const body = new FormData();
  body.append('file', new Blob([[`id,version,visible:${hub.alpina}`, ...lines].join('\n')]), 'games.csv');
  const headers = { authorization: `Bearer ${hub.anna}` };
  const answer = await hub.managed.hub.fetch('/api/games/import/check', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  return answer.body as { import: { id: string; games: number }; needsApproval: boolean };
}

const tooMany =
  'This file changes the visibility of more than 2 games at integrations, which a second person must approve. Change them in Manage games, where the change waits for approval.';
const post = (path: string) => hub.call('POST', path, { token: hub.anna });

it('changes who sees games up to the threshold; beyond it neither an import nor its undo goes around the second person', async () => {
  await hub.reset({ visibility: true, visibilityThreshold: 2 });
  const few = await check(hub.games.slice(1, 3), 'yes');
  expect([few.import.games, few.needsApproval]).toEqual([2, false]);
  expect((await post(`/games/import/${few.import.id}/apply`)).status).toBe(200);

  const many = await check(hub.games.slice(3, 6), 'yes');
  expect([many.import.games, many.needsApproval]).toEqual([3, true]);
  const refused = await post(`/games/import/${many.import.id}/apply`);
  expect([refused.status, refused.body.message]).toEqual([409, tooMany]);

  await hub.reset({ visibility: false });
  const free = await check(hub.games.slice(3, 6), 'yes');
  expect(free.needsApproval).toBe(false);
  expect((await post(`/games/import/${free.import.id}/apply`)).body.refused).toEqual([]);
  await hub.reset({ visibility: true, visibilityThreshold: 2 });
  const undo = await post(`/games/import/${free.import.id}/undo`);
  expect([undo.status, undo.body.message]).toEqual([409, tooMany]);
});
