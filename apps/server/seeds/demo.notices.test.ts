import type { DemoWorld } from '@ludus/contract/operator-api';
import { expect, it } from 'vitest';
import { noticesFor } from './demo.notices.ts';

const game = (slug: string, since: string) => ({ slug, since, state: 'requested' });
const world = {
  games: [],
  storageGames: [],
  platforms: [
    {
      key: 'alpina',
      name: 'Alpina',
      games: [
        game('ember', '2026-04-02T08:00:00Z'),
        game('frost', '2025-10-27T08:00:00Z'),
        game('sky', '2026-04-02T08:00:00Z'),
      ],
    },
  ],
} as unknown as DemoWorld;
const at = new Date('2026-05-14T08:00:00Z');

it('dates each notice of requested games as the list of requests does, for both sides', () => {
  const ids = new Map([['alpina', 1]]);
  const dated = (integrationName: string | null, role: string) =>
    noticesFor({ integrationName, roles: [role] }, world, ids, at)
      .filter(({ title }) => /[rR]equest/.test(typeof title === 'string' ? title : title.code))
      .map(({ createdAt }) => createdAt?.toISOString());
  const days = ['2025-10-27T08:00:00.000Z', '2026-04-02T08:00:00.000Z'];
  expect(dated(null, 'ludus_admin')).toEqual(days);
  expect(dated('Alpina', 'integration_admin')).toEqual(days);
  // Their list of requests is empty.
  expect(dated('Alpina', 'integration_guest')).toEqual([]);
});
