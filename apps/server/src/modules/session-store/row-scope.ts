import { type IntegrationScope, integrationsInScope } from '../../infra/access/index.ts';
import { idList } from './sessions.clickhouse.ts';

/**
 * Restricts a filter of sessions or sums to the integrations of a scope. Returns null when no row can match. Every query of
 * the session store goes through here or through {@link scopeSql}.
 */
export function applyScope<Filter extends { integrations?: readonly number[] | null | undefined }>(
  filter: Filter,
  scope: IntegrationScope,
): Filter | null {
  const visible = integrationsInScope(scope, filter.integrations);
  if (visible === null) return filter;
  return visible.length === 0 ? null : { ...filter, integrations: visible };
}

/** The scope as a condition on sessions; null when no row can match. */
export function scopeSql(scope: IntegrationScope): string | null {
  const visible = integrationsInScope(scope);
  if (visible === null) return '1';
  return visible.length === 0 ? null : `integration_id IN ${idList(visible)}`;
}
