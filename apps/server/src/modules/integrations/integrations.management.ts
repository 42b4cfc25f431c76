import { messageOf } from '@ludus/contract';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { afterCommit, type Db } from '../../infra/postgres/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { IntegrationConnections } from './connections/connections.ts';
import { createIntegrationEditor, type EditorDeps } from './editor/editor.ts';
import { createGameNotifications } from './games/game-notifications.ts';
import { createVisibleGames } from './games/visible-games.ts';
import { createServiceChecks } from './health/service-checks.ts';
import { manageRoutes } from './integrations.manage.routes.ts';
import type { IntegrationsPorts } from './integrations.ports.ts';
import { findIntegrations } from './integrations.repo.ts';
import { createIntegrationDetails, type DetailDeps } from './overview/detail.ts';
import { createSynchronisations, defineSynchroniseJob, type SynchroniseJobDeps } from './sync/sync.job.ts';

/** What managing integrations takes from the rest of the hub. */
export interface ManagementPorts
  extends Pick<IntegrationsPorts, 'changes' | 'operatorApi'>,
    Pick<DetailDeps, 'notifiedOf' | 'people'>,
    Pick<EditorDeps, 'renameAccounts' | 'forget'> {
  notify: Notify;
  /** Without it every change is made at once. */
  approvals?: Approvals;
}

/** What is managed. */
export interface ManagedIntegrations
  extends Pick<DetailDeps, 'service'>,
    Pick<EditorDeps, 'openEncryptor'>,
    Pick<SynchroniseJobDeps, 'synchronise'> {
  connections: IntegrationConnections;
  invalidate(integrationId: number): void;
}

/** The part of integrations for those who manage them. */
export function createIntegrationManagement(
  { settings, postgres, clock, jobs }: Pick<Infra, 'settings' | 'postgres' | 'clock' | 'jobs'>,
  integrations: ManagedIntegrations,
  {
    changes,
    operatorApi,
    people,
    notifiedOf,
    renameAccounts,
    forget,
    notify,
    approvals = holdNothing,
  }: ManagementPorts,
): HubModule {
  const { service, connections } = integrations;
  const invalidate = (tx: Db, integrationId: number) =>
    afterCommit(tx, () => integrations.invalidate(integrationId));
  async function targets(integrationId: number | undefined) {
    const one = integrationId !== undefined;
    const rows = await findIntegrations(postgres.db, {
      ids: one ? [integrationId] : null,
      active: one ? null : true,
    });
    if (one && rows.length === 0) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return rows;
  }
  const games = createVisibleGames({ postgres, clock, invalidate });
  const synchronise = defineSynchroniseJob({ targets, synchronise: integrations.synchronise });
  return {
    name: 'integration management',
    endpoints: manageRoutes({
      details: createIntegrationDetails({
        postgres,
        changes,
        service,
        people,
        notifiedOf,
      }),
      editor: createIntegrationEditor({
        postgres,
        clock,
        operatorApi,
        openEncryptor: integrations.openEncryptor,
        invalidate,
        renameAccounts,
        forget,
      }),
      games,
      holdGames: approvals.hold(games.guarded),
      notifications: createGameNotifications(postgres, notify),
      checks: createServiceChecks({ postgres, clock, settings }, connections, operatorApi),
      synchronisations: createSynchronisations(jobs, synchronise, targets),
    }),
    jobs: [synchronise],
  };
}
