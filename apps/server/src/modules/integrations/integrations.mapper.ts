import type { Integration, Operator } from '@ludus/contract';
import { linkState } from '../games/index.ts';
import type { IntegrationRow, LinkedGameRow, OperatorRow } from './integrations.repo.ts';

export type IntegrationGame = NonNullable<Integration['games']>[number];

/** Addresses and tokens of services stay behind: the contract's integration has none. */
export function integrationOf(row: IntegrationRow): Integration {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    externalIdentifier: row.external_identifier,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function operatorOf(row: OperatorRow): Operator {
  return { id: row.id, name: row.name, code: row.code, platformId: row.platform_id };
}

export function integrationGameOf(row: LinkedGameRow): IntegrationGame {
  return {
    id: row.id,
    name: row.name,
    sub_name: row.sub_name,
    slug: row.slug,
    isDev: row.is_dev,
    isCatalog: row.is_catalog,
    integration_games: linkState(row),
  };
}

/** Rows by the integration they belong to, mapped. */
export function groupByIntegration<Row extends { integration_id: number }, Item>(
  rows: readonly Row[],
  map: (row: Row) => Item,
): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const row of rows) {
    const group = groups.get(row.integration_id);
    if (group === undefined) groups.set(row.integration_id, [map(row)]);
    else group.push(map(row));
  }
  return groups;
}
