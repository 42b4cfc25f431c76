import type { RankedRow, Ranking } from '@ludus/contract';

type Known = Pick<RankedRow, 'name'> & Partial<RankedRow>;

const cents = (value: number) => Math.round(value * 100) / 100;

export const aRankedRow = ({ value = 0, before = 0, ...row }: Known): RankedRow => ({
  integrationId: null,
  integrationName: null,
  operatorId: null,
  gameId: null,
  userId: null,
  isNew: false,
  value,
  before,
  change: cents((value ?? 0) - (before ?? 0)),
  parts: null,
  share: null,
  chance: null,
  ...row,
});

/** Gross win of two integrations, of which one has gained and one has lost, beside the month before. */
export function aRanking(change: Partial<Ranking> = {}): Ranking {
  return {
    by: 'integration',
    metric: 'grosswin',
    unit: 'euro',
    order: 'value',
    rows: [
      aRankedRow({ name: 'Baltica', integrationId: 2, value: 400, before: 0, share: 400 / 429.9 }),
      aRankedRow({
        name: 'Alpina',
        integrationId: 1,
        value: 29.9,
        before: 90,
        share: 29.9 / 429.9,
        parts: { bet: 60, rtp: -120.1 },
      }),
    ],
    others: { count: 1, value: 0, before: 60, change: -60, parts: null, share: 0 },
    total: { value: 429.9, before: 150, change: 279.9, parts: { bet: 244.76, rtp: 35.14 } },
    chance: null,
    coverage: {
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-02T23:00:00.000Z',
      zone: 'Europe/Rome',
      asOf: '2026-11-02T22:00:00.000Z',
      notFetched: 0,
      openSessions: 3,
    },
    before: {
      from: '2026-10-29T23:00:00.000Z',
      to: '2026-10-31T23:00:00.000Z',
      openSessions: 0,
      since: null,
      begins: [],
    },
    ...change,
  };
}
