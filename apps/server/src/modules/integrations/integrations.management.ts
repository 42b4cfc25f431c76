import { NotFoundError } from '../../platform/errors/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { afterCommit, type Db } from '../../platform/postgres/index.ts';
import type { Tell } from '../notifications/index.ts';
import type { IntegrationConnections } from './integrations.connections.ts';
import { createIntegrationDetails, type DetailDeps } from './integrations.detail.ts';
import { createIntegrationEditor, type EditorDeps } from './integrations.editor.ts';
import { createVisibleGames } from './integrations.games.ts';
import type { HealthChecks } from './integrations.health.ts';
import { manageRoutes } from './integrations.manage.routes.ts';
import { createGameNews } from './integrations.notify.ts';
import type { IntegrationsPorts } from './integrations.ports.ts';
import { createServiceQuestions } from './integrations.questions.ts';
import { findIntegrations } from './integrations.repo.ts';
import {
  createSynchronisations,
  defineSynchroniseJob,
  type SynchroniseJobDeps,
} from './integrations.sync.job.ts';

/** What managing integrations takes from the rest of the hub. */
export interface ManagementPorts
  extends Pick<IntegrationsPorts, 'changes' | 'outgoing'>,
    Pick<DetailDeps, 'toldTo' | 'people'>,
    Pick<EditorDeps, 'renameAccounts' | 'forget'> {
  tell: Tell;
}

/** What is managed. */
export interface ManagedIntegrations
  extends Pick<DetailDeps, 'service'>,
    Pick<EditorDeps, 'openVault'>,
    Pick<SynchroniseJobDeps, 'synchronise'> {
  connections: IntegrationConnections;
  health: HealthChecks;
  announce(integrationId: number): void;
}

/** The part of integrations for those who manage them. */
export function createIntegrationManagement(
  { postgres, clock, jobs }: Pick<Platform, 'postgres' | 'clock' | 'jobs'>,
  integrations: ManagedIntegrations,
  { changes, outgoing, people, toldTo, renameAccounts, forget, tell }: ManagementPorts,
): HubModule {
  const { service, connections, health } = integrations;
  const announce = (tx: Db, integrationId: number) =>
    afterCommit(tx, () => integrations.announce(integrationId));
  async function targets(integrationId: number | undefined) {
    const one = integrationId !== undefined;
    const rows = await findIntegrations(postgres.db, {
      ids: one ? [integrationId] : null,
      active: one ? null : true,
    });
    if (one && rows.length === 0) throw new NotFoundError('Integration not found');
    return rows;
  }
  const synchronise = defineSynchroniseJob({ targets, synchronise: integrations.synchronise });
  return {
    name: 'integration management',
    endpoints: manageRoutes({
      details: createIntegrationDetails({
        postgres,
        changes,
        service,
        people,
        toldTo,
      }),
      editor: createIntegrationEditor({
        postgres,
        clock,
        outgoing,
        openVault: integrations.openVault,
        announce,
        renameAccounts,
        forget,
      }),
      games: createVisibleGames({ postgres, announce }),
      news: createGameNews(postgres, tell),
      questions: createServiceQuestions({ postgres, clock }, connections, health),
      synchronisations: createSynchronisations(jobs, synchronise, targets),
    }),
    jobs: [synchronise],
  };
}
